import type { BookingView } from '#contract/bookings.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { CUSTOMER, recordAuditEntry } from '../audit/entries.ts'
import { findBookingOfCustomer } from '../bookings/access.ts'
import { type BookingAuditEntry, getCustomerName } from '../bookings/booking.ts'
import { loadBookingView } from '../bookings/view.ts'
import type { Queries } from '../db/database.ts'
import { claimIdempotencyKey, type IdempotentRequest } from '../db/idempotency.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Booking } from '../db/schema.ts'
import { throttle } from '../throttle/in-process.ts'

export interface OwnBooking {
  id: string
  secret: string
}

/**
 * Runs a customer's action once per idempotency key and records its audit entry, if any, in one transaction. Returns the
 * booking; also with `changed_meanwhile`.
 */
export async function runCustomerAction(
  app: App,
  { id, secret }: OwnBooking,
  request: IdempotentRequest,
  work: (db: Queries, booking: Booking) => Promise<Outcome<BookingAuditEntry | undefined>>,
): Promise<Outcome<BookingView>> {
  const own = await findBookingOfCustomer(app, app.db.read, id, secret)
  if (!own) return fail('not_found')
  const allowed = throttle('customerAction', id, app.now())
  if (!allowed.ok) return allowed
  const outcome = await app.db.write<unknown>(async (db) => {
    const booking = await lockBooking(db, id)
    // Staff may have replaced the link.
    if (booking?.secret_version !== own.secret_version) return fail('not_found')
    const repeated = await claimIdempotencyKey(db, request)
    if (repeated) return repeated
    const entry = await work(db, booking)
    if (!entry.ok) return entry
    const subject = { by: CUSTOMER, subject: 'booking', subjectId: id, label: getCustomerName(booking) } as const
    if (entry.value) await recordAuditEntry(db, { ...subject, ...entry.value }, app.now())
    return succeed(undefined)
  })
  const current = () => loadOwnBookingView(app, id)
  if (outcome.ok) {
    app.notifier.notify()
    return succeed(await current())
  }
  return outcome.failure.code === 'changed_meanwhile'
    ? fail('changed_meanwhile', { current: await current() })
    : outcome
}

async function loadOwnBookingView(app: App, id: string): Promise<BookingView> {
  const booking = await app.db.read.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return loadBookingView(app, booking)
}
