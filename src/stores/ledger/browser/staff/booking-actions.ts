import type {
  BookingDetail,
  cancelBooking,
  changeCustomer,
  confirmBooking,
  rejectBooking,
} from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getValidationMessages, TRANSACTION_MESSAGES } from '#contract/validation-messages.ts'
import { type BookingAction, holdsSeats, isActionAllowed } from '#domain/booking.ts'
import { fullName, normalisePhone } from '#domain/contact.ts'
import { walkInContactProblems } from '#domain/draft.ts'
import { isStaffConfirmed } from '#domain/payment.ts'
import { isTransactionId, normaliseTransactionId } from '#domain/receipt/receipt.ts'
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

type ActionResult = Promise<Outcome<BookingDetail>>

/** The money is there: what the customer announced is settled by it, or a payment of its own. */
export const confirmWithPayment = (
  id: string,
  { version, method, transactionId = '' }: Input<typeof confirmBooking>,
): ActionResult =>
  runAction(id, version, 'confirm', (booking) => {
    const number = method === 'cash' ? booking.id : normaliseTransactionId(transactionId)
    if (method !== 'cash' && !isTransactionId(transactionId))
      return fail('invalid', { fields: { transactionId: TRANSACTION_MESSAGES.missing } })
    if (method !== 'cash' && isTransactionUsed(number, booking))
      return fail('invalid', { fields: { transactionId: TRANSACTION_MESSAGES.used } })
    if (!holdsSeats(booking.status) && !hasSeats(booking)) return fail('sold_out')
    const announced = booking.payments.find((known) => known.method === method && known.state === 'pending')
    const payment = announced ?? createAttempt(booking, method)
    const payments = announced ? booking.payments : [...booking.payments, payment]
    const { status } = settle({ ...booking, payments }, payment.paymentId, { state: 'confirmed', number }, 'staff')
    return status === 'confirmed' ? succeed(undefined) : fail('sold_out')
  })

/** What was sent to be looked at needs no look any more. */
export const rejectSelected = (id: string, { version }: Input<typeof rejectBooking>): ActionResult =>
  runAction(id, version, 'reject', (booking) => {
    const payments = booking.payments.map((payment) =>
      payment.state === 'pending' && isStaffConfirmed(payment.method)
        ? { ...payment, state: 'failed' as const }
        : payment,
    )
    transitionBooking(booking, 'cancelled', { payments, endedByStaff: true })
    return succeed(undefined)
  })

export const cancelSelected = (id: string, { version }: Input<typeof cancelBooking>): ActionResult =>
  runAction(id, version, 'cancel', (booking) => {
    transitionBooking(booking, 'cancelled', { endedByStaff: true })
    return succeed(undefined)
  })

/** Who the booking is for; its membership is theirs. */
export const updateCustomer = (id: string, { version, contactInfo }: Input<typeof changeCustomer>): ActionResult =>
  runAction(id, version, undefined, (booking) => {
    const fields = getValidationMessages(walkInContactProblems(contactInfo))
    if (Object.keys(fields).length > 0) return fail('invalid', { fields })
    const customer = {
      customerName: fullName(contactInfo),
      email: contactInfo.email,
      phone: normalisePhone(contactInfo.phone) ?? '',
    }
    changeBooking(booking, { ...customer, company: contactInfo.company })
    const membership = readCurrentMemberships().find(({ bookingId }) => bookingId === id)
    if (membership) changeMembership(membership, customer)
    return succeed(undefined)
  })

/** Where it was changed since it was seen, nothing is done, and it is told how it is now. */
const runAction = (
  id: string,
  version: number,
  act: BookingAction | undefined,
  work: (booking: BookingRecord) => Outcome<unknown>,
): ActionResult =>
  withStorageLock(() => {
    const booking = findBooking(id)
    if (!booking) return fail('not_found')
    if (version !== booking.version) return fail('changed_meanwhile', { current: toBookingDetail(booking) })
    if (act && !isActionAllowed(act, booking.status)) return fail('wrong_state')
    const done = work(booking)
    return done.ok ? readBookingDetail(id) : done
  })

export function readBookingDetail(id: string): Outcome<BookingDetail> {
  const booking = findBooking(id)
  return booking ? succeed(toBookingDetail(booking)) : fail('not_found')
}

const findBooking = (id: string): BookingRecord | undefined =>
  readCurrentBookings().find((booking) => booking.id === id)

const isTransactionUsed = (number: string, { id }: BookingRecord): boolean =>
  readCurrentBookings().some(
    (other) =>
      other.id !== id &&
      other.payments.some(({ transactionId }) => normaliseTransactionId(transactionId ?? '') === number),
  )
