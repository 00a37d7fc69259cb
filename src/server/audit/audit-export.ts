import type { DeedRow } from '#contract/admin/audit.ts'
import { changesOf } from '#contract/admin/deed-words.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { AUDIT_ACTIONS, SUBJECT_LABELS } from '#domain/audit.ts'
import type { App } from '../app.ts'
import { type Columns, kathmanduMoment, tableOf } from '../csv/exports.ts'
import { type Actor, recordExport } from './audit.ts'
import { type DeedFilter, deedPlaces, deedsAt, isBefore } from './audit-list.ts'

interface DeedPlace {
  position: number
  created_at: string
}

/** All deeds of a filter, line by line; that somebody took them out is the newest of them. */
export async function deedsCsv(
  app: App,
  staff: Actor,
  filter: DeedFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const places = deedPlaces(app.db.read, filter)
  if (!places.ok) return places
  await recordExport(app, staff, 'audit_exported', filter)
  return succeed(
    tableOf(COLUMNS, async (after: DeedPlace | undefined, most) => {
      const query = after ? places.value.where(isBefore(after.created_at, after.position)) : places.value
      const found: DeedPlace[] = await query.limit(most).execute()
      return {
        rows: await deedsAt(
          app.db.read,
          found.map(({ position }) => position),
        ),
        places: found,
      }
    }),
  )
}

const COLUMNS: Columns<DeedRow> = {
  Entry: ({ position }) => position,
  When: ({ at }) => kathmanduMoment(at),
  Who: ({ by }) => by,
  Action: ({ action }) => AUDIT_ACTIONS[action],
  Subject: ({ subject }) => SUBJECT_LABELS[subject],
  Name: ({ label }) => label,
  ID: ({ subjectId }) => subjectId,
  'What changed': (deed) =>
    changesOf(deed)
      .map(({ field, from, to }) => `${field}: ${from === undefined ? '' : `${from} → `}${to ?? 'none'}`)
      .join('; '),
  Why: ({ reason }) => reason,
}
