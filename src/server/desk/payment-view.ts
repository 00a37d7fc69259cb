import type { PaymentView, ReceiptView, recheckPayment } from '#contract/admin/payments.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { holdsSeats } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { calculateCancellationRefund } from '#domain/cancellation.ts'
import type { Paisa } from '#domain/money.ts'
import { isQueryable } from '#domain/payment.ts'
import { readPayee } from '#domain/receipt/emv-code.ts'
import { findReceiptProblems, type ReceiptReading } from '#domain/receipt/receipt.ts'
import { isOpenRefund } from '#domain/refund.ts'
import type { App, Result } from '../app.ts'
import { isClosedDayPass, readFreeCancellationEnd } from '../bookings/cancellation-terms.ts'
import { toSeatClaim } from '../bookings/claims.ts'
import { hasRefundAccount } from '../bookings/refund-account.ts'
import { countFreeSeats } from '../bookings/seats.ts'
import { readClosedFirstDay } from '../closures/current.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { findPaymentForStaff, type LocationScope, loadBookingOfPayment } from '../payments/access.ts'
import { readAlerts } from '../payments/alerts.ts'
import { lookupPayment } from '../payments/attempts.ts'
import { findLastDecision, readDecisionResult } from '../payments/decisions.ts'
import { canCancelAfterRefund, getOutcomeWithoutPayment } from '../payments/duplicate-payments.ts'
import { findEarlierUses } from '../payments/receipt-uses.ts'
import { sendRefund } from '../payments/refund-calls.ts'
import { readRefunds } from '../payments/refunds.ts'
import { readReviewReasons } from '../payments/review-queue.ts'
import { readPaymentRows } from '../payments/rows.ts'
import { readStaffName } from '../staff/staff-name.ts'
import { getGuaranteeEnd } from './booking-detail.ts'

export async function loadPaymentView(app: App, staff: LocationScope, id: string): Promise<Outcome<PaymentView>> {
  const db = app.db.read
  const payment = await findPaymentForStaff(db, staff, id)
  const row = payment && (await readPaymentRows(db, [id])).get(id)
  if (!payment || !row) return fail('not_found')
  const booking = await loadBookingOfPayment(db, payment)
  const refunds = await readRefunds(app, staff, id)
  if (!refunds.ok) return refunds
  return succeed({
    payment: row,
    purpose: payment.purpose,
    reviewReasons: await readReviewReasons(app, id),
    alerts: await readAlerts(db, id),
    fee: payment.fee,
    takenBy: await readStaffName(db, payment.taken_by),
    reconciledBy: await readStaffName(db, payment.reconciled_by),
    reason: payment.reason,
    canRecheck: isQueryable(payment) && app.gateways[payment.method] !== undefined,
    queriedAt: payment.queried_at,
    payee: getPayee(app, payment),
    receipts: await readReceipts(db, payment, staff),
    refunds: refunds.value,
    cancellation: await readCancellationTerms(app, booking, refunds.value.refundable),
    guaranteeUntil: await getGuaranteeEnd(app, db, booking),
    seatsFree: holdsSeats(booking.state) ? null : await canRestoreSeats(app, booking),
    endsBooking: (await getOutcomeWithoutPayment(db, payment, booking)) === 'end',
    canCancel: await canCancelAfterRefund(db, payment, booking),
    hasEmail: booking.email !== '',
    cancelledByCustomer: booking.cancelled_by_customer === 1,
    hasRefundAccount: await hasRefundAccount(db, booking),
    lastDecision: await findLastDecision(db, id),
  })
}

/** A QR code has its own payee name. */
function getPayee({ env: { bank, merchantQr } }: App, { method, qr_code }: Payment): string {
  const code = qr_code ?? (method === 'qr_payment' ? merchantQr : undefined)
  return code ? readPayee(code) : bank.accountName
}

/** Queries the gateway for the payment and for open refunds. */
export async function lookupPaymentNow(app: App, staff: LocationScope, id: string): Result<typeof recheckPayment> {
  const payment = await findPaymentForStaff(app.db.read, staff, id)
  if (!payment) return fail('not_found')
  if (!isQueryable(payment))
    return fail('not_decidable', { message: 'This payment has no gateway. Check the bank account.' })
  await runTransaction(app.db, (db) =>
    db
      .updateTable('payments')
      .set({ queried_at: instant(app.now()) })
      .where('id', '=', id)
      .execute(),
  )
  await lookupPayment(app, payment)
  const refunds = await app.db.read.selectFrom('refunds').select(['id', 'state']).where('payment_id', '=', id).execute()
  for (const refund of refunds) if (isOpenRefund(refund.state)) await sendRefund(app, refund.id)
  return succeed(await readDecisionResult(app.db.read, id))
}

async function readReceipts(db: Queries, payment: Payment, { workplaces }: LocationScope): Promise<ReceiptView[]> {
  const sent = await db
    .selectFrom('receipts')
    .select(['id', 'reading', 'file_hash', 'pixel_hash', 'transaction_id', 'created_at'])
    .select((row) => row('image', 'is not', null).as('hasImage'))
    .where('payment_id', '=', payment.id)
    .orderBy('created_at', 'desc')
    .execute()
  return Promise.all(
    sent.map(async (receipt) => {
      const reading = receipt.reading === null ? null : (JSON.parse(receipt.reading) as ReceiptReading)
      return {
        receiptId: receipt.id,
        sentAt: receipt.created_at,
        hasImage: Boolean(receipt.hasImage),
        reading,
        problems: reading ? findReceiptProblems(reading, payment, Date.parse(receipt.created_at)) : [],
        earlier: await findEarlierUses(db, payment, receipt, workplaces),
      }
    }),
  )
}

async function readCancellationTerms(
  app: App,
  booking: Booking,
  refundable: Paisa,
): Promise<PaymentView['cancellation']> {
  const freeUntil = await readFreeCancellationEnd(app, app.db.read, booking)
  return {
    refund: calculateCancellationRefund(refundable, freeUntil, app.now()),
    freeUntil: instant(freeUntil),
    isClosedDay: await isClosedDayPass(app.db.read, booking),
  }
}

async function canRestoreSeats(app: App, booking: Booking): Promise<boolean> {
  if (booking.end_date < kathmanduDate(app.now())) return false
  if ((await readClosedFirstDay(app.db.read, booking)) !== undefined) return false
  return (await countFreeSeats(app, toSeatClaim(booking))) >= booking.seats
}
