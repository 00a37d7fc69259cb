import type { Outcome } from '#contract/failure.ts'
import type { StaffEventKind } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { Queries, WriteJob } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { compileOnce } from '../db/query-cache.ts'

let sequence = 0

/** Records an event for open tabs, in the transaction that caused it. */
export async function recordEvent(db: Queries, kind: StaffEventKind, subjectId: string, now: number): Promise<void> {
  const row = { id: createEventId(now), kind, subject_id: subjectId, created_at: instant(now) }
  await compileOnce(db, 'insert event', () => db.insertInto('staff_events').values(row))(Object.values(row))
}

/** Runs a write job and notifies open event streams once it is committed. */
export async function writeAndNotify<Value>(app: App, job: WriteJob<Value>): Promise<Outcome<Value>> {
  const outcome = await app.db.write(job)
  if (outcome.ok) app.notifier.notify()
  return outcome
}

/** Every event recorded from `now` on comes after it. */
export const toPosition = (now: number): string => String(now).padStart(14, '0')

/** Returns the instant of a position or event id in milliseconds; undefined for other text. */
export function parsePosition(position: string): number | undefined {
  return /^\d{14}(-\d{6}-[0-9a-f]{4})?$/.test(position) ? Number(position.slice(0, 14)) : undefined
}

export interface RecordedEvent {
  id: string
  kind: StaffEventKind
  /** Id of the booking, membership, message, tour, location or staff account; version of the prices or closures. */
  subjectId: string
}

/** Oldest first. */
export async function readEventsSince(db: Queries, time: number, limit: number): Promise<RecordedEvent[]> {
  return db
    .selectFrom('staff_events')
    .select(['id', 'kind', 'subject_id as subjectId'])
    .where('id', '>=', toPosition(time))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Sorts by time, then by order of writing within a process. */
function createEventId(now: number): string {
  sequence = (sequence + 1) % 1_000_000
  return `${toPosition(now)}-${String(sequence).padStart(6, '0')}-${crypto.randomUUID().slice(0, 4)}`
}
