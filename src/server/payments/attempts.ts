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
import {
  type AttemptState,
  canSettle,
  type GatewayReport,
  isOpenAttempt,
  isPaid,
  isQueryable,
  parsePaymentMethod,
} from '#domain/payment.ts'
import type { App } from '../app.ts'
import { buildBookingLink, findOwnBooking } from '../bookings/access.ts'
import { getDisplayAmount } from '../bookings/booking.ts'
import { getClosingTime } from '../bookings/closing-time.ts'
import { isEmailMissing } from '../bookings/email-confirmation.ts'
import { getUnavailableReason, isPayable, listPaymentMethods, readUnpayableReason } from '../bookings/method-offers.ts'
import { transferInstructionsEmail } from '../bookings/payment-emails.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import { countUnpaidTransfer, isCrowdedByHolds } from '../bookings/unpaid-transfers.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { loadBookingOfPayment } from './access.ts'
import { findChangeOfPayment, type InsertedAttempt, insertChangeAttempt } from './change-payments.ts'
import { claimLookup } from './claim-lookup.ts'
import { readClaims, recordPaymentReport } from './gateway-reports.ts'
import type { Attempt, Gateway } from './gateways/gateway.ts'
import { recordGatewayResponses } from './gateways/response-recording.ts'
import { insertPayment } from './new-payment.ts'
import { isStaffReason, settle } from './settlement.ts'
import { holdSeatsUntil } from './updates.ts'

type StartResult = Output<typeof startPayment>
type VerifiedPayment = Output<typeof verifyPayment>

/** Stored before the payer leaves the site, so that late money finds its booking. */
export async function startAttempt(
  app: App,
  bookingId: string,
  secret: string,
  method: string,
  changeId?: string,
): Promise<Outcome<StartResult>> {
  const booking = await findOwnBooking(app, app.db.read, bookingId, secret)
  if (!booking) return fail('not_found')
  const gateway = findGateway(app, method)
  if (!gateway) return fail('unsupported_method', { message: formatUnsupportedMethod(method) })
  const reason = getUnavailableReason(app, gateway.method)
  if (reason) return fail('unsupported_method', { message: reason })
  if (changeId === undefined) await lookupCodes(app, booking.id)
  const inserted = await writeAndNotify(app, (db) =>
    changeId === undefined
      ? insertAttempt(app, db, booking.id, gateway)
      : insertChangeAttempt(app, db, { bookingId: booking.id, changeId }, gateway),
  )
  if (!inserted.ok) return inserted
  const { payment, seatsHeldUntil } = inserted.value
  const started = await gateway.start(toAttempt(payment), seatsHeldUntil)
  if (!started.ok) {
    const reason = started.failure.message ?? started.failure.code
    await settle(app, payment.id, { kind: 'ended', as: 'failed', reason }, 'lookup')
    return fail(started.failure.code)
  }
  const { next, gatewayId, qrCode = null } = started.value
  // Stored before the payer can pay, so that every payment can be looked up.
  if (gatewayId)
    await runTransaction(app.db, (db) =>
      db.updateTable('payments').set({ gateway_id: gatewayId, qr_code: qrCode }).where('id', '=', payment.id).execute(),
    )
  return succeed({
    paymentId: payment.id,
    method: payment.method,
    state: payment.state,
    amount: payment.amount,
    fee: payment.fee,
    next,
  })
}

/** A code may have been paid after its page was closed, and another payment would be a second one. */
async function lookupCodes(app: App, bookingId: string): Promise<void> {
  const codes = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'pending')
    .where('qr_code', 'is not', null)
    .execute()
  for (const payment of codes) await lookupPayment(app, payment)
}

