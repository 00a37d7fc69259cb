import type { App } from '../app.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { buildBookingEmail } from '../bookings/email-content.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { type EmailContent, paragraph } from '../mail/content.ts'
import { queueEmail } from '../mail/outbox.ts'
import { attachToEmail, hasNoBills, isNotEmailed } from './attachments.ts'

/** For what is issued later than the email about its payment or refund. */
export const billEmail = (booking: Booking, link: string): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `Your bill for booking ${booking.id}`,
    paragraph('A new bill or note for your booking is attached to this email.'),
    paragraph('A credit note cancels all or part of an earlier bill. A debit note restores it.'),
  ),
  bills: 'new',
})

/** Queues nothing if all was emailed, or an email that was not attempted yet carries it. The caller holds the booking's lock. */
export async function queueBillEmail(app: App, db: Queries, booking: Booking): Promise<void> {
  const unsent = await db
    .selectFrom('bills')
    .select('number')
    .where('booking_id', '=', booking.id)
    .where(isNotEmailed)
    .executeTakeFirst()
  if (!unsent) return
  const queued = await db
    .selectFrom('emails')
    .select('id')
    .where('booking_id', '=', booking.id)
    .where('bills', 'is not', null)
    .where('sent_at', 'is', null)
    .where('attempts', '=', 0)
    .where('failed_at', 'is', null)
    .where(hasNoBills)
    .executeTakeFirst()
  if (!queued) await queueEmail(db, billEmail(booking, buildBookingLink(app, booking)), app.now())
}

interface CorrectionDocuments {
  number: string
  credit: string
  bill: string
  reason: string
}

export const correctionEmail = (
  booking: Booking,
  link: string,
  { number, credit, bill, reason }: CorrectionDocuments,
): EmailContent => ({
  ...buildBookingEmail(
    booking,
    link,
    `Your corrected bill ${bill}`,
    paragraph(`We have corrected bill ${number}. Reason: ${reason}`),
    paragraph(`Use bill ${bill} from now on. Credit note ${credit} cancels the earlier one. Both are attached.`),
  ),
  bills: 'new',
})

/** An earlier email of the booking that still waits does not carry the documents. */
export async function queueCorrectionEmail(
  app: App,
  db: Queries,
  booking: Booking,
  documents: CorrectionDocuments,
): Promise<void> {
  const email = correctionEmail(booking, buildBookingLink(app, booking), documents)
  const id = await queueEmail(db, email, app.now())
  if (id !== undefined) await attachToEmail(db, id, [documents.credit, documents.bill], app.now())
}
