import type { readRefundAccount } from '#contract/admin/refunds.ts'
import { fail, succeed } from '#contract/failure.ts'
import type { App, Result } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking.ts'
import { openRefundAccount } from '../bookings/refund-account.ts'
import type { Staff } from '../staff/sessions.ts'
import { findBookingForStaff } from './booking-detail.ts'

/** Each reading is recorded in the audit log. */
export function readRefundAccountAsStaff(app: App, staff: Staff, id: string): Result<typeof readRefundAccount> {
  return app.db.write(async (db) => {
    const booking = await findBookingForStaff(db, staff, id)
    const account = booking && (await openRefundAccount(app, db, booking))
    if (!account) return fail('not_found')
    await recordBookingAuditEntry(app, db, staff, booking, { action: 'refund_account_read' })
    return succeed(account)
  })
}
