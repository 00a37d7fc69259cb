import { AUDIT_ACTIONS } from '#domain/audit.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'

export interface LastDecision {
  /** In the audit's words. */
  what: string
  /** Null is the product by itself. */
  by: string | null
  at: string
  reason: string | null
}

/** The last thing that was done to a payment by anybody but its payer and its gateway. */
export async function findLastDecision(db: Queries, paymentId: string): Promise<LastDecision | undefined> {
  const last = await db
    .selectFrom('audit')
    .leftJoin('staff', 'staff.id', 'audit.staff_id')
    .select(['action', 'actor', 'staff.name', 'audit.created_at', 'reason'])
    .where('subject', '=', 'payment')
    .where('subject_id', '=', paymentId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return undefined
  const { action, actor, name, created_at, reason } = last
  return { what: AUDIT_ACTIONS[action], by: actor && formatStaffName(name, actor), at: created_at, reason }
}
