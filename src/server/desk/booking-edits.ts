import type { addBookingNote, changeCustomer } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { getValidationMessages } from '#contract/validation-messages.ts'
import { diffFields } from '#domain/audit.ts'
import { walkInContactProblems } from '#domain/booking-draft.ts'
import { normaliseContact } from '#domain/contact.ts'
import type { App } from '../app.ts'
import { buildSearchText } from '../bookings/booking.ts'
import { buildConfirmation } from '../bookings/confirmation.ts'
import { updateBooking } from '../bookings/updates.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/instant.ts'
import { isRecentlyQueued, queueEmail } from '../mail/outbox.ts'
import { updateMembershipCustomer } from '../memberships/update-from-booking.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'

export function addNote(app: App, staff: Staff, id: string, { body }: Input<typeof addBookingNote>, key: string) {
  return runBookingAction(app, staff, id, { request: toIdempotentRequest(key, ['note', id, body]) }, async (db) => {
    const created_at = instant(app.now())
    const note = { id: crypto.randomUUID(), booking_id: id, author: staff.email, body, created_at }
    await db.insertInto('booking_notes').values(note).execute()
    return succeed({ action: 'booking_noted', after: { note: body } })
  })
}

/** Sends the confirmation, at most once a minute. */
export function resendConfirmationEmail(app: App, staff: Staff, id: string, key: string) {
  const request = toIdempotentRequest(key, ['resend', id])
  return runBookingAction(app, staff, id, { action: 'resend', request }, async (db, booking) => {
    if (booking.email === '') return fail('invalid', { fields: { email: 'This customer has no email address' } })
    const email = await buildConfirmation(app, db, booking)
    if (await isRecentlyQueued(db, id, email, app.now())) return succeed(undefined)
    await queueEmail(db, { ...email, bills: 'all' }, app.now())
    return succeed({ action: 'confirmation_resent', after: { recipient: booking.email } })
  })
}

export function updateCustomer(
  app: App,
  staff: Staff,
  id: string,
  { version, contactInfo }: Input<typeof changeCustomer>,
) {
  return runBookingAction(app, staff, id, { version }, async (db, booking) => {
    const contact = normaliseContact({ ...contactInfo, pan: contactInfo.pan ?? booking.pan })
    const problems = walkInContactProblems(contact)
    if (Object.keys(problems).length > 0) return fail('invalid', { fields: getValidationMessages(problems) })
    const { first_name, last_name, email, phone, company, pan } = booking
    const before = { firstName: first_name, lastName: last_name, email, phone, company, pan }
    const customer = {
      first_name: contact.firstName,
      last_name: contact.lastName,
      email: contact.email,
      phone: contact.phone,
      company: contact.company,
      pan: contact.pan,
    }
    // A confirmed or pending address no longer applies.
    const newAddress = contact.email !== email && { email_token: null, email_confirmed_at: null }
    const changed = await updateBooking(app, db, booking, {
      ...customer,
      ...newAddress,
      search: buildSearchText({ ...customer, id }),
    })
    await updateMembershipCustomer(db, staff, changed, app.now())
    return succeed({ action: 'booking_changed', ...diffFields(before, contact) })
  })
}
