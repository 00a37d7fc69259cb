import type { Queries } from './db/database.ts'
import { instant, type Tables } from './db/schema.ts'

export interface Deed {
  staffId: string
  action: Tables['audit']['action']
  /** The id of what it was done to. */
  subject: string
  /** What was decided, as far as the subject does not say it by itself. */
  detail: Record<string, unknown>
}

/** Who of the staff did what, in the same writing as the deed: neither is there without the other. */
export async function recordDeed(db: Queries, { staffId, action, subject, detail }: Deed, now: number): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: crypto.randomUUID(),
      staff_id: staffId,
      action,
      subject,
      detail: JSON.stringify(detail),
      created_at: instant(now),
    })
    .execute()
}
