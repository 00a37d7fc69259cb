import { sql } from 'kysely'
import type { findBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { BOOKING_SEARCH_MESSAGES } from '#contract/validation-messages.ts'
import type { BookingState } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { App, Result } from '../app.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { isRefundDue } from '../bookings/refund-due.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { type Booking, instant } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { consumeShared } from '../throttle/shared-throttle.ts'
import { bookingLinksEmail } from './emails.ts'

const BATCH_SIZE = 50
/** In one email. */
const MAX_LINKS = 50
const CURRENT_STATES: readonly BookingState[] = ['held', 'pending_verification', 'confirmed', 'needs_decision']

interface LinkRequest {
  kind: 'reference' | 'email'
  value: string
}

/** A plain form has one field for both. */
export function validateLinkRequest({ reference, email }: Input<typeof findBooking>): Outcome<LinkRequest> {
  const [value, other] = [reference, email].map((text) => text?.trim()).filter(Boolean)
  if (!value || other) return fail('invalid', { fields: { reference: BOOKING_SEARCH_MESSAGES.missing } })
  return succeed({ kind: value.includes('@') ? 'email' : 'reference', value })
}

/** Stores the request for `answerLinkRequests`, so that neither the response nor its time depends on a match. */
export async function findBookings(app: App, request: LinkRequest): Result<typeof findBooking> {
  await runTransaction(app.db, (db) =>
    db
      .insertInto('link_requests')
      .values({ id: crypto.randomUUID(), ...request, created_at: instant(app.now()) })
      .execute(),
  )
  return succeed({})
}

/** Emails the links of each request's current bookings, to the address of the bookings only. */
export async function answerLinkRequests(app: App): Promise<void> {
  const requests = await app.db.read
    .selectFrom('link_requests')
    .select('id')
    .orderBy('created_at')
    .limit(BATCH_SIZE)
    .execute()
  for (const { id } of requests) await runTransaction(app.db, (db) => answerLinkRequest(app, db, id))
}

/** Deletes the request first, so that another process does not answer it too. */
async function answerLinkRequest(app: App, db: Queries, id: string): Promise<void> {
  const request = await db.deleteFrom('link_requests').where('id', '=', id).returningAll().executeTakeFirst()
  if (!request) return
  const email = request.kind === 'email' ? request.value : await findEmailOfBooking(db, request.value)
  const bookings = email ? await listCurrentBookings(app, db, email) : []
  const [first] = bookings
  if (!first) return
  const now = app.now()
  const allowed = await consumeShared(db, 'sendLinksTo', first.email.toLowerCase(), now)
  if (!allowed.ok) return
  const links = bookings.map((booking) => ({ booking, link: buildBookingLink(app, booking) }))
  await queueEmail(db, bookingLinksEmail(first.email, links), now)
}

async function findEmailOfBooking(db: Queries, reference: string): Promise<string | undefined> {
  const booking = await db
    .selectFrom('bookings')
    .select('email')
    .where('id', '=', reference.toUpperCase())
    .executeTakeFirst()
  return booking?.email
}

/** Bookings whose last day is not over, and those with a refund still due. */
const listCurrentBookings = (app: App, db: Queries, email: string): Promise<Booking[]> =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where((booking) =>
      booking.or([
        booking.and([booking('end_date', '>=', kathmanduDate(app.now())), booking('state', 'in', CURRENT_STATES)]),
        booking.exists(
          booking
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.booking_id', '=', 'bookings.id')
            .where(isRefundDue),
        ),
      ]),
    )
    .orderBy('start_date')
    .orderBy('id')
    .limit(MAX_LINKS)
    .execute()
