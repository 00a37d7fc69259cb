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
import { instant } from '../db/instant.ts'
import type { Booking, Tour } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { consumeShared } from '../throttle/shared-throttle.ts'
import { buildTourLink } from '../tours/tour.ts'
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

/** Emails the links of each request's current bookings and tours, to the address of these only. */
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
  const email = request.kind === 'email' ? request.value : await findEmail(db, request.value)
  const bookings = email ? await listCurrentBookings(app, db, email) : []
  const tours = email ? await listComingTours(app, db, email) : []
  const to = (bookings[0] ?? tours[0])?.email
  if (to === undefined) return
  const now = app.now()
  const allowed = await consumeShared(db, 'sendLinksTo', to.toLowerCase(), now)
  if (!allowed.ok) return
  const links = [
    ...bookings.map((booking) => ({ booking, link: buildBookingLink(app, booking) })),
    ...tours.map((tour) => ({ tour, link: buildTourLink(app, tour) })),
  ]
  await queueEmail(db, bookingLinksEmail(to, links), now)
}

/** Of a booking or tour. */
async function findEmail(db: Queries, reference: string): Promise<string | undefined> {
  const id = reference.toUpperCase()
  const booking = await db.selectFrom('bookings').select('email').where('id', '=', id).executeTakeFirst()
  if (booking) return booking.email
  return (await db.selectFrom('tours').select('email').where('id', '=', id).executeTakeFirst())?.email
}

const listComingTours = (app: App, db: Queries, email: string): Promise<Tour[]> =>
  db
    .selectFrom('tours')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('state', '=', 'booked')
    .where('day', '>=', kathmanduDate(app.now()))
    .orderBy('day')
    .orderBy('time')
    .limit(MAX_LINKS)
    .execute()

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
