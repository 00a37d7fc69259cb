import type { listTours, TourRow } from '#contract/admin/tours.ts'
import { MAX_TOUR_LIST_DAYS } from '#contract/admin/tours.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { daysBetween, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { toTourRow } from './tour.ts'

/** Cancelled tours included. */
export async function readTourList(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  input: Input<typeof listTours>,
): Result<typeof listTours> {
  const [from, to] = [parseIsoDate(input.from), parseIsoDate(input.to)]
  if (!from) return fail('invalid', { fields: { from: INVALID_DATE } })
  if (!to || to < from || daysBetween(from, to) >= MAX_TOUR_LIST_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MAX_TOUR_LIST_DAYS} days` } })
  let query = app.db.read
    .selectFrom('tours')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where(isWithinWorkplaces(workplaces))
  if (input.location) query = query.where('location_id', '=', parseLocationId(input.location) ?? '')
  const tours = await query.orderBy('day').orderBy('time').orderBy('location_id').orderBy('place').execute()
  return succeed({ items: tours.map(toTourRow) })
}

export async function readTourForStaff(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  id: string,
): Promise<Outcome<TourRow>> {
  const tour = (await readTourRows(app.db.read, [id])).get(id)
  return tour && isAssignedTo(workplaces, tour.locationId) ? succeed(tour) : fail('not_found')
}

/** The tours of a location on a day, without cancelled ones. */
export async function readToursOfDay(db: Queries, location: LocationId, day: IsoDate): Promise<TourRow[]> {
  const tours = await db
    .selectFrom('tours')
    .selectAll()
    .where('location_id', '=', location)
    .where('day', '=', day)
    .where('state', '!=', 'cancelled')
    .orderBy('time')
    .orderBy('place')
    .execute()
  return tours.map(toTourRow)
}

export async function readTourRows(db: Queries, ids: readonly string[]): Promise<Map<string, TourRow>> {
  if (ids.length === 0) return new Map()
  const tours = await db.selectFrom('tours').selectAll().where('id', 'in', ids).execute()
  return new Map(tours.map((tour) => [tour.id, toTourRow(tour)]))
}
