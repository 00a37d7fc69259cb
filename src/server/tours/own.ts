import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { TOUR_UNCHANGEABLE } from '#contract/tour-messages.ts'
import type { moveTour as moveTourCall, TourView } from '#contract/tours.ts'
import type { App } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { claimIdempotencyKey, type IdempotentRequest, toIdempotentRequest } from '../db/idempotency.ts'
import type { Tour } from '../db/schema.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import { throttle } from '../throttle/in-process.ts'
import { buildTourCalendar } from './calendar.ts'
import { cancelTourWithin, moveTourWithin } from './changes.ts'
import { canChange, findOwnTour, lockTour, toTourView } from './tour.ts'

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

export async function moveTour(
  app: App,
  own: OwnTour,
  input: Input<typeof moveTourCall>,
  key: string,
): Promise<Outcome<TourView>> {
  const request = toIdempotentRequest(key, ['move tour', own.id, input])
  return changeOwnTour(app, own, request, (db, tour) => moveTourWithin(app, db, CUSTOMER, tour, input))
}

export async function cancelTour(app: App, own: OwnTour, key: string): Promise<Outcome<TourView>> {
  const request = toIdempotentRequest(key, ['cancel tour', own.id])
  return changeOwnTour(app, own, request, async (db, tour) => succeed(await cancelTourWithin(app, db, CUSTOMER, tour)))
}

/** Runs a change once per idempotency key, until the tour starts. */
async function changeOwnTour(
  app: App,
  { id, secret }: OwnTour,
  request: IdempotentRequest,
  work: (db: Queries, tour: Tour) => Promise<Outcome<Tour>>,
): Promise<Outcome<TourView>> {
  const own = await findOwnTour(app, app.db.read, id, secret)
  if (!own) return fail('not_found')
  const allowed = throttle('customerAction', id, app.now())
  if (!allowed.ok) return allowed
  const outcome = await writeAndNotify<Tour>(app, async (db) => {
    const tour = await lockTour(db, id)
    // Staff may have replaced the link.
    if (tour?.secret_version !== own.secret_version) return fail('not_found')
    const repeated = await claimIdempotencyKey(db, request)
    if (repeated) return repeated.ok ? succeed(tour) : repeated
    if (!canChange(tour, app.now())) return fail('wrong_state', { message: TOUR_UNCHANGEABLE })
    return work(db, tour)
  })
  return outcome.ok ? succeed(toTourView(app, outcome.value)) : outcome
}
