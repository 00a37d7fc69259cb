import type { payOutRefund as payOutContract } from '#contract/admin/refunds.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { PAYEE_MISSING, REFUND_ENDED } from '#contract/validation-messages.ts'
import { isOpenRefund } from '#domain/refund.ts'
import type { App, Result } from '../app.ts'
import { instant } from '../db/instant.ts'
import { lockPayment } from '../db/row-locks.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'
import { findPaymentForStaff } from './access.ts'
import { recordPaymentAuditEntry } from './audit.ts'
import { applyRefund } from './refund-effects.ts'
import { updateRefund } from './updates.ts'

/** Records that the desk has paid out a cash refund, and to whom. */
export function payOutRefund(
  app: App,
  staff: Staff,
  id: string,
  { name }: Input<typeof payOutContract>,
): Result<typeof payOutContract> {
  if (name === '') return Promise.resolve(fail('invalid', { fields: { name: PAYEE_MISSING } }))
  return writeAndNotify(app, async (db) => {
    const found = await db.selectFrom('refunds').select('payment_id').where('id', '=', id).executeTakeFirst()
    if (found) await lockPayment(db, found.payment_id)
    const refund = found && (await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst())
    const payment = refund && (await findPaymentForStaff(db, staff, refund.payment_id))
    if (!payment) return fail('not_found')
    if (refund.channel !== 'cash' || !isOpenRefund(refund.state))
      return fail('not_decidable', { message: REFUND_ENDED })
    const changes = { state: 'done', reference: name, paid_by: staff.id } as const
    await updateRefund(db, refund, { ...changes, updated_at: instant(app.now()) })
    await applyRefund(app, db, { ...refund, ...changes })
    const after = { refund: 'done', amount: refund.amount, name }
    await recordPaymentAuditEntry(app, db, payment, { by: staff, action: 'refund_paid_out', after })
    return succeed({ state: 'done' as const })
  })
}
