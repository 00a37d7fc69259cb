import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import {
  CROWDED,
  formatUnsupportedMethod,
  formatVerificationNotSupported,
  HELD_TOO_LONG,
  sanitiseGatewayMessage,
  type startPayment,
  TRANSFERS_FULL,
  VERIFICATION_FAILED,
  type verifyPayment,
} from '#contract/payments.ts'
import { holdUntilForAttempt, holdUntilForTransfer } from '#domain/booking.ts'
import { paisa, ZERO } from '#domain/money.ts'
import {
  type AttemptState,
  canSettle,
  type GatewayReport,
  isPaid,
  isSettled,
  isStaffConfirmed,
  methodFee,
  paymentMethod,
  type RecordedMethod,
} from '#domain/payment.ts'
import type { App } from '../app.ts'
import { getClosingTime } from '../bookings/closing-time.ts'
import { isEmailMissing } from '../bookings/email-confirmation.ts'
import { transferInstructionsEmail } from '../bookings/emails.ts'
import { getUnavailableReason, isPayable, listPaymentMethods } from '../bookings/payment-methods.ts'
import { findOwnBooking } from '../bookings/placement.ts'
import { getDisplayAmount } from '../bookings/rows.ts'
import { transitionBooking } from '../bookings/transitions.ts'
import { countUnpaidTransfer, isCrowdedByHolds } from '../bookings/unpaid-transfers.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { createSecret } from '../secrets.ts'
import type { Attempt, Gateway } from './gateways/gateway.ts'
import { recordGatewayResponses } from './gateways/response-recording.ts'
import { isStaffReason, settle } from './settlement.ts'

type StartResult = Output<typeof startPayment>
type VerifiedPayment = Output<typeof verifyPayment>

/**
 * A new try to pay. Its row is written before anybody leaves the site, so that money that comes later finds its
 * booking. The seats are kept at least as long as the gateway lets a payer take.
 */
export async function startAttempt(
  app: App,
  bookingId: string,
  secret: string,
  method: string,
): Promise<Outcome<StartResult>> {
  const booking = await findOwnBooking(app, app.db.read, bookingId, secret)
  if (!booking) return fail('not_found')
  const gateway = findGateway(app, method)
  if (!gateway) return fail('unsupported_method', { message: formatUnsupportedMethod(method) })
  const reason = getUnavailableReason(app, gateway.method)
  if (reason) return fail('unsupported_method', { message: reason })
  const written = await app.db.write((db) => insertAttempt(app, db, booking.id, gateway))
  if (!written.ok) return written
  app.notifier.notify()
  const { payment, seatsKeptUntil } = written.value
  const begun = await gateway.start(toAttempt(payment), seatsKeptUntil)
  if (!begun.ok) {
    const reason = begun.failure.message ?? begun.failure.code
    await settle(app, payment.id, { kind: 'ended', as: 'failed', reason }, 'lookup')
    return fail(begun.failure.code)
  }
  const { next, gatewayId } = begun.value
  if (gatewayId) await saveGatewayId(app, payment.id, gatewayId)
  return succeed({
    paymentId: payment.id,
    method: payment.method,
    state: payment.state,
    amount: payment.amount,
    fee: payment.fee,
    next,
  })
}

/** Asks the gateway, whatever the return address says: its parameters are noted, they confirm nothing. */
export async function verifyAttempt(
  app: App,
  paymentId: string,
  hints: Record<string, string>,
): Promise<Outcome<VerifiedPayment>> {
  const payment = await findPayment(app.db.read, paymentId)
  if (!payment) return fail('not_found')
  const gateway = findGateway(app, payment.method)
  if (!gateway || isStaffConfirmed(payment.method))
    return fail('unsupported_method', { message: formatVerificationNotSupported(payment.method) })
  if (Object.keys(hints).length > 0) await recordReturn(app, payment.id, gateway, hints)
  // Also where it was given up: late success is still success.
  if (canSettle(payment.method, payment.state, 'confirmed', 'lookup')) await lookupPayment(app, payment)
  return succeed(await readVerification(app, paymentId))
}

