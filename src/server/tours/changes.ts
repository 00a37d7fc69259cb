import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { formatNoMoveLeft, TOUR_SLOT_FULL } from '#contract/tour-messages.ts'
import { MAX_TOUR_MOVES } from '#domain/tour.ts'
import type { App } from '../app.ts'
import { type AuditActor, CUSTOMER } from '../audit/entries.ts'
import { getBrand } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Tour } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { readTourChoices } from './booking.ts'
import { queueTourEmail } from './calendar.ts'
import { countTourEmailWithin } from './email-limit.ts'
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
  const allowed = by === CUSTOMER ? await countVisitorMove(app, db, tour) : succeed(undefined)
  if (!allowed.ok) return allowed
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

/** Limits the moves of a tour and the emails to its unconfirmed address. */
async function countVisitorMove(app: App, db: Queries, { id, email }: Tour): Promise<Outcome<undefined>> {
  const moves = await db
    .selectFrom('audit')
    .select('id')
    .where('subject_id', '=', id)
    .where('action', '=', 'tour_moved')
    .where('actor', '=', CUSTOMER)
    .execute()
  if (moves.length >= MAX_TOUR_MOVES) return fail('wrong_state', { message: formatNoMoveLeft(getBrand().phone) })
  return countTourEmailWithin(app, db, email)
}

/** Within a transaction that has locked the tour. */
export async function cancelTourWithin(app: App, db: Queries, by: AuditActor, tour: Tour): Promise<Tour> {
  const cancelled = await updateTour(app, db, tour, { state: 'cancelled' })
  const buildEmail = by === CUSTOMER ? tourCancelledEmail : tourCancelledByStaffEmail
  // A visitor can cancel also when no more emails are sent.
  if (by !== CUSTOMER || (await countTourEmailWithin(app, db, tour.email)).ok)
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
