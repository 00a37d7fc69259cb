import type { requestPaymentLink } from '#contract/admin/booking-detail.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking-audit.ts'
import { paymentLinkEmail } from '../bookings/emails.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/schema.ts'
import { isRecentlyQueued, queueEmail } from '../mail/outbox.ts'
import { deriveBookingSecret } from '../secrets.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'

/**
 * Where a booking is paid, as its own visitor would: the secret stands behind the `#`, which browsers send to nobody
 * (`stores/current-booking.ts` reads it).
 */
const buildPaymentLink = (app: App, id: string): string => {
  const handle = new URLSearchParams({ booking: id, secret: deriveBookingSecret(app.bookingKey, id) })
  return new URL(`/payment#${handle}`, app.env.siteUrl).href
}

/** Gives the link by which a customer pays what awaits it: mailed to them, or to be copied. Either is in the audit. */
export async function createPaymentLink(
  app: App,
  staff: Staff,
  id: string,
  { by }: Input<typeof requestPaymentLink>,
  key: string,
): Promise<Outcome<Output<typeof requestPaymentLink>>> {
  const link = buildPaymentLink(app, id)
  const press = toIdempotentRequest(key, ['link', id, by])
  const given = await runBookingAction(app, staff, id, { action: 'link', request: press }, async (db, booking) => {
    // Its time is over, also where nobody has swept it away yet.
    if (booking.expires_at !== null && booking.expires_at <= instant(app.now())) return fail('wrong_state')
    if (by === 'mail' && booking.email === '')
      return fail('invalid', { fields: { email: 'This customer gave no email address' } })
    // Staff know this customer: a transfer needs no confirmed email.
    if (booking.email_confirmed_at === null)
      await db
        .updateTable('bookings')
        .set({ email_confirmed_at: instant(app.now()) })
        .where('id', '=', id)
        .execute()
    if (by === 'copy') {
      await recordBookingAuditEntry(app, db, staff, booking, { action: 'payment_link_copied' })
      return succeed(undefined)
    }
    const mail = paymentLinkEmail(booking, link)
    if (await isRecentlyQueued(db, id, mail, app.now())) return succeed(undefined)
    await queueEmail(db, mail, app.now())
    const after = { recipient: booking.email }
    await recordBookingAuditEntry(app, db, staff, booking, { action: 'payment_link_sent', after })
    return succeed(undefined)
  })
  return given.ok ? succeed({ link, booking: given.value }) : given
}
