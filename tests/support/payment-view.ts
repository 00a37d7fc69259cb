import type { PaymentRow, PaymentView } from '#contract/admin/payments.ts'

/** A payment by QR whose receipt waits for somebody. */
export const paymentRow = (id: string, over: Partial<PaymentRow> = {}): PaymentRow => ({
  paymentId: id,
  bookingId: `BK-${id}`,
  customerName: `Payer ${id}`,
  locationName: 'Dhobighat Hub',
  planName: 'Explorer',
  startDate: '2026-12-10',
  endDate: '2026-12-10',
  method: 'qr_payment',
  state: 'pending',
  bookingState: 'pending_verification',
  amount: 950_000,
  received: null,
  refunded: 0,
  owed: 0,
  transactionId: null,
  createdAt: '2026-12-01T04:15:00.000Z',
  ...over,
})

/** As its screen shows it; nothing was read of its receipt, and nothing has gone back. */
export const paymentView = (id: string, over: Partial<PaymentRow> = {}): PaymentView => ({
  payment: paymentRow(id, over),
  waits: ['receipt'],
  alerts: [],
  fee: 0,
  reason: null,
  asks: false,
  askedAt: null,
  payee: 'A Payee',
  receipts: [],
  refunds: { received: 0, left: 0, ways: [], items: [] },
  rule: { due: 0, until: '2026-12-09T00:15:00.000Z' },
  guaranteeUntil: null,
  seatsFree: null,
  endsBooking: true,
  mayCancel: false,
  hasEmail: true,
  decided: null,
})