/** Return parameters are recorded but confirm nothing. */
export async function verifyAttempt(
  app: App,
  paymentId: string,
  parameters: Record<string, string>,
): Promise<Outcome<VerifiedPayment>> {
  const payment = await findPayment(app.db.read, paymentId)
  if (!payment) return fail('not_found')
  const gateway = findGateway(app, payment.method)
  if (!gateway || !isQueryable(payment))
    return fail('unsupported_method', { message: formatVerificationNotSupported(payment.method) })
  if (Object.keys(parameters).length > 0) await recordReturn(app, payment.id, gateway, parameters)
  // A cancelled attempt can still be paid.
  if (canSettle(payment.method, payment.state, 'confirmed', 'lookup') && (await isLookupAllowed(app, payment, gateway)))
    await lookupPayment(app, payment)
  return succeed(await readVerification(app, paymentId))
}

/** Pages poll more often than some gateways may be queried. */
async function isLookupAllowed(app: App, payment: Payment, { lookupInterval }: Gateway): Promise<boolean> {
  if (lookupInterval === undefined) return true
  const age = payment.queried_at === null ? lookupInterval : app.now() - Date.parse(payment.queried_at)
  return age >= lookupInterval && (await claimLookup(app, payment)) !== undefined
}

/** Undefined without a gateway. */
export async function lookupPayment(app: App, payment: Payment): Promise<GatewayReport | undefined> {
  const claims = await readClaims(app.db.read, payment.id)
  const isSuperseded = !isPaid(payment.state) && (await isNoLongerNeeded(app.db.read, payment))
  const gateway = findGateway(app, payment.method)
  if (!gateway) return undefined
  const { value, responses } = await recordGatewayResponses(() =>
    gateway.lookup({ ...toAttempt(payment), claims, isSuperseded }),
  )
  // A payment with a receipt stays open for staff, who alone reject it.
  const isForStaff = value.kind === 'ended' && (await hasReceipt(app.db.read, payment.id))
  const report: GatewayReport = isForStaff ? { kind: 'pending', reason: value.reason } : value
  // Responses are stored before they are applied; a pending report is no evidence.
  if (report.kind !== 'pending' && responses.length > 0) await recordPaymentReport(app, payment.id, 'lookup', responses)
  await settle(app, payment.id, report, 'lookup')
  return report
}

export const findPayment = (db: Queries, id: string): Promise<Payment | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

const hasReceipt = async (db: Queries, paymentId: string): Promise<boolean> =>
  (await db.selectFrom('receipts').select('id').where('payment_id', '=', paymentId).executeTakeFirst()) !== undefined

/** Whether another payment has confirmed the booking, or the change that it pays has ended. */
async function isNoLongerNeeded(db: Queries, payment: Payment): Promise<boolean> {
  if (payment.purpose === 'booking') return (await loadBookingOfPayment(db, payment)).state === 'confirmed'
  const change = await findChangeOfPayment(db, payment)
  return change !== undefined && change.state !== 'open'
}

