import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { listMonthArchives, MonthArchiveView, startMonthArchive } from '#contract/admin/accounts.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { DAY_MS } from '#domain/calendar.ts'
import { MONTH_ARCHIVE_DAYS, OPEN_MONTH_ARCHIVES } from '#domain/month-archive.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry, recordExport } from '../audit/entries.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Staff } from '../staff/sessions.ts'
import { parseRange } from './range.ts'

const getFolder = ({ env }: Pick<App, 'env'>): string => join(env.dataDir, 'exports')

/** Where the file of a month is on the host that made it. */
export const getArchivePath = (app: Pick<App, 'env'>, id: string): string => join(getFolder(app), `${id}.zip`)

/** The file while it is made. */
export const getPartPath = (app: Pick<App, 'env'>, id: string): string => `${getArchivePath(app, id)}.part`

export async function readMonthArchives(app: App): Result<typeof listMonthArchives> {
  const rows = await selectArchives(app.db.read).orderBy('month_archives.created_at', 'desc').execute()
  return succeed({ items: rows.map(toView) })
}

const selectArchives = (db: Queries) =>
  db
    .selectFrom('month_archives')
    .innerJoin('staff', 'staff.id', 'month_archives.staff_id')
    .select(['month_archives.id', 'first_day', 'last_day', 'state', 'done', 'total', 'bytes', 'failure'])
    .select(['month_archives.created_at', 'staff.name', 'staff.email'])

type ArchiveRow = Awaited<ReturnType<ReturnType<typeof selectArchives>['execute']>>[number]

const toView = ({ first_day, last_day, created_at, name, email, ...row }: ArchiveRow): MonthArchiveView => ({
  ...row,
  from: first_day,
  to: last_day,
  by: formatStaffName(name, email),
  createdAt: created_at,
})

const readView = async (db: Queries, id: string): Promise<MonthArchiveView> =>
  toView(await selectArchives(db).where('month_archives.id', '=', id).executeTakeFirstOrThrow())

/** `runMonthArchives` makes the file. */
export async function startArchive(
  app: App,
  staff: Staff,
  days: Input<typeof startMonthArchive>,
): Promise<Outcome<MonthArchiveView>> {
  const range = parseRange(days)
  if (!range.ok) return range
  const { from, to } = range.value
  return app.db.write(async (db) => {
    const id = crypto.randomUUID()
    const started = await db
      .insertInto('month_archives')
      .values({
        id,
        first_day: from,
        last_day: to,
        state: 'waiting',
        done: 0,
        total: 0,
        bytes: null,
        failure: null,
        staff_id: staff.id,
        heartbeat_at: null,
        created_at: instant(app.now()),
        ended_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!started)
      return fail('in_flight', { message: 'A file for the accountant is being made. Wait for it, or cancel it.' })
    await recordAuditEntry(
      db,
      { by: staff, action: 'month_exported', subject: 'site', subjectId: 'export', after: { from, to } },
      app.now(),
    )
    return succeed(await readView(db, id))
  })
}

/** The process that makes the file stops within a second. */
export const cancelArchive = (app: App, id: string): Promise<Outcome<MonthArchiveView>> =>
  app.db.write(async (db) => {
    const cancelled = await db
      .updateTable('month_archives')
      .set({ state: 'cancelled', ended_at: instant(app.now()) })
      .where('id', '=', id)
      .where('state', 'in', OPEN_MONTH_ARCHIVES)
      .returning('id')
      .executeTakeFirst()
    if (cancelled) return succeed(await readView(db, id))
    const known = await db.selectFrom('month_archives').select('id').where('id', '=', id).executeTakeFirst()
    return fail(known ? 'already_done' : 'not_found')
  })

interface ArchiveFile {
  name: string
  bytes: number
  stream: ReadableStream<Uint8Array>
}

export async function openArchive(app: App, staff: Staff, id: string): Promise<Outcome<ArchiveFile>> {
  const row = await app.db.read.selectFrom('month_archives').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return fail('not_found')
  if (row.state === 'cancelled' || row.state === 'failed')
    return fail('wrong_state', { message: 'This file was cancelled or could not be made. Create it again.' })
  const path = getArchivePath(app, id)
  const file = row.state === 'done' ? await stat(path).catch(() => undefined) : undefined
  if (!file)
    return fail('not_ready', {
      message: 'This server does not have the file. Wait until it is ready, or create it again.',
    })
  await recordExport(app, staff, 'month_exported', { from: row.first_day, to: row.last_day })
  return succeed({
    name: `accounts-${row.first_day}-${row.last_day}.zip`,
    bytes: file.size,
    stream: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
  })
}

/** Files are deleted by their age, because another host may have deleted their rows, and backups have none. */
export async function deleteOldMonthArchives(app: App): Promise<void> {
  const oldest = app.now() - MONTH_ARCHIVE_DAYS * DAY_MS
  for (const name of await readdir(getFolder(app)).catch(() => [])) {
    const path = join(getFolder(app), name)
    const file = await stat(path).catch(() => undefined)
    if (file && file.mtimeMs < oldest) await rm(path, { force: true })
  }
  await runTransaction(app.db, (db) =>
    db
      .deleteFrom('month_archives')
      .where('created_at', '<', instant(oldest))
      .where('state', 'not in', OPEN_MONTH_ARCHIVES)
      .execute(),
  )
}
