import type { replaceBookingLink } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { buildBookingLink, getBookingSecret, getPaymentSecret } from '../bookings/access.ts'
import { linkReplacedEmail } from '../bookings/emails.ts'
import { updateBooking } from '../bookings/updates.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { queueEmail, replaceInQueuedEmails } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'

/** Ends all links and secrets of the booking. A customer without an email gets no new link. */
export function replaceLink(
  app: App,
  staff: Staff,
  id: string,
  { version }: Input<typeof replaceBookingLink>,
  key: string,
) {
  const request = toIdempotentRequest(key, ['replace_link', id, version])
  return runBookingAction(app, staff, id, { version, request }, async (db, booking) => {
    const changed = await updateBooking(app, db, booking, { secret_version: booking.secret_version + 1 })
    for (const getSecret of [getBookingSecret, getPaymentSecret])
      await replaceInQueuedEmails(db, getSecret(app, booking), getSecret(app, changed))
    await queueEmail(db, linkReplacedEmail(changed, buildBookingLink(app, changed)), app.now())
    return succeed({ action: 'link_reissued', ...(changed.email !== '' && { after: { recipient: changed.email } }) })
  })
}
