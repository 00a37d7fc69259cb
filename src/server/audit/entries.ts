import { createHash } from 'node:crypto'
import type { AuditAction, AuditSubject } from '#domain/audit.ts'
import { CUSTOMER_ACTOR } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { StoredAuditEntry } from '../db/schema.ts'

export interface Actor {
  id: string
  email: string
}

/** Acts by the secret of a booking. */
export const CUSTOMER = CUSTOMER_ACTOR
export type AuditActor = Actor | typeof CUSTOMER

export interface NewAuditEntry {
  /** Null is the system. */
  by: AuditActor | null
  action: AuditAction
  subject: AuditSubject
  subjectId: string
  /** Name of the subject, such as a customer or a location. */
  label?: string
  /** The changed fields (`diffFields`). Never a password, a token or an image. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

const HEAD_KEY = 'audit_head'

/** Records an entry in the transaction of its action. Each entry contains the digest of the previous one. */
export async function recordAuditEntry(db: Queries, entry: NewAuditEntry, now: number): Promise<void> {
  const last = await lockAuditHead(db)
  const row = buildAuditRow(entry, last, now)
  await db.insertInto('audit').values(row).execute()
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify({ position: row.position, digest: row.digest }) })
    .where('key', '=', HEAD_KEY)
    .execute()
}

type Head = Pick<StoredAuditEntry, 'position' | 'digest'>
const EMPTY_HEAD: Head = { position: 0, digest: '' }

/** Locks the last entry until the end of the transaction. */
export async function lockAuditHead(db: Queries): Promise<Head> {
  const locked = await updateHead(db).executeTakeFirst()
  if (locked) return JSON.parse(locked.value)
  await db
    .insertInto('settings')
    .values({ key: HEAD_KEY, value: JSON.stringify(EMPTY_HEAD) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return JSON.parse((await updateHead(db).executeTakeFirstOrThrow()).value)
}

const updateHead = (db: Queries) =>
  db
    .updateTable('settings')
    .set((row) => ({ value: row.ref('value') }))
    .where('key', '=', HEAD_KEY)
    .returning('value')

function buildAuditRow(entry: NewAuditEntry, last: Head, now: number): StoredAuditEntry {
  const row = {
    id: crypto.randomUUID(),
    position: last.position + 1,
    staff_id: entry.by === CUSTOMER ? null : (entry.by?.id ?? null),
    actor: entry.by === CUSTOMER ? CUSTOMER : (entry.by?.email ?? null),
    action: entry.action,
    subject: entry.subject,
    subject_id: entry.subjectId,
    label: entry.label ?? null,
    before: entry.before ? JSON.stringify(entry.before) : null,
    after: entry.after ? JSON.stringify(entry.after) : null,
    reason: entry.reason ?? null,
    created_at: instant(now),
  }
  return { ...row, digest: computeDigest(row, last.digest) }
}

function computeDigest(row: Omit<StoredAuditEntry, 'digest'>, previous: string): string {
  const { id, position, staff_id, actor, action, subject, subject_id, label, before, after, reason, created_at } = row
  const values = [id, position, staff_id, actor, action, subject, subject_id, label, before, after, reason, created_at]
  return createHash('sha256')
    .update(JSON.stringify([previous, ...values]))
    .digest('base64url')
}

const BATCH_SIZE = 1_000

/** Returns the number of intact entries and the position of the first that does not follow, up to the current head. */
export async function findBrokenLink(db: Queries): Promise<{ checked: number; brokenAt: number | undefined }> {
  const stored = await db.selectFrom('settings').select('value').where('key', '=', HEAD_KEY).executeTakeFirst()
  const head: Head = stored ? JSON.parse(stored.value) : EMPTY_HEAD
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

export const recordExport = (app: App, by: Actor, action: AuditAction, filter: object): Promise<void> =>
  runTransaction(app.db, (db) =>
    recordAuditEntry(db, { by, action, subject: 'site', subjectId: 'export', after: { ...filter } }, app.now()),
  )
