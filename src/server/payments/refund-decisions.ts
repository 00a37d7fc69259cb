import type { decideRefund } from '#contract/admin/refunds.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { isOpenRefund } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { Conflict } from '../db/database.ts'
import { lockPayment } from '../db/row-locks.ts'
import { instant } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'
import { findPaymentForStaff } from './access.ts'
import { CALL_TIMEOUT_MS } from './refund-calls.ts'
import { applyRefund, releaseRefund } from './refund-effects.ts'

/**
 * A refund whose outcome the gateway never told: staff looked there, and say whether the money went. Refused while a call
 * to the gateway may still be under way.
 */
export async function decideOpenRefund(
  app: App,
  staff: Staff,
  id: string,
  { went, reason, reference }: Input<typeof decideRefund>,
): Promise<Outcome<Output<typeof decideRefund>>> {
  const outcome = await app.db.write<Output<typeof decideRefund>>(async (db) => {
    const found = await db.selectFrom('refunds').select('payment_id').where('id', '=', id).executeTakeFirst()
    if (found) await lockPayment(db, found.payment_id)
    const refund = found && (await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst())
    const payment = refund && (await findPaymentForStaff(db, staff, refund.payment_id))
    if (!payment) return fail('not_found')
    if (!isOpenRefund(refund.state))
      return fail('not_decidable', { message: 'This refund no longer waits for a decision.' })
    const now = app.now()
    if (refund.asked_at !== null && now - Date.parse(refund.asked_at) < CALL_TIMEOUT_MS)
      return fail('in_flight', { message: 'The gateway is being asked right now. Try again in a minute.' })
    const state = went ? 'done' : 'failed'
    const settled = { ...refund, state, reference: reference ?? refund.reference, answer: `Staff: ${reason}` } as const
    const { numUpdatedRows } = await db
      .updateTable('refunds')
      .set({ state, reference: settled.reference, answer: settled.answer, updated_at: instant(now) })
      .where('id', '=', id)
      .where('state', '=', refund.state)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) throw new Conflict()
    if (went) await applyRefund(app, db, settled)
    else {
      await releaseRefund(db, refund)
      await recordEvent(db, 'booking_update', payment.booking_id, now)
    }
    await recordAuditEntry(
      db,
      {
        by: staff,
        action: 'refund_decided',
        subject: 'payment',
        subjectId: payment.id,
        label: payment.booking_id,
        before: { refund: refund.state },
        after: { refund: state, amount: refund.amount },
        reason,
      },
      now,
    )
    return succeed({ state })
  })
  if (outcome.ok) app.notifier.notify()
  return outcome
}
