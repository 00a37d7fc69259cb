import type { givePaymentLink } from '#contract/admin/booking.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { recordBookingDeed } from '../bookings/booking-audit.ts'
import { paymentLinkMail } from '../bookings/booking-mail.ts'
import { keyed } from '../db/keyed.ts'
import { instant } from '../db/schema.ts'
import { isJustNoted, noteMail } from '../mail/outbox.ts'
import { bookingSecret } from '../secrets.ts'
import type { Staff } from '../staff/sessions.ts'
import { actOn } from './booking-act.ts'

/**
 * Where a booking is paid, as its own visitor would: the secret stands behind the `#`, which browsers send to nobody
 * (`stores/handle.ts` reads it).
 */
const paymentLink = (app: App, id: string): string => {
  const handle = new URLSearchParams({ booking: id, secret: bookingSecret(app.bookingKey, id) })
  return new URL(`/payment#${handle}`, app.env.siteUrl).href
}

/** Gives the link by which a customer pays what awaits it: mailed to them, or to be copied. Either is in the audit. */
export async function giveLink(
  app: App,
  staff: Staff,
  id: string,
  { by }: Input<typeof givePaymentLink>,
  key: string,
): Promise<Outcome<Output<typeof givePaymentLink>>> {
  const link = paymentLink(app, id)
  const press = keyed(key, ['link', id, by])
  const given = await actOn(app, staff, id, { act: 'link', press }, async (db, booking) => {
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
      await recordBookingDeed(app, db, staff, booking, { action: 'payment_link_copied' })
      return succeed(undefined)
    }
    const mail = paymentLinkMail(booking, link)
    if (await isJustNoted(db, id, mail, app.now())) return succeed(undefined)
    await noteMail(db, mail, app.now())
    const after = { recipient: booking.email }
    await recordBookingDeed(app, db, staff, booking, { action: 'payment_link_sent', after })
    return succeed(undefined)
  })
  return given.ok ? succeed({ link, booking: given.value }) : given
}
