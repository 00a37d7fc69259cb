import { type Paisa, paisa, sum, ZERO } from './money.ts'
import { getReceivedAmount, isOpenAttempt, isPaid, type PaymentPurpose } from './payment.ts'
import { isRefundable, type RefundablePayment } from './refund.ts'

interface BookingTotals {
  /** Paid for changes of date, without fees. */
  difference: Paisa
  /** Paid for more room hours, without fees. */
  hours: Paisa
  /** The fees of the payments that count, or of an open one. */
  fee: Paisa
  /** All money received, also of a second or late payment. */
  received: Paisa
  /** Refunded or being refunded. */
  refunded: Paisa
  /** Promised and not refunded yet. */
  refundDue: Paisa
}

interface TotalledPayment extends RefundablePayment {
  purpose: PaymentPurpose
  fee: Paisa
  refundDue: Paisa
  /** `null` if it pays no change by the customer. */
  changeId: string | null
}

/** `payments` are oldest first. A change that was not applied adds nothing to the price. */
export function calculateBookingTotals(
  payments: readonly TotalledPayment[],
  appliedChanges: readonly string[],
): BookingTotals {
  const extras = payments.filter(
    (payment, index) =>
      payment.purpose !== 'booking' &&
      wasPaid(payment) &&
      (payment.changeId === null ||
        (appliedChanges.includes(payment.changeId) &&
          payments.findIndex((other) => other.changeId === payment.changeId && wasPaid(other)) === index)),
  )
  const sumExtras = (purpose: PaymentPurpose): Paisa =>
    sum(extras.filter((extra) => extra.purpose === purpose).map(({ amount, fee }) => paisa(amount - fee)))
  const counted = findCountedPayment(payments.filter(({ purpose }) => purpose === 'booking'))
  const withMoney = payments.filter((payment) => isRefundable(payment.state) || payment.state === 'refunded')
  return {
    difference: sumExtras('difference'),
    hours: sumExtras('hours'),
    fee: sum([counted?.fee ?? ZERO, ...extras.map(({ fee }) => fee)]),
    received: sum(withMoney.map(getReceivedAmount)),
    refunded: sum(withMoney.map(({ refunded }) => refunded)),
    refundDue: sum(payments.map(({ refundDue }) => refundDue)),
  }
}

/** What a booking costs with its paid changes and the fee of its payment. */
export const calculateBookingPrice = (
  totalAmount: Paisa,
  { difference, hours, fee }: Pick<BookingTotals, 'difference' | 'hours' | 'fee'>,
): Paisa => sum([totalAmount, difference, hours, fee])

const wasPaid = ({ state }: TotalledPayment): boolean => isPaid(state) || state === 'refunded'

/** A second payment of the booking, which is refunded, does not count. */
function findCountedPayment(payments: readonly TotalledPayment[]): TotalledPayment | undefined {
  const paid = payments.filter(wasPaid)
  const kept = paid.find(({ state, refundDue }) => isPaid(state) && refundDue === 0)
  return kept ?? paid[0] ?? payments.findLast(({ state }) => isOpenAttempt(state))
}
