import type { BookingDetail, changeCustomer, writeNote } from '#contract/admin/booking.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { sentences } from '#contract/sentences.ts'
import { differences } from '#domain/audit.ts'
import { tidy } from '#domain/contact.ts'
import { deskContactProblems } from '#domain/draft.ts'
import type { App } from '../app.ts'
import { recordBookingDeed } from '../bookings/booking-audit.ts'
import { confirmedMail } from '../bookings/booking-mail.ts'
import { searchedIn } from '../bookings/booking-row.ts'
import { keyed } from '../db/keyed.ts'
import { instant } from '../db/schema.ts'
import { isJustNoted, noteMail } from '../mail/outbox.ts'
import { followCustomer } from '../memberships/membership-follow.ts'
import type { Staff } from '../staff/sessions.ts'
import { actOn, changeBooking } from './booking-act.ts'

/** A note for those who come after, with its writer; it is added to, never changed. */
export async function addNote(
  app: App,
  staff: Staff,
  id: string,
  { body }: Input<typeof writeNote>,
  key: string,
): Promise<Outcome<BookingDetail>> {
  return actOn(app, staff, id, { press: keyed(key, ['note', id, body]) }, async (db, booking) => {
    const at = instant(app.now())
    const note = { id: crypto.randomUUID(), booking_id: id, author: staff.email, body, created_at: at }
    await db.insertInto('booking_notes').values(note).execute()
    await recordBookingDeed(app, db, staff, booking, { action: 'booking_noted', after: { note: body } })
    return succeed(undefined)
  })
}

/** The confirmation once more, as it would be written now; not twice within a minute. */
export async function resend(app: App, staff: Staff, id: string, key: string): Promise<Outcome<BookingDetail>> {
  return actOn(app, staff, id, { act: 'resend', press: keyed(key, ['resend', id]) }, async (db, booking) => {
    if (booking.email === '') return fail('invalid', { fields: { email: 'This customer gave no email address' } })
    const mail = confirmedMail(booking)
    if (await isJustNoted(db, id, mail, app.now())) return succeed(undefined)
    await noteMail(db, mail, app.now())
    await recordBookingDeed(app, db, staff, booking, {
      action: 'confirmation_resent',
      after: { recipient: booking.email },
    })
    return succeed(undefined)
  })
}

/** Mends how a customer is called and reached; the membership of the booking follows. */
export async function setCustomer(
  app: App,
  staff: Staff,
  id: string,
  { version, contactInfo }: Input<typeof changeCustomer>,
): Promise<Outcome<BookingDetail>> {
  const contact = tidy(contactInfo)
  return actOn(app, staff, id, { version }, async (db, booking) => {
    const problems = deskContactProblems(contact)
    if (Object.keys(problems).length > 0) return fail('invalid', { fields: sentences(problems) })
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
    const changed = await changeBooking(app, db, booking, {
      ...customer,
      ...newAddress,
      search: searchedIn({ ...customer, id }),
    })
    await followCustomer(db, staff, changed, app.now())
    await recordBookingDeed(app, db, staff, booking, { action: 'booking_changed', ...differences(before, contact) })
    return succeed(undefined)
  })
}
