import type {
  cancelTourByStaff,
  moveTourByStaff,
  recordTourOutcome,
  replaceTourLink,
  TourRow,
} from '#contract/admin/tours.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { TOUR_NOT_STARTED, TOUR_UNCHANGEABLE } from '#contract/tour-messages.ts'
import { isAssignedTo } from '#domain/staff.ts'
import { canRecordTourOutcome } from '#domain/tour.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { claimIdempotencyKey, type IdempotentRequest, toIdempotentRequest } from '../db/idempotency.ts'
import type { Tour } from '../db/schema.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import { queueEmail, replaceInQueuedEmails } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { cancelTourWithin, moveTourWithin, updateTour } from './changes.ts'
import { tourLinkReplacedEmail } from './emails.ts'
import { buildTourLink, canChange, getTourSecret, lockTour, recordTourAuditEntry, toTourRow } from './tour.ts'

export const moveTour = (
  app: App,
  staff: Staff,
  id: string,
  { version, ...to }: Input<typeof moveTourByStaff>,
): Promise<Outcome<TourRow>> =>
  changeTour(app, staff, id, { version }, (db, tour) => moveTourWithin(app, db, staff, tour, to))

export const cancelTour = (
  app: App,
  staff: Staff,
  id: string,
  { version }: Input<typeof cancelTourByStaff>,
): Promise<Outcome<TourRow>> =>
  changeTour(app, staff, id, { version }, async (db, tour) => succeed(await cancelTourWithin(app, db, staff, tour)))

/** Ends all links of the tour. A visitor without an email gets no new link. */
export function replaceLink(
  app: App,
  staff: Staff,
  id: string,
  { version }: Input<typeof replaceTourLink>,
  key: string,
): Promise<Outcome<TourRow>> {
  const request = toIdempotentRequest(key, ['replace tour link', id, version])
  return changeTour(app, staff, id, { version, request }, async (db, tour) => {
    const changed = await updateTour(app, db, tour, { secret_version: tour.secret_version + 1 })
    const [from, to] = [getTourSecret(app, tour), getTourSecret(app, changed)]
    await replaceInQueuedEmails(db, from, to)
    await queueEmail(db, tourLinkReplacedEmail(changed, buildTourLink(app, changed)), app.now())
    await recordTourAuditEntry(app, db, staff, tour, { action: 'tour_link_reissued' })
    return succeed(changed)
  })
}

/** Runs a change of the version shown, until the tour starts. */
function changeTour(
  app: App,
  { workplaces }: Staff,
  id: string,
  { version, request }: { version: number; request?: IdempotentRequest },
  work: (db: Queries, tour: Tour) => Promise<Outcome<Tour>>,
): Promise<Outcome<TourRow>> {
  return writeAndNotify<TourRow>(app, async (db) => {
    const tour = await lockTour(db, id)
    if (!tour || !isAssignedTo(workplaces, tour.location_id)) return fail('not_found')
    const repeated = request && (await claimIdempotencyKey(db, request))
    if (repeated) return repeated.ok ? succeed(toTourRow(tour)) : repeated
    if (tour.version !== version) return fail('changed_meanwhile', { current: toTourRow(tour) })
    if (!canChange(tour, app.now())) return fail('wrong_state', { message: TOUR_UNCHANGEABLE })
    const changed = await work(db, tour)
    return changed.ok ? succeed(toTourRow(changed.value)) : changed
  })
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
      return fail('wrong_state', { message: TOUR_NOT_STARTED })
    const changed = await updateTour(app, db, tour, { state })
    await recordTourAuditEntry(app, db, staff, tour, {
      action: 'tour_outcome',
      before: { state: tour.state },
      after: { state },
    })
    return succeed(toTourRow(changed))
  })
}
