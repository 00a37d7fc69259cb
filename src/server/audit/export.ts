import type { AuditEntry } from '#contract/admin/audit.ts'
import { describeChanges } from '#contract/admin/audit-labels.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECT_LABELS } from '#domain/audit.ts'
import type { App } from '../app.ts'
import { type Columns, formatKathmanduTime, streamCsv } from '../csv/exports.ts'
import { type Actor, recordExport } from './entries.ts'
import { type AuditFilter, isBefore, readAuditEntries, selectAuditPositions } from './list.ts'

interface AuditCursor {
  position: number
  created_at: string
}

/** All deeds of a filter, line by line; that somebody took them out is the newest of them. */
export async function streamAuditCsv(
  app: App,
  staff: Actor,
  filter: AuditFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const places = selectAuditPositions(app.db.read, filter)
  if (!places.ok) return places
  await recordExport(app, staff, 'audit_exported', filter)
  return succeed(
    streamCsv(COLUMNS, async (after: AuditCursor | undefined, most) => {
      const query = after ? places.value.where(isBefore(after.created_at, after.position)) : places.value
      const found: AuditCursor[] = await query.limit(most).execute()
      return {
        rows: await readAuditEntries(
          app.db.read,
          found.map(({ position }) => position),
        ),
        cursors: found,
      }
    }),
  )
}

const COLUMNS: Columns<AuditEntry> = {
  Entry: ({ position }) => position,
  When: ({ at }) => formatKathmanduTime(at),
  Who: ({ by }) => by,
  Action: ({ action }) => AUDIT_ACTIONS[action],
  Subject: ({ subject }) => AUDIT_SUBJECT_LABELS[subject],
  Name: ({ label }) => label,
  ID: ({ subjectId }) => subjectId,
  'What changed': (deed) =>
    describeChanges(deed)
      .map(({ field, from, to }) => `${field}: ${from === undefined ? '' : `${from} → `}${to ?? 'none'}`)
      .join('; '),
  Why: ({ reason }) => reason,
}
