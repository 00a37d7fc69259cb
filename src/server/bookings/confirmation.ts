import { sum } from '#domain/money.ts'
import { getReceivedAmount, isPaid } from '#domain/payment.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import type { EmailContent } from '../mail/content.ts'
import { buildBookingLink } from './access.ts'
import { attachCalendar } from './calendar.ts'
import { readFreeCancellationEnd } from './cancellation-terms.ts'
import { loadEmailBooking } from './email-booking.ts'
import { bookingConfirmedEmail } from './emails.ts'

/** The confirmation with its calendar file, also when it is sent again. Call it after the change. */
export async function buildConfirmation(app: App, db: Queries, booking: Booking): Promise<EmailContent> {
  const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', booking.id).execute()
  const isListed = app.catalogue.locations.some(({ id }) => id === booking.location_id)
  const email = bookingConfirmedEmail(await loadEmailBooking(app, db, booking), buildBookingLink(app, booking), {
    paid: sum(payments.filter(({ state }) => isPaid(state)).map(getReceivedAmount)),
    // The content may no longer have the location.
    freeUntil: isListed ? await readFreeCancellationEnd(app, db, booking) : undefined,
    now: app.now(),
  })
  return attachCalendar(app, db, booking.id, email)
}
