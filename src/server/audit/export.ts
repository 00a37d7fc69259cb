import type { AuditEntry } from '#contract/admin/audit.ts'
import { describeChanges } from '#contract/admin/audit-labels.ts'
import { succeed } from '#contract/failure.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECT_LABELS } from '#domain/audit.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { StoredAuditEntry } from '../db/schema.ts'
import { type Columns, createTable, formatKathmanduTime } from '../exports/table.ts'
import type { Actor } from './entries.ts'
import type { TableExport } from './export-table.ts'
import { type AuditFilter, isBefore, readAuditEntries, selectAuditPositions } from './list.ts'

type AuditCursor = Pick<StoredAuditEntry, 'position' | 'created_at'>

/** The filtered entries, with that of the export itself. */
export const AUDIT_EXPORT: TableExport<AuditFilter, Actor> = {
  action: 'audit_exported',
  open: ({ db }, _, filter) => {
    const positions = selectAuditPositions(db.read, filter)
    if (!positions.ok) return positions
    const readBatch = async (after: AuditCursor | undefined, limit: number) => {
      const query = after ? positions.value.where(isBefore(after.created_at, after.position)) : positions.value
      const found: AuditCursor[] = await query.limit(limit).execute()
      return { rows: await readAuditEntries(db.read, found), cursors: found }
    }
    return succeed(createTable({ name: 'Audit', columns: COLUMNS, readBatch }))
  },
}

const COLUMNS: Columns<AuditEntry> = {
  Entry: ({ position }) => position,
  When: ({ at }) => formatKathmanduTime(at),
  Who: ({ by }) => (by === null ? 'System' : formatStaffName(null, by)),
  Action: ({ action }) => AUDIT_ACTIONS[action],
  Subject: ({ subject }) => AUDIT_SUBJECT_LABELS[subject],
  Name: ({ label }) => label,
  ID: ({ subjectId }) => subjectId,
  'What changed': (entry) =>
    describeChanges(entry)
      .map(({ field, from, to }) => `${field}: ${from === undefined ? '' : `${from} → `}${to ?? 'none'}`)
      .join('; '),
  Reason: ({ reason }) => reason,
}
