import type { addBookingNote, BookingDetail, changeCustomer } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getValidationMessages } from '#contract/validation-messages.ts'
import { diffFields } from '#domain/audit.ts'
import { normaliseContact } from '#domain/contact.ts'
import { walkInContactProblems } from '#domain/draft.ts'
import type { App } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking-audit.ts'
import { bookingConfirmedEmail } from '../bookings/emails.ts'
import { buildSearchText } from '../bookings/rows.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/schema.ts'
import { isRecentlyQueued, queueEmail } from '../mail/outbox.ts'
import { updateMembershipCustomer } from '../memberships/update-from-booking.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction, updateBooking } from './booking-action.ts'

/** A note for those who come after, with its writer; it is added to, never changed. */
export async function addNote(
  app: App,
  staff: Staff,
  id: string,
  { body }: Input<typeof addBookingNote>,
  key: string,
): Promise<Outcome<BookingDetail>> {
  return runBookingAction(
    app,
    staff,
    id,
    { request: toIdempotentRequest(key, ['note', id, body]) },
    async (db, booking) => {
      const at = instant(app.now())
      const note = { id: crypto.randomUUID(), booking_id: id, author: staff.email, body, created_at: at }
      await db.insertInto('booking_notes').values(note).execute()
      await recordBookingAuditEntry(app, db, staff, booking, { action: 'booking_noted', after: { note: body } })
      return succeed(undefined)
    },
  )
}

/** The confirmation once more, as it would be written now; not twice within a minute. */
export async function resendConfirmationEmail(
  app: App,
  staff: Staff,
  id: string,
  key: string,
): Promise<Outcome<BookingDetail>> {
  return runBookingAction(
    app,
    staff,
    id,
    { action: 'resend', request: toIdempotentRequest(key, ['resend', id]) },
    async (db, booking) => {
      if (booking.email === '') return fail('invalid', { fields: { email: 'This customer gave no email address' } })
      const mail = bookingConfirmedEmail(booking)
      if (await isRecentlyQueued(db, id, mail, app.now())) return succeed(undefined)
      await queueEmail(db, mail, app.now())
      await recordBookingAuditEntry(app, db, staff, booking, {
        action: 'confirmation_resent',
        after: { recipient: booking.email },
      })
      return succeed(undefined)
    },
  )
}

/** Mends how a customer is called and reached; the membership of the booking follows. */
export async function updateCustomer(
  app: App,
  staff: Staff,
  id: string,
  { version, contactInfo }: Input<typeof changeCustomer>,
): Promise<Outcome<BookingDetail>> {
  const contact = normaliseContact(contactInfo)
  return runBookingAction(app, staff, id, { version }, async (db, booking) => {
    const problems = walkInContactProblems(contact)
    if (Object.keys(problems).length > 0) return fail('invalid', { fields: getValidationMessages(problems) })
    const { first_name, last_name, email, phone, company } = booking
    const before = { firstName: first_name, lastName: last_name, email, phone, company }
    const customer = {
      first_name: contact.firstName,
      last_name: contact.lastName,
      email: contact.email,
      phone: contact.phone,
      company: contact.company,
    }
    // What was confirmed, or may yet be by a mailed link, was the address before.
    const newAddress = contact.email !== email && { email_token: null, email_confirmed_at: null }
    const changed = await updateBooking(app, db, booking, {
      ...customer,
      ...newAddress,
      search: buildSearchText({ ...customer, id }),
    })
    await updateMembershipCustomer(db, staff, changed, app.now())
    await recordBookingAuditEntry(app, db, staff, booking, {
      action: 'booking_changed',
      ...diffFields(before, contact),
    })
    return succeed(undefined)
  })
}