/** Looks one attempt up at its gateway, settles what it says and gives it; undefined where there is no such gateway. */
export async function lookupPayment(app: App, payment: PaymentTable): Promise<GatewayReport | undefined> {
  const claims = await readClaims(app.db.read, payment.id)
  const unwanted = !isPaid(payment.state) && (await isConfirmed(app.db.read, payment.booking_id))
  const gateway = findGateway(app, payment.method)
  if (!gateway) return undefined
  const { value: report, heard } = await recordGatewayResponses(() =>
    gateway.lookup({ ...toAttempt(payment), claims, isSuperseded: unwanted }),
  )
  // What it said is kept as it said it, before anything follows from it; that nothing is known yet is no evidence.
  if (report.kind !== 'pending' && heard.length > 0) await recordPaymentReport(app, payment.id, 'lookup', heard)
  await settle(app, payment.id, report, 'lookup')
  return report
}

async function isConfirmed(db: Queries, bookingId: string): Promise<boolean> {
  const { state } = await db
    .selectFrom('bookings')
    .select('state')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return state === 'confirmed'
}

export async function findPayment(db: Queries, id: string): Promise<PaymentTable | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Before the payer hears of it: whoever could pay can be asked about. */
async function saveGatewayId(app: App, paymentId: string, gatewayId: string): Promise<void> {
  await app.db.write(async (db) => {
    await db.updateTable('payments').set({ gateway_id: gatewayId }).where('id', '=', paymentId).execute()
    return succeed(undefined)
  })
}

async function insertAttempt(
  app: App,
  db: Queries,
  bookingId: string,
  gateway: Gateway,
): Promise<Outcome<{ payment: PaymentTable; seatsKeptUntil: number }>> {
  const now = app.now()
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
  if (gateway.method === 'bank_transfer' && booking.state === 'pending_verification')
    return findAnnouncedTransfer(db, booking)
  if (gateway.method === 'qr_payment' && booking.state === 'held') {
    const shown = await findShownQrPayment(db, booking, now - gateway.window)
    if (shown) return succeed(shown)
  }
  if (!isPayable(app, booking) || !booking.expires_at) return fail('not_payable')
  const offer = listPaymentMethods(app, booking).find(({ id }) => id === gateway.method)
  if (offer?.reason) return fail('unavailable', { message: offer.reason })
  const announced = gateway.method === 'bank_transfer'
  const held = {
    placedAt: Date.parse(booking.created_at),
    expiresAt: Date.parse(booking.expires_at),
    closesAt: getClosingTime(app, booking),
  }
  if (announced && (await isEmailMissing(app, db, booking))) return fail('email_unconfirmed')
  let kept = announced
    ? holdUntilForTransfer(held, app.env.transferHours * 3_600_000, now)
    : holdUntilForAttempt(held, gateway.window, now)
  // Nobody is sent to pay for a place that may be gone before they have.
  if (kept === undefined) return fail('no_more_extensions', { message: HELD_TOO_LONG })
  if (!announced && kept > held.expiresAt && (await isCrowdedByHolds(app, db, booking))) {
    if (held.expiresAt < now + gateway.window) return fail('no_more_extensions', { message: CROWDED })
    kept = held.expiresAt
  }
  const payment = buildPayment(booking, gateway.method, now)
  await db.insertInto('payments').values(payment).execute()
  if (announced) {
    if (!(await transitionBooking(db, booking, 'pending_verification', now, instant(kept)))) throw new Conflict()
    if (!(await countUnpaidTransfer(app, db, booking))) return fail('unavailable', { message: TRANSFERS_FULL })
    await queueEmail(db, transferInstructionsEmail(booking, app.env.bank, instant(kept)), now)
  } else {
    await holdSeatsUntil(db, booking, kept)
  }
  return succeed({ payment, seatsKeptUntil: kept })
}

/** Never over a time that another request has just set. */
async function holdSeatsUntil(db: Queries, booking: BookingTable, until: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('bookings')
    .set({ expires_at: instant(until) })
    .where('id', '=', booking.id)
    .where('state', '=', 'held')
    .where('expires_at', '=', booking.expires_at)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new Conflict()
}

/** A transfer is announced once; asking again shows the same instructions. */
async function findAnnouncedTransfer(
  db: Queries,
  booking: BookingTable,
): Promise<Outcome<{ payment: PaymentTable; seatsKeptUntil: number }>> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('method', '=', 'bank_transfer')
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (!payment || !booking.expires_at) return fail('not_payable')
  return succeed({ payment, seatsKeptUntil: Date.parse(booking.expires_at) })
}

/** A code whose time still runs is shown again, so that a reload does not lose what was scanned. */
async function findShownQrPayment(
  db: Queries,
  booking: BookingTable,
  since: number,
): Promise<{ payment: PaymentTable; seatsKeptUntil: number } | undefined> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('method', '=', 'qr_payment')
    .where('state', '=', 'pending')
    .where('created_at', '>', instant(since))
    .executeTakeFirst()
  if (!payment || !booking.expires_at) return undefined
  return { payment, seatsKeptUntil: Date.parse(booking.expires_at) }
}

