import type { PaymentRow, PaymentView } from '#contract/admin/payments.ts'
import { paisa } from '#domain/money.ts'
import { day } from '../domain/business.ts'

/** A QR payment whose receipt awaits review. */
export const paymentRow = (id: string, over: Partial<PaymentRow> = {}): PaymentRow => ({
  paymentId: id,
  bookingId: `BK-${id}`,
  customerName: `Payer ${id}`,
  locationName: 'Dhobighat Hub',
  planName: 'Explorer',
  startDate: day('2026-12-10'),
  endDate: day('2026-12-10'),
  method: 'qr_payment',
  state: 'pending',
  bookingState: 'pending_verification',
  amount: paisa(950_000),
  received: null,
  refunded: paisa(0),
  refundDue: paisa(0),
  unpaidCash: paisa(0),
  transactionId: null,
  reconciledAt: null,
  receivedAt: null,
  createdAt: '2026-12-01T04:15:00.000Z',
  ...over,
})

export const paymentView = (id: string, over: Partial<PaymentRow> = {}): PaymentView => ({
  payment: paymentRow(id, over),
  purpose: 'booking',
  reviewReasons: ['receipt'],
  alerts: [],
  fee: paisa(0),
  takenBy: null,
  reconciledBy: null,
  reason: null,
  canRecheck: false,
  queriedAt: null,
  payee: 'A Payee',
  receipts: [],
  refunds: { received: paisa(0), refundable: paisa(0), channels: [], items: [] },
  cancellation: { refund: paisa(0), freeUntil: '2026-12-09T00:15:00.000Z', isClosedDay: false },
  guaranteeUntil: null,
  seatsFree: null,
  endsBooking: true,
  canCancel: false,
  hasEmail: true,
  cancelledByCustomer: false,
  hasRefundAccount: false,
  lastDecision: null,
})

/** A receipt whose values, read by the payer’s browser, have no problems. */
export const CLAIMED_RECEIPT: PaymentView['receipts'][number] = {
  receiptId: 'r',
  sentAt: '2026-12-01T04:15:00.000Z',
  hasImage: true,
  reading: { amount: paisa(950_000), transactionId: '0VOJMBX', recipientName: 'A Payee', confidence: 1 },
  problems: [],
  earlier: [],
}
