import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { succeed } from '#contract/failure.ts'
import type { App } from '#server/app.ts'
import { recordAuditEntry } from '#server/audit/entries.ts'
import type { Queries } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import { TABLES } from '#server/db/tables.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { type Engine, migratedDatabase } from './engines.ts'

/** Tuesday 1 December 2026, 10:00 in Kathmandu. */
export const NOW = Date.parse('2026-12-01T04:15:00Z')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** The instant at which a clock in Kathmandu shows this date and time. */
export const kathmandu = (date: string, time: string): number => Date.parse(`${date}T${time}:00+05:45`)

export interface TestApp extends App {
  /** Moves the clock to an instant, or on by milliseconds. */
  clock: { set(instant: number): void; advance(milliseconds: number): void }
  /** Every bug that the server logged. A test that provokes one takes it out. */
  bugs: unknown[]
  /** Takes out every row, puts the clock back and every part that a test replaced. */
  empty(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Variables of the environment beside the database's. */
  env?: Record<string, string>
  parts?: Partial<Pick<App, 'catalogue' | 'gateways'>>
  now?: number
}

/** The server's app on a database of its own, with a clock that only tests move. */
export async function openTestApp(engine: Engine, { env, parts, now = NOW }: TestAppOptions = {}): Promise<TestApp> {
  const database = await migratedDatabase(engine)
  let time = now
  const bugs: unknown[] = []
  const log = { info: () => {}, bug: (error: unknown) => `bug-${bugs.push(error)}` }
  const app = await openApp(readEnv({ ...database.env, ...env }), { ...parts, now: () => time, log })
  await connect(app)
  const opened = { ...app }
  return Object.assign(app, {
    clock: {
      set: (instant: number) => {
        time = instant
      },
      advance: (milliseconds: number) => {
        time += milliseconds
      },
    },
    bugs,
    empty: async () => {
      time = now
      bugs.length = 0
      Object.assign(app, opened)
      await removeRows(app)
    },
    close: async () => {
      await app.db.close()
      await database.remove()
    },
  })
}

/** Opens every connection of a pool beforehand, so that what is sent at once arrives at once. */
async function connect({ db }: App): Promise<void> {
  if (db.engine === 'postgres') await Promise.all(Array.from({ length: 10 }, () => sql`select 1`.execute(db.read)))
}

/** Opens an app for the tests of a block: `use` is handed it before the first of them, and each begins with no rows. */
export function withApp(engine: Engine, use: (app: TestApp) => void, options?: TestAppOptions): void {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine, options)
    use(app)
  })
  beforeEach(() => app.empty())
  afterEach(() => expect(app.bugs).toEqual([]))
  afterAll(() => app.close())
}

const EMPTIED = TABLES.filter((table) => table !== 'settings').toReversed()

/** The app keeps what it made at its start; the last link of an audit that has no entries any more goes with them. */
const EMPTYING = [...EMPTIED.map((table) => `delete from ${table}`), `delete from settings where key like 'audit%'`]

async function removeRows({ db }: App): Promise<void> {
  // Asked for some thousand times in a run: PostgreSQL takes all of it in one message.
  const messages = db.engine === 'postgres' ? [EMPTYING.join(';')] : EMPTYING
  await db.write(async (writing) => {
    for (const message of messages) await sql.raw(message).execute(writing)
    return succeed(undefined)
  })
}

/** Everything that is stored: what a refusal must leave as it was. PostgreSQL is asked once for all of it. */
export async function stored({ db }: App): Promise<Record<string, unknown[]>> {
  if (db.engine === 'postgres') {
    const parts = TABLES.map((table) => sql`${sql.lit(table)}, (select json_agg(rows) from ${sql.table(table)} rows)`)
    const { rows } = await sql<{
      all: Record<string, unknown[]>
    }>`select json_build_object(${sql.join(parts)}) as all`.execute(db.read)
    return rows[0]?.all ?? {}
  }
  const tables: Record<string, unknown[]> = {}
  for (const table of TABLES) tables[table] = await rows(db.read, table)
  return tables
}

/** The rows of a table, in no order. */
export const rows = <Table extends keyof Tables>(db: Queries, table: Table): Promise<Tables[Table][]> =>
  db.selectFrom(table).selectAll().execute() as unknown as Promise<Tables[Table][]>

/** The subjects of the mails to somebody, in the order of their writing. */
export async function mailsTo({ db }: App, recipient: string): Promise<string[]> {
  const mails = await rows(db.read, 'mails')
  return mails
    .filter((mail) => mail.recipient === recipient)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ subject }) => subject)
}

/** Whatever it does, it stores nothing. */
export async function untouched(app: TestApp, act: () => Promise<unknown>): Promise<void> {
  const before = await stored(app)
  await act()
  expect(await stored(app)).toEqual(before)
}

/** Something that was done before, as the audit keeps it. */
export async function firstEntry(app: App): Promise<Tables['audit']> {
  await app.db.write(async (db) => {
    await recordAuditEntry(
      db,
      { by: null, action: 'membership_expired', subject: 'membership', subjectId: 'm' },
      app.now(),
    )
    return succeed(undefined)
  })
  const [entry] = await rows(app.db.read, 'audit')
  if (!entry) throw new Error('the deed is not in the audit')
  return entry
}