export function buildPayment(booking: BookingTable, method: RecordedMethod, now: number): PaymentTable {
  const fee = methodFee(method, booking.total_amount)
  return {
    // eSewa takes letters, digits and hyphens only.
    id: createSecret().replaceAll('_', '-'),
    booking_id: booking.id,
    method,
    state: 'pending',
    amount: paisa(booking.total_amount + fee),
    fee,
    currency: booking.currency,
    gateway_id: null,
    provider_reference: null,
    reason: null,
    asked_at: null,
    kept_since: null,
    received: null,
    refunded: ZERO,
    owed: null,
    owed_at: null,
    told_gone: null,
    difference_at: null,
    left_to_staff_at: null,
    reminded_at: null,
    created_at: instant(now),
    updated_at: instant(now),
  }
}

async function readVerification(app: App, paymentId: string): Promise<VerifiedPayment> {
  const row = await app.db.read
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.method', 'payments.amount', 'payments.state', 'payments.received', 'payments.reason'])
    .select(['payments.provider_reference', 'bookings.state as booking_state'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const success = isPaid(row.state)
  const hasEnded = ENDED_STATES.includes(row.state)
  return {
    success,
    paymentId,
    method: row.method,
    amount: getDisplayAmount(row),
    state: row.state,
    bookingState: row.booking_state,
    ...(row.provider_reference && success && { transactionId: row.provider_reference }),
    ...(!success && isSettled(row.state) && { error: VERIFICATION_FAILED }),
    ...(hasEnded && row.reason && !isStaffReason(row.reason) && { gatewayMessage: sanitiseGatewayMessage(row.reason) }),
  }
}

const ENDED_STATES: readonly AttemptState[] = ['failed', 'cancelled', 'expired']

const findGateway = (app: App, method: string): Gateway | undefined => {
  const known = paymentMethod(method)
  return known && app.gateways[known]
}

/** A payment as its gateway sees it. */
export const toAttempt = (payment: PaymentTable): Attempt => ({
  id: payment.id,
  bookingId: payment.booking_id,
  method: payment.method,
  amount: payment.amount,
  createdAt: Date.parse(payment.created_at),
  gatewayId: payment.gateway_id,
  wasPaid: isPaid(payment.state),
})

async function recordReturn(app: App, id: string, gateway: Gateway, hints: Record<string, string>): Promise<void> {
  const verdict = gateway.readCallback(hints)
  await recordPaymentReport(app, id, 'return', { verdict, hints })
  if (verdict.kind === 'given_up')
    await settle(app, id, { kind: 'ended', as: 'cancelled', reason: verdict.reason }, 'visitor')
  if (verdict.kind === 'claimed' && (verdict.attemptId ?? id) === id)
    await recordPaymentReport(app, id, 'claim', verdict.providerReference)
}

/** So many of the newest numbers are asked about: whoever comes back with more is trying them out. */
const MAX_CLAIMS = 5

async function readClaims(db: Queries, paymentId: string): Promise<string[]> {
  const claims = await db
    .selectFrom('payment_reports')
    .select(['body', ({ fn }) => fn.max('created_at').as('at')])
    .where('payment_id', '=', paymentId)
    .where('source', '=', 'claim')
    .groupBy('body')
    .orderBy('at', 'desc')
    .limit(MAX_CLAIMS)
    .execute()
  return claims.map(({ body }) => JSON.parse(body) as string)
}

/**
 * Of what comes with returns, so much is kept for each payment and source, the newest: who comes back more often fills
 * no disk.
 */
const MAX_REPORTS = 50

/** Raw evidence is kept beside the attempt it belongs to. */
export async function recordPaymentReport(app: App, paymentId: string, source: string, body: unknown): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .insertInto('payment_reports')
      .values({
        id: crypto.randomUUID(),
        payment_id: paymentId,
        source,
        body: JSON.stringify(body).slice(0, 8_000),
        created_at: instant(app.now()),
      })
      .execute()
    const newest = db
      .selectFrom('payment_reports')
      .select('id')
      .where('payment_id', '=', paymentId)
      .where('source', '=', source)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MAX_REPORTS)
    await db
      .deleteFrom('payment_reports')
      .where('payment_id', '=', paymentId)
      .where('source', '=', source)
      .where('id', 'not in', newest)
      .execute()
    return succeed(undefined)
  })
}
