import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { TOUR_SLOT_FULL } from '#contract/tour-messages.ts'
import type { App } from '../app.ts'
import { type AuditActor, CUSTOMER } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { instant, type Tour } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { readTourChoices } from './booking.ts'
import { queueTourEmail } from './calendar.ts'
import { tourCancelledByStaffEmail, tourCancelledEmail, tourMovedByStaffEmail, tourMovedEmail } from './emails.ts'
import { buildTourLink, findFreePlace, recordTourAuditEntry } from './tour.ts'

/** Within a transaction that has locked the tour. Moving a tour to its own time changes nothing. */
export async function moveTourWithin(
  app: App,
  db: Queries,
  by: AuditActor,
  tour: Tour,
  to: { date: string; time: string },
): Promise<Outcome<Tour>> {
  const { location_id: locationId, name, phone, email } = tour
  const choices = await readTourChoices(app, db, { locationId, ...to, name, phone, email })
  if (!choices.ok) return choices
  const { date: day, time } = choices.value
  if (day === tour.day && time === tour.time) return succeed(tour)
  const place = await findFreePlace(db, { location_id: locationId, day, time })
  if (place === undefined) return fail('sold_out', { message: TOUR_SLOT_FULL })
  const moved = await updateTour(app, db, tour, { day, time, place })
  const buildEmail = by === CUSTOMER ? tourMovedEmail : tourMovedByStaffEmail
  await queueTourEmail(app, db, moved, buildEmail(moved, buildTourLink(app, moved)))
  await recordTourAuditEntry(app, db, by, tour, {
    action: 'tour_moved',
    before: { day: tour.day, time: tour.time },
    after: { day, time },
  })
  return succeed(moved)
}

/** Within a transaction that has locked the tour. */
export async function cancelTourWithin(app: App, db: Queries, by: AuditActor, tour: Tour): Promise<Tour> {
  const cancelled = await updateTour(app, db, tour, { state: 'cancelled' })
  const buildEmail = by === CUSTOMER ? tourCancelledEmail : tourCancelledByStaffEmail
  await queueTourEmail(app, db, cancelled, buildEmail(cancelled, app.env.siteUrl), 'CANCEL')
  await recordTourAuditEntry(app, db, by, tour, {
    action: 'tour_cancelled',
    before: { state: tour.state },
    after: { state: cancelled.state },
  })
  return cancelled
}

/** Notifies open lists of staff. */
export async function updateTour(
  app: App,
  db: Queries,
  { id, version }: Tour,
  changes: Partial<Pick<Tour, 'day' | 'time' | 'place' | 'state' | 'secret_version'>>,
): Promise<Tour> {
  await recordEvent(db, 'tour_update', id, app.now())
  return db
    .updateTable('tours')
    .set({ ...changes, version: version + 1, updated_at: instant(app.now()) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
