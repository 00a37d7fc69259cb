import type { decidePayment } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { RAISED_AGAIN, REFUND_ON_ITS_WAY, TRANSACTION_SENTENCES, wasFaster } from '#contract/sentences.ts'
import type { AuditAction } from '#domain/audit.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr, paisa } from '#domain/money.ts'
import { ASKED_METHODS, canSettle, isPaid, isSettled, staffConfirm } from '#domain/payment.ts'
import { isTransaction, transactionKey } from '#domain/receipt.ts'
import { canKeep } from '#domain/refund.ts'
import { colleagueName } from '#domain/staff.ts'
import { WAITING } from '#domain/waiting.ts'
import type { App } from '../app.ts'
import { recordDeed } from '../audit/audit.ts'
import { keptMail } from '../bookings/booking-mail.ts'
import { customerOf } from '../bookings/booking-row.ts'
import { owedOf, oweNothing } from '../bookings/money-owed.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { holdPayment } from '../db/holding.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { noteMail } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { alertsOf, clearAlerts } from './alerts.ts'
import { hasPaidAnother } from './other-money.ts'
import { bookingOf, paymentAt } from './payment-at.ts'
import { lastDecision } from './payment-history.ts'
import { refundStates } from './refunds.ts'
import { giveSeatsBack, letGo, settleWithin, staffReason } from './settlement.ts'

type Decision = Input<typeof decidePayment>
type Of<Kind extends Decision['decision']> = Extract<Decision, { decision: Kind }>
type Decided = Output<typeof decidePayment>

interface Case {
  payment: PaymentTable
  booking: BookingTable
  staff: Staff
}

/**
 * What staff say of a payment that only a person can judge. It is settled as every other one is, and who said what is
 * written with it. Of two who decide at once the second is told what the first has decided.
 */
export async function decide(app: App, staff: Staff, id: string, decision: Decision): Promise<Outcome<Decided>> {
  const outcome = await app.db.write<Decided>(async (db) => {
    await holdPayment(db, id)
    const payment = await paymentAt(db, staff, id)
    if (!payment) return fail('not_found')
    if (decision.saw && decision.saw !== payment.state) return tooLate(db, payment, staff)
    const booking = await bookingOf(db, payment)
    const owed = owedOf(payment)
    const done = await run(app, db, { payment, booking, staff }, decision)
    if (!done.ok)
      return done.failure.code === 'not_decidable' && !done.failure.message ? tooLate(db, payment, staff) : done
    const now = app.now()
    await db
      .insertInto('payment_reports')
      .values({
        id: crypto.randomUUID(),
        payment_id: payment.id,
        source: 'staff',
        body: JSON.stringify({ by: staff.email, ...decision }),
        created_at: instant(now),
      })
      .execute()
    const after = await standing(db, payment.id)
    await recordDeed(
      db,
      {
        by: staff,
        action: done.value,
        subject: 'payment',
        subjectId: payment.id,
        label: `${customerOf(booking)}, ${booking.id}`,
        before: { payment: payment.state, booking: booking.state, ...(owed > 0 && { owed }) },
        after: { payment: after.state, booking: after.bookingState, ...saidBy(decision) },
        ...('reason' in decision && decision.reason && { reason: decision.reason }),
      },
      now,
    )
    return succeed(after)
  })
  if (outcome.ok) app.bell.ring()
  return outcome
}

/** Gives the words of what was done. What does not fit is said before anything is settled. */
function run(app: App, db: Queries, of: Case, decision: Decision): Promise<Outcome<AuditAction>> {
  switch (decision.decision) {
    case 'confirm':
      return confirm(app, db, of, decision)
    case 'reject':
      return reject(app, db, of, decision)
    case 'give_place':
      return givePlace(app, db, of)
    case 'seen':
      return markSeen(db, of, decision)
    case 'keep':
      return keep(app, db, of, decision)
  }
}

async function confirm(
  app: App,
  db: Queries,
  { payment, staff }: Case,
  found: Of<'confirm'>,
): Promise<Outcome<AuditAction>> {
  if (!canSettle(payment.method, payment.state, 'confirmed', 'staff')) return fail('not_decidable')
  const differs = payment.state === 'mismatch'
  // Numbers of an account are compared however they were typed; a gateway's own are its keys, and stay as they are.
  const providerReference = staffConfirm(payment.method) ? transactionKey(found.transactionId) : found.transactionId
  const fields = {
    ...(!differs &&
      found.amount !== payment.amount && {
        amount: `${npr(payment.amount)} was asked for. Compare with the account`,
      }),
    ...(differs && found.amount <= 0 && { amount: 'Enter the amount that arrived' }),
    // What the gateway has said is its own record: nobody types over it.
    ...(differs &&
      payment.received !== null &&
      found.amount !== payment.received && { amount: `The gateway has said that ${npr(payment.received)} came` }),
    ...(differs &&
      found.amount < payment.refunded && { amount: `${npr(payment.refunded)} of it has gone back already` }),
    ...(differs &&
      payment.provider_reference !== null &&
      providerReference !== payment.provider_reference && {
        transactionId: `The gateway has named it ${payment.provider_reference}`,
      }),
    ...((await hasPaidAnother(db, payment, providerReference)) && { transactionId: TRANSACTION_SENTENCES.used }),
    ...(!isTransaction(found.transactionId) && { transactionId: TRANSACTION_SENTENCES.missing }),
  }
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  const finding = {
    kind: 'found',
    amount: paisa(found.amount),
    providerReference,
    withoutPlace: found.withoutPlace ?? false,
  } as const
  if (!(await settleWithin(app, db, payment.id, finding, staff))) return fail('not_decidable')
  return succeed(differs ? 'payment_accepted' : 'payment_approved')
}

