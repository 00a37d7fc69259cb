import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getTransactionMessages, getValidationMessages } from '#contract/validation-messages.ts'
import { type BookingAction, holdsSeats, isActionAllowed } from '#domain/booking.ts'
import { walkInContactProblems } from '#domain/booking-draft.ts'
import { fullName, normaliseContact } from '#domain/contact.ts'
import { ACCOUNT_METHODS, isStaffConfirmed } from '#domain/payment.ts'
import { isTransactionId, normaliseTransactionId } from '#domain/receipt/receipt.ts'
import type { StaffLedger } from '../../../admin/ledger.ts'
import type { BookingRecord } from '../booking-record.ts'
import { withStorageLock } from '../record-storage.ts'
import {
  changeBooking,
  changeMembership,
  createAttempt,
  hasSeats,
  readCurrentBookings,
  readCurrentMemberships,
  transitionBooking,
} from '../transitions.ts'
import { settle } from '../verify-payment.ts'
import { toBookingDetail } from './booking-detail.ts'

/** Settles the pending payment of this method, or records a new one. */
export const confirmWithPayment: StaffLedger['confirmBooking'] = (id, { version, method, transactionId = '' }) =>
  runAction(id, version, 'confirm', (booking) => {
    const isNumbered = ACCOUNT_METHODS.includes(method)
    const reference = isNumbered ? normaliseTransactionId(transactionId) : booking.id
    if (isNumbered && !isTransactionId(transactionId))
      return fail('invalid', { fields: { transactionId: getTransactionMessages(method).missing } })
    if (isNumbered && isTransactionUsed(reference, booking))
      return fail('invalid', { fields: { transactionId: getTransactionMessages(method).used } })
    if (!holdsSeats(booking.status) && !hasSeats(booking)) return fail('sold_out')
    const pending = booking.payments.find((attempt) => attempt.method === method && attempt.state === 'pending')
    const payment = pending ?? createAttempt(booking, method)
    const payments = pending ? booking.payments : [...booking.payments, payment]
    const { status } = settle(
      { ...booking, payments },
      payment.paymentId,
      { state: 'confirmed', transactionId: reference },
      'staff',
    )
    return status === 'confirmed' ? succeed(undefined) : fail('sold_out')
  })

/** Rejecting also settles its payment reviews. */
export const rejectSelected: StaffLedger['rejectBooking'] = (id, { version }) =>
  runAction(id, version, 'reject', (booking) => {
    const payments = booking.payments.map((payment) =>
      payment.state === 'pending' && isStaffConfirmed(payment.method)
        ? { ...payment, state: 'failed' as const }
        : payment,
    )
    transitionBooking(booking, 'cancelled', { payments, endedByStaff: true })
    return succeed(undefined)
  })

export const cancelSelected: StaffLedger['cancelBooking'] = (id, { version }) =>
  runAction(id, version, 'cancel', (booking) => {
    transitionBooking(booking, 'cancelled', { endedByStaff: true })
    return succeed(undefined)
  })

/** Also updates the membership. */
export const updateCustomer: StaffLedger['changeCustomer'] = (id, { version, contactInfo }) =>
  runAction(id, version, undefined, (booking) => {
    const contact = normaliseContact({ ...contactInfo, pan: contactInfo.pan ?? booking.pan })
    const fields = getValidationMessages(walkInContactProblems(contact))
    if (Object.keys(fields).length > 0) return fail('invalid', { fields })
    const customer = { customerName: fullName(contact), email: contact.email, phone: contact.phone }
    changeBooking(booking, { ...customer, company: contact.company, pan: contact.pan })
    const membership = readCurrentMemberships().find(({ bookingId }) => bookingId === id)
    if (membership) changeMembership(membership, customer)
    return succeed(undefined)
  })

/** Rejects a stale version with the current booking. */
const runAction = (
  id: string,
  version: number,
  action: BookingAction | undefined,
  change: (booking: BookingRecord) => Outcome<unknown>,
): Promise<Outcome<BookingDetail>> =>
  withStorageLock(() => {
    const booking = findBooking(id)
    if (!booking) return fail('not_found')
    if (version !== booking.version) return fail('changed_meanwhile', { current: toBookingDetail(booking) })
    if (action && !isActionAllowed(action, booking.status)) return fail('wrong_state')
    const result = change(booking)
    return result.ok ? readBookingDetail(id) : result
  })

export function readBookingDetail(id: string): Outcome<BookingDetail> {
  const booking = findBooking(id)
  return booking ? succeed(toBookingDetail(booking)) : fail('not_found')
}

const findBooking = (id: string): BookingRecord | undefined =>
  readCurrentBookings().find((booking) => booking.id === id)

const isTransactionUsed = (reference: string, { id }: BookingRecord): boolean =>
  readCurrentBookings().some(
    (other) =>
      other.id !== id &&
      other.payments.some(({ transactionId }) => normaliseTransactionId(transactionId ?? '') === reference),
  )
