import type { BookingView } from '#contract/bookings.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { calculateFreeCancellationEnd, calculateOwnCancellationRefund } from '#domain/cancellation.ts'
import { getCancellationEffect } from '#domain/customer-actions.ts'
import { ZERO } from '#domain/money.ts'
import { hasGatewayRefund, splitCancellationRefund, sumRefundableAmounts } from '#domain/refund.ts'
import { environment } from '../../environment.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { toInstant } from './transitions.ts'

type CancelAction = NonNullable<BookingView['actions']['cancel']>

/** What a cancellation by the customer would do now; null if it is not possible. */
export function getCancelAction(booking: BookingRecord): CancelAction | null {
  const { status: state, startDate, endDate } = booking
  const location = getBusiness().catalogue.locations.find(({ id }) => id === booking.locationId)
  // A trial has no dates.
  if (!location || !startDate || !endDate) return null
  const now = environment().now()
  const isShortened = booking.originalEndDate !== ''
  const cancellable = { state, startDate, endDate, isShortened, hasArrived: false, isClosedDayPass: false }
  const effect = getCancellationEffect(cancellable, kathmanduDate(now))
  if (!effect) return null
  const payments = booking.payments.map(toRefundablePayment)
  const freeUntil = calculateFreeCancellationEnd(location, startDate)
  const refund = calculateOwnCancellationRefund(state, sumRefundableAmounts(payments), freeUntil, now)
  return {
    refund,
    freeUntil: toInstant(freeUntil),
    needsAccount:
      refund > 0 &&
      splitCancellationRefund(payments, () => true).some(({ payment }) => !hasGatewayRefund(payment.method)),
    from: effect === 'whole' ? 'now' : 'tomorrow',
  }
}

/** Marks the refunds of a cancellation as due; those of cards and Khalti are sent at once. */
export function promiseRefunds(payments: readonly AttemptRecord[], at: string): AttemptRecord[] {
  const refunds = splitCancellationRefund(payments.map(toRefundablePayment), () => true)
  return payments.map((payment) => {
    const refund = refunds.find((other) => other.payment.paymentId === payment.paymentId)
    if (!refund) return payment
    return { ...payment, refundDueAt: at, ...(refund.isAutomatic && { state: 'refunded' as const }) }
  })
}

/** Whether a refund is due that cannot be sent through its gateway. */
export const isRefundAccountNeeded = ({ payments }: BookingRecord): boolean =>
  payments.some(
    ({ method, state, refundDueAt }) => refundDueAt !== null && state !== 'refunded' && !hasGatewayRefund(method),
  )

const toRefundablePayment = (payment: AttemptRecord) => ({
  ...payment,
  received: null,
  refunded: payment.state === 'refunded' ? payment.amount : ZERO,
})
