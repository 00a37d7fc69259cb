import type { AuditEntry } from '#contract/admin/audit.ts'
import { describeChanges } from '#contract/admin/audit-labels.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECT_LABELS } from '#domain/audit.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { type Columns, formatKathmanduTime, streamCsv } from '../csv/exports.ts'
import type { StoredAuditEntry } from '../db/schema.ts'
import { type Actor, recordExport } from './entries.ts'
import { type AuditFilter, isBefore, readAuditEntries, selectAuditPositions } from './list.ts'

type AuditCursor = Pick<StoredAuditEntry, 'position' | 'created_at'>

/** Exports the filtered entries; the export itself is recorded first. */
export async function streamAuditCsv(
  app: App,
  staff: Actor,
  filter: AuditFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const positions = selectAuditPositions(app.db.read, filter)
  if (!positions.ok) return positions
  await recordExport(app, staff, 'audit_exported', filter)
  return succeed(
    streamCsv({
      columns: CSV_COLUMNS,
      readBatch: async (after: AuditCursor | undefined, limit) => {
        const query = after ? positions.value.where(isBefore(after.created_at, after.position)) : positions.value
        const found: AuditCursor[] = await query.limit(limit).execute()
        return { rows: await readAuditEntries(app.db.read, found), cursors: found }
      },
    }),
  )
}

const CSV_COLUMNS: Columns<AuditEntry> = {
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
