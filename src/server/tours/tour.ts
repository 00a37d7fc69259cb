import type { TourRow } from '#contract/admin/tours.ts'
import type { TourView } from '#contract/tours.ts'
import { canChangeTour, TOURS_PER_SLOT } from '#domain/tour.ts'
import type { App } from '../app.ts'
import { type AuditActor, recordAuditEntry } from '../audit/entries.ts'
import { findName, getCatalogue } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { Tour } from '../db/schema.ts'
import { deriveBookingSecret, matchesSecret } from '../secrets.ts'

/** Compares the secret after the row was read, so that an unknown id takes as long as a wrong secret. */
export async function findOwnTour(app: App, db: Queries, id: string, secret: string): Promise<Tour | undefined> {
  const tour = await db.selectFrom('tours').selectAll().where('id', '=', id).executeTakeFirst()
  const isOwn = matchesSecret(secret, deriveBookingSecret(app.bookingKey, id, tour?.secret_version))
  return isOwn ? tour : undefined
}

export const getTourSecret = (app: App, { id, secret_version }: Pick<Tour, 'id' | 'secret_version'>): string =>
  deriveBookingSecret(app.bookingKey, id, secret_version)

/** The page on which a visitor moves or cancels a tour. Its secret follows the `#`, which browsers do not send. */
export const buildTourLink = (app: App, tour: Pick<Tour, 'id' | 'secret_version'>): string =>
  new URL(`/your-booking#${tour.id}.${getTourSecret(app, tour)}`, app.env.siteUrl).href

/** An update that changes nothing locks the row until the transaction ends. */
export const lockTour = (db: Queries, id: string): Promise<Tour | undefined> =>
  db
    .updateTable('tours')
    .set((row) => ({ version: row.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

type Slot = Pick<Tour, 'location_id' | 'day' | 'time'>

/** Returns a free place at this time; a unique index prevents that two tours are given the same one. */
export async function findFreePlace(db: Queries, { location_id, day, time }: Slot): Promise<number | undefined> {
  const taken = await db
    .selectFrom('tours')
    .select('place')
    .where('location_id', '=', location_id)
    .where('day', '=', day)
    .where('time', '=', time)
    .where('state', '!=', 'cancelled')
    .execute()
  const places = Array.from({ length: TOURS_PER_SLOT }, (_, index) => index + 1)
  return places.find((place) => !taken.some((tour) => tour.place === place))
}

/** Names the tour by its reference and no person, because entries are kept longer than tours. */
export const recordTourAuditEntry = (
  app: App,
  db: Queries,
  by: AuditActor,
  { id }: Tour,
  entry: Pick<Parameters<typeof recordAuditEntry>[1], 'action' | 'before' | 'after'>,
): Promise<void> => recordAuditEntry(db, { by, subject: 'tour', subjectId: id, label: id, ...entry }, app.now())

export const findLocation = (id: string) => getCatalogue().locations.find((location) => location.id === id)

export const canChange = ({ state, day, time }: Tour, now: number): boolean =>
  canChangeTour({ state, date: day, time }, now)

/** What visitors and staff see of a tour. */
const toTourFields = (tour: Tour) => ({
  tourId: tour.id,
  state: tour.state,
  locationId: tour.location_id,
  locationName: findName(getCatalogue().locations, tour.location_id),
  date: tour.day,
  time: tour.time,
  name: tour.name,
  phone: tour.phone,
  email: tour.email,
})

export const toTourView = (app: App, tour: Tour): TourView => ({
  ...toTourFields(tour),
  canChange: canChange(tour, app.now()),
})

export const toTourRow = (tour: Tour): TourRow => ({
  ...toTourFields(tour),
  version: tour.version,
})
