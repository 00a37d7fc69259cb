import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { TOUR_SLOT_FULL, TOUR_UNCHANGEABLE } from '#contract/tour-messages.ts'
import type { moveTour as moveTourCall, TourView } from '#contract/tours.ts'
import type { App } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { claimIdempotencyKey, type IdempotentRequest, toIdempotentRequest } from '../db/idempotency.ts'
import { instant, type Tour } from '../db/schema.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import { readTourChoices } from './booking.ts'
import { buildTourCalendar, queueTourEmail } from './calendar.ts'
import { tourCancelledEmail, tourMovedEmail } from './emails.ts'
import {
  buildTourLink,
  canChange,
  findFreePlace,
  findOwnTour,
  lockTour,
  recordTourAuditEntry,
  toTourView,
} from './tour.ts'

interface OwnTour {
  id: string
  secret: string
}

/** A wrong secret and an unknown id get the same response. */
export async function readOwnTour(app: App, { id, secret }: OwnTour): Promise<Outcome<TourView>> {
  const tour = await findOwnTour(app, app.db.read, id, secret)
  return tour ? succeed(toTourView(app, tour)) : fail('not_found')
}

export async function readOwnTourCalendar(app: App, { id, secret }: OwnTour): Promise<Outcome<string>> {
  const tour = await findOwnTour(app, app.db.read, id, secret)
  if (!tour) return fail('not_found')
  const calendar = tour.state === 'cancelled' ? undefined : buildTourCalendar(app, tour, 'PUBLISH')
  return calendar ? succeed(calendar.text) : fail('wrong_state', { message: TOUR_UNCHANGEABLE })
}

/** Moving a tour to its own time changes nothing. */
export async function moveTour(
  app: App,
  own: OwnTour,
  input: Input<typeof moveTourCall>,
  key: string,
): Promise<Outcome<TourView>> {
  const request = toIdempotentRequest(key, ['move tour', own.id, input])
  return changeOwnTour(app, own, request, async (db, tour) => {
    const { location_id: locationId, name, phone, email } = tour
    const choices = readTourChoices(app, { locationId, ...input, name, phone, email })
    if (!choices.ok) return choices
    const { date: day, time } = choices.value
    if (day === tour.day && time === tour.time) return succeed(tour)
    const place = await findFreePlace(db, { location_id: locationId, day, time })
    if (place === undefined) return fail('sold_out', { message: TOUR_SLOT_FULL })
    const moved = await updateTour(app, db, tour, { day, time, place })
    await queueTourEmail(app, db, moved, tourMovedEmail(moved, buildTourLink(app, moved)))
    await recordTourAuditEntry(app, db, CUSTOMER, tour, {
      action: 'tour_moved',
      before: { day: tour.day, time: tour.time },
      after: { day, time },
    })
    return succeed(moved)
  })
}

export async function cancelTour(app: App, own: OwnTour, key: string): Promise<Outcome<TourView>> {
  return changeOwnTour(app, own, toIdempotentRequest(key, ['cancel tour', own.id]), async (db, tour) => {
    const cancelled = await updateTour(app, db, tour, { state: 'cancelled' })
    await queueTourEmail(app, db, cancelled, tourCancelledEmail(cancelled, app.env.siteUrl), 'CANCEL')
    await recordTourAuditEntry(app, db, CUSTOMER, tour, {
      action: 'tour_cancelled',
      before: { state: tour.state },
      after: { state: cancelled.state },
    })
    return succeed(cancelled)
  })
}

/** Runs a change once per idempotency key, until the tour starts. */
async function changeOwnTour(
  app: App,
  { id, secret }: OwnTour,
  request: IdempotentRequest,
  work: (db: Queries, tour: Tour) => Promise<Outcome<Tour>>,
): Promise<Outcome<TourView>> {
  if (!(await findOwnTour(app, app.db.read, id, secret))) return fail('not_found')
  const outcome = await writeAndNotify<Tour>(app, async (db) => {
    const tour = await lockTour(db, id)
    if (!tour) return fail('not_found')
    const repeated = await claimIdempotencyKey(db, request)
    if (repeated) return repeated.ok ? succeed(tour) : repeated
    if (!canChange(tour, app.now())) return fail('wrong_state', { message: TOUR_UNCHANGEABLE })
    return work(db, tour)
  })
  return outcome.ok ? succeed(toTourView(app, outcome.value)) : outcome
}

async function updateTour(
  app: App,
  db: Queries,
  { id, version }: Tour,
  changes: Partial<Pick<Tour, 'day' | 'time' | 'place' | 'state'>>,
): Promise<Tour> {
  await recordEvent(db, 'tour_update', id, app.now())
  return db
    .updateTable('tours')
    .set({ ...changes, version: version + 1, updated_at: instant(app.now()) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
