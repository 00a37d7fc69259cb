import { succeed } from '#contract/failure.ts'
import type { StaffEventKind } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/schema.ts'

let sequence = 0

/** Notes for the staff's open tabs what happened; part of the writing that made it happen. */
export async function recordEvent(db: Queries, kind: StaffEventKind, subjectId: string, now: number): Promise<void> {
  await db
    .insertInto('staff_events')
    .values({ id: createEventId(now), kind, subject_id: subjectId, created_at: instant(now) })
    .execute()
}

/** A position in the stream: every event that is noted from now on comes after it. */
export const toPosition = (now: number): string => String(now).padStart(14, '0')

/** The instant at which a position or event stands (milliseconds); undefined for anything else. */
export function parsePosition(position: string): number | undefined {
  return /^\d{14}(-\d{6}-[0-9a-f]{4})?$/.test(position) ? Number(position.slice(0, 14)) : undefined
}

export interface RecordedEvent {
  id: string
  kind: StaffEventKind
  /** Of the booking, the membership or the message; of prices their version. */
  subjectId: string
}

/** What was noted from an instant on, oldest first. */
export async function readEventsSince(db: Queries, time: number, limit: number): Promise<RecordedEvent[]> {
  return db
    .selectFrom('staff_events')
    .select(['id', 'kind', 'subject_id as subjectId'])
    .where('id', '>=', toPosition(time))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Events are for open tabs: a week is more than any of them sleeps. */
const STORED_MS = 7 * 24 * 3_600_000

export async function deleteOldEvents(app: App): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .deleteFrom('staff_events')
      .where('id', '<', toPosition(app.now() - STORED_MS))
      .execute()
    return succeed(undefined)
  })
}

/** Sorts by time, and by order of writing within a process. */
function createEventId(now: number): string {
  sequence = (sequence + 1) % 1_000_000
  return `${toPosition(now)}-${String(sequence).padStart(6, '0')}-${crypto.randomUUID().slice(0, 4)}`
}
