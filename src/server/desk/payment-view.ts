import type { PaymentView, ReceiptView, recheckPayment } from '#contract/admin/payments.ts'
import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { toReceiptReading } from '#contract/receipts.ts'
import { holdsSeats } from '#domain/booking.ts'
import { addDays, type IsoDate, kathmanduDate, listDays } from '#domain/calendar.ts'
import { calculateCancellationRefund, GUARANTEE_DAYS, isWithinGuarantee } from '#domain/cancellation.ts'
import { paisa } from '#domain/money.ts'
import { QUERYABLE_METHODS } from '#domain/payment.ts'
import { readPayee } from '#domain/receipt/emv-code.ts'
import { findReceiptProblemsForMethod } from '#domain/receipt/receipt.ts'
import { isOpenRefund } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { getCapacity, readTakenSeats, toSeatClaim } from '../bookings/seats.ts'
import type { Queries } from '../db/database.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { findPaymentForStaff, type LocationScope, loadBookingOfPayment } from '../payments/access.ts'
import { readAlerts } from '../payments/alerts.ts'
import { lookupPayment } from '../payments/attempts.ts'
import { readDecisionResult } from '../payments/decisions.ts'
import { findLastDecision } from '../payments/last-decision.ts'
import { canCancelAfterRefund, shouldEndWithoutPayment } from '../payments/other-payments.ts'
import { findEarlierUses } from '../payments/receipt-uses.ts'
import { sendRefund } from '../payments/refund-calls.ts'
import { readRefunds } from '../payments/refunds.ts'
import { readReviewReasons } from '../payments/review-queue.ts'
import { readPaymentRows } from '../payments/rows.ts'
import { getFreeCancellationEnd } from './booking-detail.ts'

/** One payment with everything that a decision needs. */
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
    waits: await readReviewReasons(app, id),
    alerts: await readAlerts(db, id),
    fee: payment.fee,
    reason: payment.reason,
    asks: QUERYABLE_METHODS.includes(payment.method) && app.gateways[payment.method] !== undefined,
    askedAt: payment.asked_at,
    payee: getPayee(app, payment),
    receipts: await readReceipts(db, payment, staff),
    refunds: refunds.value,
    rule: getRefundRule(app, booking, refunds.value.left),
    guaranteeUntil: await getGuaranteeEnd(app, booking),
    seatsFree: holdsSeats(booking.state) ? null : await areSeatsFree(app, booking),
    endsBooking: await shouldEndWithoutPayment(db, payment, booking),
    mayCancel: await canCancelAfterRefund(db, payment, booking),
    hasEmail: booking.email !== '',
    decided: (await findLastDecision(db, id)) ?? null,
  })
}

/** As the payer was told, so that a genuine receipt matches: a code bears a name of its own. */
const getPayee = ({ env: { bank, merchantQr } }: App, { method }: PaymentTable): string =>
  method === 'qr_payment' && merchantQr ? readPayee(merchantQr) : bank.accountName

/** Asks the gateway now, whatever it said before, and about a refund whose answer never came. */
export async function lookupPaymentNow(
  app: App,
  staff: LocationScope,
  id: string,
): Promise<Outcome<Output<typeof recheckPayment>>> {
  const payment = await findPaymentForStaff(app.db.read, staff, id)
  if (!payment) return fail('not_found')
  if (!QUERYABLE_METHODS.includes(payment.method))
    return fail('not_decidable', { message: 'No gateway knows about this payment: look into the account.' })
  await app.db.write(async (db) => {
    await db
      .updateTable('payments')
      .set({ asked_at: instant(app.now()) })
      .where('id', '=', id)
      .execute()
    return succeed(undefined)
  })
  await lookupPayment(app, payment)
  const refunds = await app.db.read.selectFrom('refunds').select(['id', 'state']).where('payment_id', '=', id).execute()
  for (const refund of refunds) if (isOpenRefund(refund.state)) await sendRefund(app, refund.id)
  return succeed(await readDecisionResult(app.db.read, id))
}

async function readReceipts(db: Queries, payment: PaymentTable, { workplaces }: LocationScope): Promise<ReceiptView[]> {
  const sent = await db
    .selectFrom('payment_evidence')
    .select(['id', 'reading', 'file_hash', 'pixel_hash', 'transaction_id', 'created_at'])
    .select((row) => row('picture', 'is not', null).as('kept'))
    .where('payment_id', '=', payment.id)
    .orderBy('created_at', 'desc')
    .execute()
  return Promise.all(
    sent.map(async (receipt) => {
      const reading = receipt.reading === null ? null : toReceiptReading(JSON.parse(receipt.reading))
      return {
        receiptId: receipt.id,
        sentAt: receipt.created_at,
        kept: Boolean(receipt.kept),
        reading,
        problems: reading ? findReceiptProblemsForMethod(reading, payment, Date.parse(receipt.created_at)) : [],
        earlier: await findEarlierUses(db, payment, receipt, workplaces),
      }
    }),
  )
}

/** Returns what a cancellation refunds by the rule now, and until when. */
function getRefundRule(app: App, booking: BookingTable, left: number): PaymentView['rule'] {
  const until = getFreeCancellationEnd(app, booking)
  return { due: calculateCancellationRefund(paisa(left), until, app.now()), until: instant(until) }
}

/** Returns the last day on which a first membership can be refunded, or null; staff decide. */
async function getGuaranteeEnd(app: App, booking: BookingTable): Promise<IsoDate | null> {
  if (booking.state !== 'confirmed' || !isWithinGuarantee(booking.start_date, kathmanduDate(app.now()))) return null
  const own = await app.db.read
    .selectFrom('memberships')
    .select('email')
    .where('booking_id', '=', booking.id)
    .executeTakeFirst()
  if (!own) return null
  const earlier = await app.db.read
    .selectFrom('memberships')
    .select('id')
    .where('email', '=', own.email)
    .where('start_date', '<', booking.start_date)
    .executeTakeFirst()
  return earlier ? null : addDays(booking.start_date, GUARANTEE_DAYS - 1)
}

async function areSeatsFree(app: App, booking: BookingTable): Promise<boolean> {
  if (booking.end_date < kathmanduDate(app.now())) return false
  const claim = toSeatClaim(booking)
  const taken = await readTakenSeats(app.db.read, claim)
  const capacity = getCapacity(app, booking.location_id)
  return listDays(claim.from, claim.to).every((day) => (taken.get(day) ?? 0) + claim.seats <= capacity)
}
