import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import type { App } from '#server/app.ts'
import { recordAuditEntry } from '#server/audit/entries.ts'
import { type Queries, runTransaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import { TABLES } from '#server/db/tables.ts'
import { readEnv } from '#server/env.ts'
import { openApp, setApp } from '#server/open-app.ts'
import { ENGINES, type Engine, migratedDatabase } from './engines.ts'

/** Tuesday 1 December 2026, 10:00 in Kathmandu. */
export const NOW = Date.parse('2026-12-01T04:15:00Z')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const kathmandu = (date: string, time: string): number => Date.parse(`${date}T${time}:00+05:45`)

export interface TestApp extends App {
  /** Sets the clock, or advances it by milliseconds. */
  clock: { set(instant: number): void; advance(milliseconds: number): void }
  /** Every error that the server logged as a bug. A test that provokes one removes it. */
  bugs: unknown[]
  /** Deletes all rows and resets the clock and replaced parts. */
  empty(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Environment variables in addition to the database's. */
  env?: Record<string, string>
  parts?: Partial<Pick<App, 'catalogue' | 'gateways' | 'rooms'>>
  now?: number
}

/** Opens the server's app on its own database, with a clock that only tests move. */
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

/** Opens all connections of the pool, so that concurrent requests start together. */
async function connect({ db }: App): Promise<void> {
  if (db.engine === 'postgres') await Promise.all(Array.from({ length: 10 }, () => sql`select 1`.execute(db.read)))
}

/** Declares a block of tests for each engine, with its own app; `%s` in the title is the engine. */
export function describeOnEachEngine(title: string, tests: (app: TestApp, engine: Engine) => void): void {
  describe.each(ENGINES)(title, (engine) => tests(useApp(engine), engine))
}

/** The app of a block's tests and endpoints, opened before the first test; each test starts with no rows. */
export function useApp(engine: Engine, options?: TestAppOptions): TestApp {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine, options)
    setApp(app)
  })
  beforeEach(() => app.empty())
  afterEach(() => expect(app.bugs).toEqual([]))
  afterAll(() => app.close())
  return new Proxy({} as TestApp, {
    get: (_, key) => Reflect.get(app, key),
    set: (_, key, value) => Reflect.set(app, key, value),
    ownKeys: () => Reflect.ownKeys(app),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(app, key),
  })
}

const EMPTIED = TABLES.filter((table) => table !== 'settings').toReversed()

/** Settings stay, except the head of the audit chain. */
const emptying = (tables: readonly string[]): string[] => [
  ...tables.map((table) => `delete from ${table}`),
  `delete from settings where key like 'audit%'`,
]

async function removeRows({ db }: App): Promise<void> {
  await runTransaction(db, async (transaction) => {
    // PostgreSQL runs all statements in one message, because a test run does this thousands of times.
    if (db.engine === 'postgres')
      await sql
        .raw(['set local session_replication_role = replica', ...emptying(EMPTIED)].join(';'))
        .execute(transaction)
    else await removeRowsOfSqlite(transaction)
  })
}

/** Returns the tables that have rows: most tests fill a few of sixty. */
const FILLED = EMPTIED.map((table) => `select '${table}' as name where exists (select 1 from ${table})`).join(
  ' union all ',
)

/** Without the triggers that refuse to delete bills, where there are any: SQLite prepares every statement again after. */
async function removeRowsOfSqlite(db: Queries): Promise<void> {
  const { rows: tables } = await sql.raw<{ name: string }>(FILLED).execute(db)
  const filled = tables.map(({ name }) => name)
  const { rows: triggers } = await sql<{ name: string; tbl_name: string; sql: string }>`
    select name, tbl_name, sql from sqlite_master where type = 'trigger' and sql like '%before delete on%'`.execute(db)
  const dropped = triggers.filter(({ tbl_name }) => filled.includes(tbl_name))
  for (const { name } of dropped) await sql`drop trigger ${sql.ref(name)}`.execute(db)
  for (const statement of emptying(filled)) await sql.raw(statement).execute(db)
  for (const trigger of dropped) await sql.raw(trigger.sql).execute(db)
}

/** Returns all stored rows, in one query on PostgreSQL. */
export async function stored({ db }: App): Promise<Record<string, unknown[]>> {
  if (db.engine === 'postgres') {
    const columns = TABLES.map(
      (table) => sql`(select json_agg(rows) from ${sql.table(table)} rows) as ${sql.ref(table)}`,
    )
    const { rows } = await sql<Record<string, unknown[]>>`select ${sql.join(columns)}`.execute(db.read)
    return rows[0] ?? {}
  }
  const tables: Record<string, unknown[]> = {}
  for (const table of TABLES) tables[table] = await rows(db.read, table)
  return tables
}

/** Returns all rows of a table, unordered. */
export const rows = <Table extends keyof Tables>(db: Queries, table: Table): Promise<Tables[Table][]> =>
  db.selectFrom(table).selectAll().execute() as unknown as Promise<Tables[Table][]>

/** Returns the audit log, oldest entry first. */
export const auditEntries = async ({ db }: App): Promise<Tables['audit'][]> =>
  (await rows(db.read, 'audit')).toSorted((a, b) => a.position - b.position)

/** Executes a statement that no request can cause. */
export async function execute({ db }: App, statement: (db: Queries) => { execute(): Promise<unknown> }): Promise<void> {
  await runTransaction(db, (transaction) => statement(transaction).execute())
}

/** Returns the subjects of the emails to a recipient, oldest first. */
export async function emailsTo({ db }: App, recipient: string): Promise<string[]> {
  const emails = await rows(db.read, 'emails')
  return emails
    .filter((email) => email.recipient === recipient)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ subject }) => subject)
}

/** Returns the result of a call that must store nothing. */
export async function expectNothingStored<Result>(app: TestApp, run: () => Promise<Result>): Promise<Result> {
  const before = await stored(app)
  const result = await run()
  expect(await stored(app)).toEqual(before)
  return result
}

/** Writes an audit entry and returns it. */
export async function firstEntry(app: App): Promise<Tables['audit']> {
  await runTransaction(app.db, (db) =>
    recordAuditEntry(db, { by: null, action: 'membership_expired', subject: 'membership', subjectId: 'm' }, app.now()),
  )
  const [entry] = await rows(app.db.read, 'audit')
  if (!entry) throw new Error('the audit entry is missing')
  return entry
}
