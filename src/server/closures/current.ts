import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { formatClosedDay } from '#contract/validation-messages.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { findClosedReason, type ListedClosure, withClosures } from '#domain/closure.ts'
import type { LocationId } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { compileOnce } from '../db/query-cache.ts'
import type { Booking, StoredClosure } from '../db/schema.ts'

/** Closures that end on `from` or later, in order of their first day. Read each time, as staff may change them. */
export async function readListedClosures(db: Queries, from: IsoDate): Promise<ListedClosure[]> {
  const read = compileOnce(db, 'closures', () =>
    db.selectFrom('closures').selectAll().where('last_day', '>=', from).orderBy('first_day').orderBy('id'),
  )
  return (await read([from])).map(toListedClosure)
}

/** The closures of a location that end on `from` or later; the first one that covers a day applies. */
export async function readClosuresOfLocation(
  db: Queries,
  locationId: LocationId,
  from: IsoDate,
): Promise<ListedClosure[]> {
  const [location] = withClosures([{ id: locationId }], await readListedClosures(db, from))
  return location?.closures ?? []
}

/** The locations of the content with their closures from today on. */
export const readLocations = async (
  app: Pick<App, 'catalogue' | 'now'>,
  db: Queries,
): Promise<Catalogue['locations']> =>
  withClosures(app.catalogue.locations, await readListedClosures(db, kathmanduDate(app.now())))

/** Fails if a booking cannot start on the day. Runs after its seats were claimed: see docs/rules.md#closed-days. */
export async function checkFirstDay(db: Queries, locationId: LocationId, day: IsoDate): Promise<Outcome<undefined>> {
  const reason = await readClosedReason(db, locationId, day)
  return reason === undefined
    ? succeed(undefined)
    : fail('invalid', { fields: { startDate: formatClosedDay(day, reason) } })
}

/** Why a booking cannot get its seats again; undefined if it can. A renewal can start on a closed day. */
export const readClosedFirstDay = async (
  db: Queries,
  { renews, location_id, start_date }: Pick<Booking, 'renews' | 'location_id' | 'start_date'>,
): Promise<string | undefined> => (renews === null ? readClosedReason(db, location_id, start_date) : undefined)

export async function readClosedReason(db: Queries, locationId: LocationId, day: IsoDate): Promise<string | undefined> {
  const read = compileOnce(db, 'closures of a day', () =>
    db
      .selectFrom('closures')
      .selectAll()
      .where('first_day', '<=', day)
      .where('last_day', '>=', day)
      .where((row) => row.or([row('location_id', '=', locationId), row('location_id', 'is', null)])),
  )
  const list = (await read([day, day, locationId])).map(toListedClosure)
  const [location] = withClosures([{ id: locationId }], list)
  return location && findClosedReason(location, day)
}

const toListedClosure = ({
  id,
  location_id,
  first_day,
  last_day,
  reason,
  opens,
  closes,
}: StoredClosure): ListedClosure => ({
  id,
  locationId: location_id,
  from: first_day,
  to: last_day,
  reason,
  hours: opens === null || closes === null ? null : { open: opens, close: closes },
})
