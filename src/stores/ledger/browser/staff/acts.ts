import type {
  BookingDetail,
  cancelBooking,
  changeCustomer,
  confirmBooking,
  rejectBooking,
} from '#contract/admin/booking.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { sentences, TRANSACTION_SENTENCES } from '#contract/sentences.ts'
import { type BookingAct, canAct, holdsSeats } from '#domain/booking.ts'
import { fullName, normalisePhone } from '#domain/contact.ts'
import { deskContactProblems } from '#domain/draft.ts'
import { staffConfirm } from '#domain/payment.ts'
import { isTransaction, transactionKey } from '#domain/receipt.ts'
import type { BookingRecord } from '../booking-record.ts'
import { atOnce } from '../kept.ts'
import {
  changeBooking,
  changeMembership,
  currentBookings,
  currentMemberships,
  hasSeats,
  moveBooking,
  newAttempt,
} from '../moving.ts'
import { settle } from '../verifying.ts'
import { bookingDetail } from './detail.ts'

type Acted = Promise<Outcome<BookingDetail>>

/** The money is there: what the customer announced is settled by it, or a payment of its own. */
export const confirm = (id: string, { version, method, transactionId = '' }: Input<typeof confirmBooking>): Acted =>
  actOn(id, version, 'confirm', (booking) => {
    const number = method === 'cash' ? booking.id : transactionKey(transactionId)
    if (method !== 'cash' && !isTransaction(transactionId))
      return fail('invalid', { fields: { transactionId: TRANSACTION_SENTENCES.missing } })
    if (method !== 'cash' && isUsed(number, booking))
      return fail('invalid', { fields: { transactionId: TRANSACTION_SENTENCES.used } })
    if (!holdsSeats(booking.status) && !hasSeats(booking)) return fail('sold_out')
    const announced = booking.payments.find((known) => known.method === method && known.state === 'pending')
    const payment = announced ?? newAttempt(booking, method)
    const payments = announced ? booking.payments : [...booking.payments, payment]
    const { status } = settle({ ...booking, payments }, payment.paymentId, { state: 'confirmed', number }, 'staff')
    return status === 'confirmed' ? succeed(undefined) : fail('sold_out')
  })

/** What was sent to be looked at needs no look any more. */
export const reject = (id: string, { version }: Input<typeof rejectBooking>): Acted =>
  actOn(id, version, 'reject', (booking) => {
    const payments = booking.payments.map((payment) =>
      payment.state === 'pending' && staffConfirm(payment.method) ? { ...payment, state: 'failed' as const } : payment,
    )
    moveBooking(booking, 'cancelled', { payments, endedByStaff: true })
    return succeed(undefined)
  })

export const cancel = (id: string, { version }: Input<typeof cancelBooking>): Acted =>
  actOn(id, version, 'cancel', (booking) => {
    moveBooking(booking, 'cancelled', { endedByStaff: true })
    return succeed(undefined)
  })

/** Who the booking is for; its membership is theirs. */
export const setCustomer = (id: string, { version, contactInfo }: Input<typeof changeCustomer>): Acted =>
  actOn(id, version, undefined, (booking) => {
    const fields = sentences(deskContactProblems(contactInfo))
    if (Object.keys(fields).length > 0) return fail('invalid', { fields })
    const customer = {
      customerName: fullName(contactInfo),
      email: contactInfo.email,
      phone: normalisePhone(contactInfo.phone) ?? '',
    }
    changeBooking(booking, { ...customer, company: contactInfo.company })
    const membership = currentMemberships().find(({ bookingId }) => bookingId === id)
    if (membership) changeMembership(membership, customer)
    return succeed(undefined)
  })

/** Where it was changed since it was seen, nothing is done, and it is told how it is now. */
const actOn = (
  id: string,
  version: number,
  act: BookingAct | undefined,
  work: (booking: BookingRecord) => Outcome<unknown>,
): Acted =>
  atOnce(() => {
    const booking = find(id)
    if (!booking) return fail('not_found')
    if (version !== booking.version) return fail('changed_meanwhile', { current: bookingDetail(booking) })
    if (act && !canAct(act, booking.status)) return fail('wrong_state')
    const done = work(booking)
    return done.ok ? readOne(id) : done
  })

export function readOne(id: string): Outcome<BookingDetail> {
  const booking = find(id)
  return booking ? succeed(bookingDetail(booking)) : fail('not_found')
}

const find = (id: string): BookingRecord | undefined => currentBookings().find((booking) => booking.id === id)

const isUsed = (number: string, { id }: BookingRecord): boolean =>
  currentBookings().some(
    (other) =>
      other.id !== id && other.payments.some(({ transactionId }) => transactionKey(transactionId ?? '') === number),
  )
