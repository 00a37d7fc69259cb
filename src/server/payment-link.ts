import type { givePaymentLink } from '#contract/admin/booking.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from './app.ts'
import { actOn, recordBookingDeed } from './booking-act.ts'
import type { Queries } from './db/database.ts'
import { type BookingTable, instant } from './db/schema.ts'
import { paymentLinkMail } from './mail/booking-mail.ts'
import { noteMail } from './mail/outbox.ts'
import { bookingSecret } from './secrets.ts'
import type { Staff } from './sessions.ts'

/**
 * Where a booking is paid, as its own visitor would: the secret stands behind the `#`, which browsers send to nobody
 * (`stores/handle.ts` reads it).
 */
const paymentLink = (app: App, id: string): string => {
  const handle = new URLSearchParams({ booking: id, secret: bookingSecret(app.bookingKey, id) })
  return new URL(`/payment#${handle}`, app.env.siteUrl).href
}

/** Whoever presses twice, or again because no answer came, sends one mail. */
const ONE_MAIL_MS = 60_000

/** Gives the link by which a customer pays what awaits it: mailed to them, or to be copied. Either is in the audit. */
export async function giveLink(
  app: App,
  staff: Staff,
  id: string,
  { by }: Input<typeof givePaymentLink>,
): Promise<Outcome<Output<typeof givePaymentLink>>> {
  const link = paymentLink(app, id)
  const given = await actOn(app, staff, id, { act: 'link' }, async (db, booking) => {
    // Its time is over, also where nobody has swept it away yet.
    if (booking.expires_at !== null && booking.expires_at <= instant(app.now())) return fail('wrong_state')
    if (by === 'mail' && booking.email === '')
      return fail('invalid', { fields: { email: 'This customer gave no email address' } })
    if (by === 'mail' && (await isJustSent(app, db, booking))) return succeed(undefined)
    if (by === 'mail') await noteMail(db, paymentLinkMail(booking, link), app.now())
    await recordBookingDeed(app, db, staff, booking, {
      action: by === 'mail' ? 'payment_link_sent' : 'payment_link_copied',
      ...(by === 'mail' && { after: sentTo(booking) }),
    })
    return succeed(undefined)
  })
  return given.ok ? succeed({ link, booking: given.value }) : given
}

const sentTo = ({ email }: BookingTable) => ({ recipient: email })

/** To this very address: one that was mended since gets its own. */
async function isJustSent(app: App, db: Queries, booking: BookingTable): Promise<boolean> {
  const sent = await db
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', 'booking')
    .where('subject_id', '=', booking.id)
    .where('action', '=', 'payment_link_sent')
    .where('after', '=', JSON.stringify(sentTo(booking)))
    .where('created_at', '>', instant(app.now() - ONE_MAIL_MS))
    .executeTakeFirst()
  return sent !== undefined
}
