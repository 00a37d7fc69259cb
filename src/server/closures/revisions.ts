import { formatRange, type IsoDate } from '#domain/calendar.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { diffClosures } from '#domain/closure-list.ts'
import type { App } from '../app.ts'
import { type Actor, recordAuditEntry } from '../audit/entries.ts'
import { findName } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { recordEvent } from '../events/staff-events.ts'
import { readListedClosures } from './current.ts'

export interface VersionedClosures {
  version: number
  closures: ListedClosure[]
}

export async function readVersionedClosures(db: Queries, from: IsoDate): Promise<VersionedClosures> {
  return { version: await readClosureVersion(db), closures: await readListedClosures(db, from) }
}

export async function readClosureVersion(db: Queries): Promise<number> {
  const { version } = await db
    .selectFrom('closure_revisions')
    .select((row) => row.fn.max('version').as('version'))
    .executeTakeFirstOrThrow()
  return version ?? 0
}

/** The new version is the primary key: the second of two concurrent saves fails and is retried. */
export async function insertClosureRevision(
  app: App,
  db: Queries,
  by: Actor,
  current: VersionedClosures,
  list: readonly ListedClosure[],
): Promise<void> {
  const changes = diffClosures(current.closures, list)
  if (changes.length === 0) return
  const version = current.version + 1
  await db
    .insertInto('closure_revisions')
    .values({ version, changes: JSON.stringify(changes), staff_id: by.id, created_at: instant(app.now()) })
    .execute()
  for (const { id, after } of changes) {
    if (after) await storeClosure(db, after, version)
    else await db.deleteFrom('closures').where('id', '=', id).execute()
  }
  const describe = (entry: ListedClosure | null) => (entry ? formatClosure(app, entry) : [])
  await recordAuditEntry(
    db,
    {
      by,
      action: 'closures_changed',
      subject: 'closures',
      subjectId: String(version),
      before: { closures: changes.flatMap(({ before }) => describe(before)) },
      after: { closures: changes.flatMap(({ after }) => describe(after)) },
    },
    app.now(),
  )
  await recordEvent(db, 'closures_update', String(version), app.now())
}

async function storeClosure(db: Queries, entry: ListedClosure, version: number): Promise<void> {
  const columns = {
    location_id: entry.locationId,
    first_day: entry.from,
    last_day: entry.to,
    reason: entry.reason,
    opens: entry.hours?.open ?? null,
    closes: entry.hours?.close ?? null,
    version,
  }
  await db
    .insertInto('closures')
    .values({ id: entry.id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

/** Such as `All locations, 8 Nov 2026: closed (Tihar)`. */
function formatClosure({ catalogue }: App, { locationId, from, to, reason, hours }: ListedClosure): string {
  const location = locationId === null ? 'All locations' : findName(catalogue.locations, locationId)
  return `${location}, ${formatRange(from, to)}: ${hours ? `${hours.open}–${hours.close}` : 'closed'} (${reason})`
}
