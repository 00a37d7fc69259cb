import { createHash } from 'node:crypto'
import { succeed } from '#contract/failure.ts'
import type { AuditAction, AuditSubject } from '#domain/audit.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant, type Tables } from '../db/schema.ts'

/** The staff member who performs an action. */
export interface Actor {
  id: string
  email: string
}

export interface NewAuditEntry {
  /** Who did it; null is the product by itself, as when a membership runs out. */
  by: Actor | null
  action: AuditAction
  subject: AuditSubject
  subjectId: string
  /** What a person calls the subject: a customer, a location. */
  label?: string
  /** The fields that changed, as they were and as they are (`differences`). Never a password, a token or a picture. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** Why, where somebody has to say it. */
  reason?: string
}

const HEAD_KEY = 'audit_head'

/**
 * Who did what, in the same writing as the deed: neither is there without the other. Each row carries the digest of the
 * one before it, so that a row that is changed or taken out behind the product's back is known by `brokenLink`.
 */
export async function recordAuditEntry(db: Queries, deed: NewAuditEntry, now: number): Promise<void> {
  const last = await lockHead(db)
  const row = buildAuditRow(deed, last, now)
  await db.insertInto('audit').values(row).execute()
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify({ position: row.position, digest: row.digest }) })
    .where('key', '=', HEAD_KEY)
    .execute()
}

type Head = Pick<Tables['audit'], 'position' | 'digest'>
const EMPTY_HEAD: Head = { position: 0, digest: '' }

/** The last link. Writing it to itself keeps it until the end of this writing, on both engines. */
async function lockHead(db: Queries): Promise<Head> {
  await db
    .insertInto('settings')
    .values({ key: HEAD_KEY, value: JSON.stringify(EMPTY_HEAD) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await db
    .updateTable('settings')
    .set((row) => ({ value: row.ref('value') }))
    .where('key', '=', HEAD_KEY)
    .returning('value')
    .executeTakeFirstOrThrow()
  return JSON.parse(value)
}

function buildAuditRow(deed: NewAuditEntry, last: Head, now: number): Tables['audit'] {
  const row = {
    id: crypto.randomUUID(),
    position: last.position + 1,
    staff_id: deed.by?.id ?? null,
    actor: deed.by?.email ?? null,
    action: deed.action,
    subject: deed.subject,
    subject_id: deed.subjectId,
    label: deed.label ?? null,
    before: deed.before ? JSON.stringify(deed.before) : null,
    after: deed.after ? JSON.stringify(deed.after) : null,
    reason: deed.reason ?? null,
    created_at: instant(now),
  }
  return { ...row, digest: computeDigest(row, last.digest) }
}

function computeDigest(row: Omit<Tables['audit'], 'digest'>, previous: string): string {
  const { id, position, staff_id, actor, action, subject, subject_id, label, before, after, reason, created_at } = row
  const told = [id, position, staff_id, actor, action, subject, subject_id, label, before, after, reason, created_at]
  return createHash('sha256')
    .update(JSON.stringify([previous, ...told]))
    .digest('base64url')
}

const BATCH_SIZE = 1_000

/**
 * Looks through all rows up to the last link: how many there are, and the position of the first that does not follow
 * from those before it, undefined where all do. Rows that are written meanwhile are left to the next look.
 */
export async function findBrokenLink(db: Queries): Promise<{ checked: number; brokenAt: number | undefined }> {
  const kept = await db.selectFrom('settings').select('value').where('key', '=', HEAD_KEY).executeTakeFirst()
  const head: Head = kept ? JSON.parse(kept.value) : EMPTY_HEAD
  let previous = EMPTY_HEAD
  while (previous.position < head.position) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('position', '>', previous.position)
      .where('position', '<=', head.position)
      .orderBy('position')
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length === 0) return { checked: previous.position, brokenAt: previous.position + 1 }
    for (const row of rows) {
      const follows = row.position === previous.position + 1 && computeDigest(row, previous.digest) === row.digest
      if (!follows) return { checked: previous.position, brokenAt: previous.position + 1 }
      previous = row
    }
  }
  const brokenAt = previous.digest === head.digest ? undefined : previous.position
  return { checked: previous.position, brokenAt }
}

export async function recordExport(
  app: App,
  by: Actor,
  action: NewAuditEntry['action'],
  filter: object,
): Promise<void> {
  await app.db.write(async (db) => {
    await recordAuditEntry(db, { by, action, subject: 'site', subjectId: 'export', after: { ...filter } }, app.now())
    return succeed(undefined)
  })
}
