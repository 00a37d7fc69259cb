import { type AuditActor, type NewAuditEntry, recordAuditEntry } from '../audit/entries.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Membership } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'

type MembershipAuditEntry = Pick<NewAuditEntry, 'action' | 'before' | 'after' | 'reason'>

/** Records the audit entry of a change and notifies open tabs. */
export async function recordMembershipChange(
  db: Queries,
  by: AuditActor | null,
  { id, customer_name }: Pick<Membership, 'id' | 'customer_name'>,
  entry: MembershipAuditEntry,
  now: number,
): Promise<void> {
  await recordAuditEntry(db, { by, subject: 'membership', subjectId: id, label: customer_name, ...entry }, now)
  await recordEvent(db, 'membership_update', id, now)
}

/** Changes a membership and records it, unless it has changed since it was read. */
export async function updateMembership(
  db: Queries,
  by: AuditActor | null,
  { id, version }: Membership,
  values: Partial<Membership>,
  entry: MembershipAuditEntry,
  now: number,
): Promise<Membership> {
  const updated = await db
    .updateTable('memberships')
    .set({ ...values, version: version + 1, updated_at: instant(now) })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirstOrThrow(() => new Conflict())
  await recordMembershipChange(db, by, updated, entry, now)
  return updated
}