async function insertAttempt(
  app: App,
  db: Queries,
  bookingId: string,
  gateway: Gateway,
): Promise<Outcome<InsertedAttempt>> {
  const now = app.now()
  const booking = await loadBookingOfPayment(db, { booking_id: bookingId })
  const isTransfer = gateway.method === 'bank_transfer'
  if (isTransfer && booking.state === 'pending_verification') {
    const earlier = await findPendingAttempt(db, booking, gateway)
    return earlier ? succeed(earlier) : fail('not_payable')
  }
  if (gateway.method === 'qr_payment' && booking.state === 'held') {
    const displayed = await findPendingAttempt(db, booking, gateway, now - gateway.window)
    if (displayed) return succeed(displayed)
  }
  if (!isPayable(app, booking) || !booking.expires_at) return fail('not_payable')
  const closed = await readUnpayableReason(db, booking)
  if (closed !== undefined) return fail('not_payable', { message: closed })
  const offer = listPaymentMethods(app, booking).find(({ id }) => id === gateway.method)
  if (offer?.reason) return fail('unavailable', { message: offer.reason })
  const held = {
    placedAt: Date.parse(booking.created_at),
    expiresAt: Date.parse(booking.expires_at),
    closesAt: getClosingTime(app, booking),
  }
  if (isTransfer && (await isEmailMissing(app, db, booking))) return fail('email_unconfirmed')
  let until = isTransfer
    ? holdUntilForTransfer(held, app.env.transferHours * 3_600_000, now)
    : holdUntilForAttempt(held, gateway.window, now)
  // The hold must cover the time to pay.
  if (until === undefined) return fail('no_more_extensions', { message: HELD_TOO_LONG })
  if (!isTransfer && until > held.expiresAt && (await isCrowdedByHolds(app, db, booking))) {
    if (held.expiresAt < now + gateway.window) return fail('no_more_extensions', { message: CROWDED })
    until = held.expiresAt
  }
  const payment = await insertPayment(db, booking, gateway.method, now)
  if (isTransfer) {
    assertUpdated(await transitionBooking(app, db, booking, 'pending_verification', instant(until)))
    if (!(await countUnpaidTransfer(app, db, booking))) return fail('unavailable', { message: TRANSFERS_FULL })
    await queueEmail(
      db,
      transferInstructionsEmail(booking, buildBookingLink(app, booking), app.env.bank, instant(until)),
      now,
    )
  } else {
    await holdSeatsUntil(db, booking, until)
  }
  return succeed({ payment, seatsHeldUntil: until })
}

/** The announced transfer, or the newest QR code, which is shown again after a reload. */
async function findPendingAttempt(
  db: Queries,
  { id, expires_at }: Booking,
  { method, storesCode }: Gateway,
  since = 0,
): Promise<InsertedAttempt | undefined> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', id)
    .where('method', '=', method)
    .where('state', '=', 'pending')
    .where('created_at', '>', instant(since))
    .where('qr_code', storesCode ? 'is not' : 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return payment && expires_at ? { payment, seatsHeldUntil: Date.parse(expires_at) } : undefined
}

async function readVerification(app: App, paymentId: string): Promise<VerifiedPayment> {
  const row = await app.db.read
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .leftJoin('booking_changes', 'booking_changes.id', 'payments.change_id')
    .select(['payments.method', 'payments.amount', 'payments.state', 'payments.received', 'payments.reason'])
    .select(['payments.provider_reference', 'bookings.state as booking_state', 'booking_changes.state as change_state'])
    .select('booking_changes.kind as change_kind')
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
    ...(row.change_state && { change: row.change_state }),
    ...(row.change_kind && { changeKind: row.change_kind }),
    ...(row.provider_reference && success && { transactionId: row.provider_reference }),
    ...(!success && !isOpenAttempt(row.state) && { error: VERIFICATION_FAILED }),
    ...(hasEnded && row.reason && !isStaffReason(row.reason) && { gatewayMessage: sanitiseGatewayMessage(row.reason) }),
  }
}

const ENDED_STATES: readonly AttemptState[] = ['failed', 'cancelled', 'expired']

const findGateway = (app: App, method: string): Gateway | undefined => {
  const known = parsePaymentMethod(method)
  return known && app.gateways[known]
}

export const toAttempt = (payment: Payment): Attempt => ({
  id: payment.id,
  bookingId: payment.booking_id,
  method: payment.method,
  amount: payment.amount,
  createdAt: Date.parse(payment.created_at),
  gatewayId: payment.gateway_id,
  qrCode: payment.qr_code,
  wasPaid: isPaid(payment.state),
})

async function recordReturn(app: App, id: string, gateway: Gateway, parameters: Record<string, string>): Promise<void> {
  const claim = gateway.readReturn(parameters)
  await recordPaymentReport(app, id, 'return', { verdict: claim, parameters })
  if (claim.kind === 'cancelled')
    await settle(app, id, { kind: 'ended', as: 'cancelled', reason: claim.reason }, 'visitor')
  if (claim.kind === 'claimed' && (claim.attemptId ?? id) === id)
    await recordPaymentReport(app, id, 'claim', claim.providerReference)
}
