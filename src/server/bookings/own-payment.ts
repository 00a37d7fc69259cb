import type { BookingView } from '#contract/bookings.ts'
import type { Payment } from '../db/schema.ts'
import { getDisplayAmount } from './booking.ts'
import { getRefundDue } from './refund-due.ts'

/** A payment as its customer sees it. */
export const toOwnPayment = (payment: Payment, receiptAt: string | null): BookingView['payments'][number] => ({
  paymentId: payment.id,
  method: payment.method,
  state: payment.state,
  amount: getDisplayAmount(payment),
  fee: payment.fee,
  transactionId: payment.provider_reference,
  createdAt: payment.created_at,
  receiptAt,
  ...(getRefundDue(payment) > 0 && { refundDue: getRefundDue(payment) }),
})
