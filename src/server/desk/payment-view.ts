import type { askAgain, PaymentView, ReceiptView } from '#contract/admin/payments.ts'
import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { readingOf } from '#contract/receipts.ts'
import { holdsSeats } from '#domain/booking.ts'
import { addDays, daysFrom, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { GUARANTEE_DAYS, isGuaranteed, refundDue } from '#domain/cancellation.ts'
import { payeeOf } from '#domain/emv-code.ts'
import { paisa } from '#domain/money.ts'
import { ASKED_METHODS } from '#domain/payment.ts'
import { problemsOf } from '#domain/receipt.ts'
import { isOpenRefund } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { capacityOf, claimOf, takenSeats } from '../bookings/seats.ts'
import type { Queries } from '../db/database.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { alertsOf } from '../payments/alerts.ts'
import { standing } from '../payments/decisions.ts'
import { canCancelWith, endsWithout } from '../payments/other-money.ts'
import { bookingOf, paymentAt, type Workplace } from '../payments/payment-at.ts'
import { lastDecision } from '../payments/payment-history.ts'
import { readPaymentRows } from '../payments/payment-rows.ts'
import { askGateway } from '../payments/payments.ts'
import { earlierUses } from '../payments/receipt-uses.ts'
import { sendRefund } from '../payments/refunding.ts'
import { readRefunds } from '../payments/refunds.ts'
import { waitsOf } from '../payments/waiting.ts'
import { freeUntilOf } from './booking-detail.ts'

/** One payment with everything that a decision needs. */
export async function viewPayment(app: App, staff: Workplace, id: string): Promise<Outcome<PaymentView>> {
  const db = app.db.read
  const payment = await paymentAt(db, staff, id)
  const row = payment && (await readPaymentRows(db, [id])).get(id)
  if (!payment || !row) return fail('not_found')
  const booking = await bookingOf(db, payment)
  const refunds = await readRefunds(app, staff, id)
  if (!refunds.ok) return refunds
  return succeed({
    payment: row,
    waits: await waitsOf(app, id),
    alerts: await alertsOf(db, id),
    fee: payment.fee,
    reason: payment.reason,
    asks: ASKED_METHODS.includes(payment.method) && app.gateways[payment.method] !== undefined,
    askedAt: payment.asked_at,
    payee: payeeFor(app, payment),
    receipts: await receiptsOf(db, payment, staff),
    refunds: refunds.value,
    rule: ruleOf(app, booking, refunds.value.left),
    guaranteeUntil: await guaranteeOf(app, booking),
    seatsFree: holdsSeats(booking.state) ? null : await areSeatsFree(app, booking),
    endsBooking: await endsWithout(db, payment, booking),
    mayCancel: await canCancelWith(db, payment, booking),
    hasEmail: booking.email !== '',
    decided: (await lastDecision(db, id)) ?? null,
  })
}

/** As the payer was told, so that a genuine receipt matches: a code bears a name of its own. */
const payeeFor = ({ env: { bank, merchantQr } }: App, { method }: PaymentTable): string =>
  method === 'qr_payment' && merchantQr ? payeeOf(merchantQr) : bank.accountName

/** Asks the gateway now, whatever it said before, and about a refund whose answer never came. */
export async function askNow(app: App, staff: Workplace, id: string): Promise<Outcome<Output<typeof askAgain>>> {
  const payment = await paymentAt(app.db.read, staff, id)
  if (!payment) return fail('not_found')
  if (!ASKED_METHODS.includes(payment.method))
    return fail('not_decidable', { message: 'No gateway knows about this payment: look into the account.' })
  await app.db.write(async (db) => {
    await db
      .updateTable('payments')
      .set({ asked_at: instant(app.now()) })
      .where('id', '=', id)
      .execute()
    return succeed(undefined)
  })
  await askGateway(app, payment)
  const refunds = await app.db.read.selectFrom('refunds').select(['id', 'state']).where('payment_id', '=', id).execute()
  for (const refund of refunds) if (isOpenRefund(refund.state)) await sendRefund(app, refund.id)
  return succeed(await standing(app.db.read, id))
}

async function receiptsOf(db: Queries, payment: PaymentTable, { workplaces }: Workplace): Promise<ReceiptView[]> {
  const sent = await db
    .selectFrom('payment_evidence')
    .select(['id', 'reading', 'file_hash', 'pixel_hash', 'transaction_id', 'created_at'])
    .select((row) => row('picture', 'is not', null).as('kept'))
    .where('payment_id', '=', payment.id)
    .orderBy('created_at', 'desc')
    .execute()
  return Promise.all(
    sent.map(async (receipt) => {
      const reading = receipt.reading === null ? null : readingOf(JSON.parse(receipt.reading))
      return {
        receiptId: receipt.id,
        sentAt: receipt.created_at,
        kept: Boolean(receipt.kept),
        reading,
        problems: reading ? problemsOf(reading, payment, Date.parse(receipt.created_at)) : [],
        earlier: await earlierUses(db, payment, receipt, workplaces),
      }
    }),
  )
}

/** Returns what a cancellation refunds by the rule now, and until when. */
function ruleOf(app: App, booking: BookingTable, left: number): PaymentView['rule'] {
  const until = freeUntilOf(app, booking)
  return { due: refundDue(paisa(left), until, app.now()), until: instant(until) }
}

/** Returns the last day on which a first membership can be refunded, or null; staff decide. */
async function guaranteeOf(app: App, booking: BookingTable): Promise<IsoDate | null> {
  if (booking.state !== 'confirmed' || !isGuaranteed(booking.start_date, kathmanduDate(app.now()))) return null
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
  const claim = claimOf(booking)
  const taken = await takenSeats(app.db.read, claim)
  const capacity = capacityOf(app, booking.location_id)
  return daysFrom(claim.from, claim.to).every((day) => (taken.get(day) ?? 0) + claim.seats <= capacity)
}