async function reject(
  app: App,
  db: Queries,
  { payment, staff }: Case,
  { reason }: Of<'reject'>,
): Promise<Outcome<AuditAction>> {
  if (payment.state === 'mismatch' && payment.received !== null) {
    if (payment.refunded < payment.received)
      return fail('not_decidable', { message: 'Money came with this payment: send it back, or take it as it is.' })
    await close(app, db, payment, staff)
    return succeed('payment_closed')
  }
  // A gateway that was asked for a day and never said: staff looked there. Money that comes yet is still found.
  const isOurs = payment.state === 'mismatch' || staffConfirm(payment.method) || payment.left_to_staff_at !== null
  if (!isOurs || !canSettle(payment.method, payment.state, 'failed', 'staff')) return fail('not_decidable')
  const report = { kind: 'ended', as: 'failed', reason: staffReason(reason) } as const
  if (!(await settleWithin(app, db, payment.id, report, staff))) return fail('not_decidable')
  await askNoMore(app, db, payment)
  return succeed('payment_rejected')
}

/**
 * A gateway says the same the next time, and would bring back what has been judged. Money that comes yet is found by its
 * notice, by the payer who looks again, or where staff ask.
 */
async function askNoMore(app: App, db: Queries, { id }: PaymentTable): Promise<void> {
  await db
    .updateTable('payments')
    .set({ left_to_staff_at: instant(app.now()) })
    .where('id', '=', id)
    .where('method', 'in', ASKED_METHODS)
    .where('left_to_staff_at', 'is', null)
    .execute()
}

/** All that came with a payment that did not match has gone back. */
async function close(app: App, db: Queries, payment: PaymentTable, staff: Staff): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ state: 'refunded', updated_at: instant(app.now()) })
    .where('id', '=', payment.id)
    .where('state', '=', 'mismatch')
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new Conflict()
  await letGo(app, db, payment, staff.id)
}

async function givePlace(app: App, db: Queries, { payment, booking, staff }: Case): Promise<Outcome<AuditAction>> {
  if (booking.state !== 'needs_decision' || !isPaid(payment.state)) return fail('not_decidable')
  if (await giveSeatsBack(app, db, booking, staff.id)) return succeed('place_given')
  return fail('sold_out', { message: 'No seat is left on its dates. Move it to other dates, or send the money back.' })
}

/** What was seen is ended, and nothing that has come since. */
async function markSeen(db: Queries, { payment }: Case, { alert, raised }: Of<'seen'>): Promise<Outcome<AuditAction>> {
  const stands = (await alertsOf(db, payment.id)).find((each) => each.alert === alert)
  if (!stands) return fail('not_decidable')
  if (stands.raised !== raised)
    return fail('changed_meanwhile', { message: RAISED_AGAIN, current: await standing(db, payment.id) })
  await clearAlerts(db, payment.id, [alert])
  return succeed('payment_seen')
}

/** The money of a cancelled booking that was to go back stays here, and its customer hears why. */
async function keep(
  app: App,
  db: Queries,
  { payment, booking }: Case,
  { reason }: Of<'keep'>,
): Promise<Outcome<AuditAction>> {
  const owed = owedOf(payment)
  if (owed === 0) return fail('not_decidable')
  if (!canKeep(owed, await refundStates(db, payment.id))) return fail('in_flight', { message: REFUND_ON_ITS_WAY })
  await oweNothing(db, payment.id)
  await noteMail(db, keptMail(booking, owed, reason), app.now())
  return succeed('payment_kept')
}

/** It is settled by now: by whom, where that is known. */
async function tooLate(db: Queries, payment: PaymentTable, staff: Staff): Promise<ReturnType<typeof fail>> {
  const last = await lastDecision(db, payment.id)
  if (!last || !isSettled(payment.state)) return fail('not_decidable')
  const at = formatInstant(Date.parse(last.at))
  return fail('not_decidable', {
    message: `${wasFaster(last.by, last.what, colleagueName(staff.name, staff.email))}, ${at}.`,
  })
}

function saidBy(decision: Decision): Record<string, unknown> {
  if (decision.decision === 'confirm') return { amount: decision.amount, transaction: decision.transactionId }
  return decision.decision === 'seen' ? { seen: WAITING[decision.alert] } : {}
}

export async function standing(db: Queries, id: string): Promise<Decided> {
  return db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.state', 'bookings.state as bookingState'])
    .where('payments.id', '=', id)
    .executeTakeFirstOrThrow()
}
