import type { DeedRow } from '#contract/admin/audit.ts'
import { changesOf } from '#contract/admin/deed-words.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { AUDIT_ACTIONS, SUBJECT_LABELS } from '#domain/audit.ts'
import { type Cell, CSV_BEGIN, csvLine } from '#domain/csv.ts'
import type { App } from './app.ts'
import { type DeedFilter, deedPlaces, deedsAt, isBefore } from './audit-list.ts'
import { kathmanduMoment, recordExport, streamOf } from './exports.ts'
import type { Staff } from './sessions.ts'

/** Read at once: others are answered between two of these. */
const BATCH = 500

/** All deeds of a filter, line by line; that somebody took them out is the newest of them. */
export async function deedsCsv(
  app: App,
  staff: Staff,
  filter: DeedFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const places = deedPlaces(app.db.read, filter)
  if (!places.ok) return places
  await recordExport(app, staff, 'audit_exported', filter)
  return succeed(streamOf(deedLines(app, places.value)))
}

type Places = Extract<ReturnType<typeof deedPlaces>, { ok: true }>['value']

async function* deedLines(app: App, places: Places): AsyncGenerator<string> {
  yield CSV_BEGIN + csvLine(Object.keys(COLUMNS))
  let query: Places | undefined = places
  while (query) {
    const found: { position: number; created_at: string }[] = await query.limit(BATCH).execute()
    const deeds = await deedsAt(
      app.db.read,
      found.map(({ position }) => position),
    )
    yield deeds.map((deed) => csvLine(Object.values(COLUMNS).map((cell) => cell(deed)))).join('')
    const last = found.length === BATCH ? found.at(-1) : undefined
    query = last && places.where(isBefore(last.created_at, last.position))
  }
}

const COLUMNS: Readonly<Record<string, (deed: DeedRow) => Cell>> = {
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
