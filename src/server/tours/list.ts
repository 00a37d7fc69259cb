import type { listTours, recordTourOutcome, TourRow } from '#contract/admin/tours.ts'
import { MAX_TOUR_LIST_DAYS } from '#contract/admin/tours.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { daysBetween, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { isAssignedTo } from '#domain/staff.ts'
import { canRecordTourOutcome } from '#domain/tour.ts'
import type { App, Result } from '../app.ts'
import { findName, getCatalogue } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { instant, type Tour } from '../db/schema.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { lockTour, recordTourAuditEntry } from './tour.ts'

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

/** Records whether the visitor came; repeating it changes nothing. */
export async function setTourOutcome(
  app: App,
  staff: Staff,
  id: string,
  { outcome, version }: Input<typeof recordTourOutcome>,
): Promise<Outcome<TourRow>> {
  return writeAndNotify<TourRow>(app, async (db) => {
    const tour = await lockTour(db, id)
    if (!tour || !isAssignedTo(staff.workplaces, tour.location_id)) return fail('not_found')
    const state = outcome ?? 'booked'
    if (tour.state === state) return succeed(toTourRow(tour))
    if (tour.version !== version) return fail('changed_meanwhile', { current: toTourRow(tour) })
    if (!canRecordTourOutcome({ state: tour.state, date: tour.day, time: tour.time }, app.now()))
      return fail('wrong_state')
    const changed = await db
      .updateTable('tours')
      .set({ state, version: tour.version + 1, updated_at: instant(app.now()) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(db, 'tour_update', id, app.now())
    await recordTourAuditEntry(app, db, staff, tour, {
      action: 'tour_outcome',
      before: { state: tour.state },
      after: { state },
    })
    return succeed(toTourRow(changed))
  })
}

const toTourRow = (tour: Tour): TourRow => ({
  tourId: tour.id,
  state: tour.state,
  locationId: tour.location_id,
  locationName: findName(getCatalogue().locations, tour.location_id),
  date: tour.day,
  time: tour.time,
  name: tour.name,
  phone: tour.phone,
  email: tour.email,
  createdAt: tour.created_at,
  version: tour.version,
})
