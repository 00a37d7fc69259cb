import type { requestPaymentLink } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import type { App, Result } from '../app.ts'
import { buildBookingLink, buildPaymentLink } from '../bookings/access.ts'
import { loadEmailBooking } from '../bookings/email-booking.ts'
import { paymentLinkEmail } from '../bookings/payment-emails.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/instant.ts'
import { isRecentlyQueued, queueEmail } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'
import { findBookingForStaff } from './booking-detail.ts'

/** Emails or returns the link; both are in the audit log. */
export async function createPaymentLink(
  app: App,
  staff: Staff,
  id: string,
  { delivery }: Input<typeof requestPaymentLink>,
  key: string,
): Result<typeof requestPaymentLink> {
  const booking = await findBookingForStaff(app.db.read, staff, id)
  if (!booking) return fail('not_found')
  const link = buildPaymentLink(app, booking)
  const request = toIdempotentRequest(key, ['link', id, delivery])
  const result = await runBookingAction(app, staff, id, { action: 'link', request }, async (db, booking) => {
    // The hold has expired, even if the expiry job has not run.
    if (booking.expires_at !== null && booking.expires_at <= instant(app.now())) return fail('wrong_state')
    if (delivery === 'email' && booking.email === '')
      return fail('invalid', { fields: { email: 'This customer has no email address' } })
    // Staff know the customer: a transfer needs no confirmed email.
    if (booking.email_confirmed_at === null)
      await db
        .updateTable('bookings')
        .set({ email_confirmed_at: instant(app.now()) })
        .where('id', '=', id)
        .execute()
    if (delivery === 'copy') return succeed({ action: 'payment_link_copied' })
    const email = paymentLinkEmail(await loadEmailBooking(app, db, booking), buildBookingLink(app, booking), link)
    if (await isRecentlyQueued(db, id, email, app.now())) return succeed(undefined)
    await queueEmail(db, email, app.now())
    return succeed({ action: 'payment_link_sent', after: { recipient: booking.email } })
  })
  return result.ok ? succeed({ link, booking: result.value }) : result
}
