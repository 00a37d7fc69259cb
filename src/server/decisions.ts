import type { decidePayment } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { npr, paisa } from '#domain/money.ts'
import { canSettle, type GatewayReport, STAFF_METHODS, staffConfirm } from '#domain/payment.ts'
import { transactionKey } from '#domain/receipt.ts'
import type { App } from './app.ts'
import type { Queries } from './db/database.ts'
import { instant, type PaymentTable } from './db/schema.ts'
import type { Staff } from './sessions.ts'
import { settleWithin } from './settlement.ts'

type Decision = Input<typeof decidePayment>
type Decided = Output<typeof decidePayment>

/**
 * What staff say of a payment that only they can see. It is settled as every other one is, and who said what is
 * written with it.
 */
export async function decide(app: App, staff: Staff, id: string, decision: Decision): Promise<Outcome<Decided>> {
  const outcome = await app.db.write<Decided>(async (db) => {
    const payment = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
    if (!payment) return fail('not_found')
    const report = await reportOf(db, payment, decision)
    if (!report.ok) return report
    if (!(await settleWithin(app, db, payment.id, report.value, 'staff'))) return fail('not_decidable')
    await db
      .insertInto('payment_reports')
      .values({
        id: crypto.randomUUID(),
        payment_id: payment.id,
        source: 'staff',
        body: JSON.stringify({ by: staff.email, ...decision }),
        created_at: instant(app.now()),
      })
      .execute()
    return succeed(await standing(db, payment.id))
  })
  if (outcome.ok) app.bell.ring()
  return outcome
}

/** The decision as a report. What does not fit is said before anything is settled. */
async function reportOf(db: Queries, payment: PaymentTable, decision: Decision): Promise<Outcome<GatewayReport>> {
  const to = decision.decision === 'confirm' ? 'confirmed' : 'failed'
  if (!staffConfirm(payment.method) || !canSettle(payment.method, payment.state, to, 'staff'))
    return fail('not_decidable')
  if (decision.decision === 'reject')
    return succeed({ kind: 'ended', as: 'failed', reason: `Staff: ${decision.reason}` })
  const providerReference = transactionKey(decision.transactionId)
  const fields = {
    ...(decision.amount !== payment.amount && {
      amount: `${npr(payment.amount)} was asked for. Compare with the account`,
    }),
    ...((await isUsed(db, payment, providerReference)) && {
      transactionId: 'This transaction has paid another booking',
    }),
  }
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  return succeed({ kind: 'paid', amount: paisa(decision.amount), providerReference })
}

/** Whether the account's transaction has paid another booking already. */
export async function isUsed(db: Queries, payment: PaymentTable, providerReference: string): Promise<boolean> {
  const other = await db
    .selectFrom('payments')
    .select('id')
    // One account takes both: a transfer's number pays no QR payment either.
    .where('method', 'in', STAFF_METHODS)
    .where('provider_reference', '=', providerReference)
    .where('id', '!=', payment.id)
    .executeTakeFirst()
  return other !== undefined
}

async function standing(db: Queries, id: string): Promise<Decided> {
  return db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.state', 'bookings.state as bookingState'])
    .where('payments.id', '=', id)
    .executeTakeFirstOrThrow()
}
