import type { reconcilePayment } from '#contract/admin/payments.ts'
import { fail, succeed } from '#contract/failure.ts'
import { isReconcilable } from '#domain/payment.ts'
import type { App, Result } from '../app.ts'
import { instant } from '../db/instant.ts'
import { lockPayment } from '../db/row-locks.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import { findPaymentForStaff } from '../payments/access.ts'
import { recordPaymentAuditEntry } from '../payments/audit.ts'
import type { Staff } from '../staff/sessions.ts'

/** A repeated call changes nothing. */
export const setReconciled = (
  app: App,
  staff: Staff,
  id: string,
  reconciled: boolean,
): Result<typeof reconcilePayment> =>
  writeAndNotify(app, async (db) => {
    await lockPayment(db, id)
    const payment = await findPaymentForStaff(db, staff, id)
    if (!payment) return fail('not_found')
    if (!isReconcilable(payment))
      return fail('not_decidable', { message: 'Only payments by QR code or card at the desk are reconciled.' })
    if ((payment.reconciled_at !== null) === reconciled) return succeed({ reconciledAt: payment.reconciled_at })
    const now = app.now()
    const reconciledAt = reconciled ? instant(now) : null
    await db
      .updateTable('payments')
      .set({ reconciled_at: reconciledAt, reconciled_by: reconciled ? staff.id : null })
      .where('id', '=', id)
      .execute()
    const action = reconciled ? 'payment_reconciled' : 'payment_unreconciled'
    await recordPaymentAuditEntry(app, db, payment, { by: staff, action, after: { amount: payment.amount } })
    await recordEvent(db, 'booking_update', payment.booking_id, now)
    return succeed({ reconciledAt })
  })
