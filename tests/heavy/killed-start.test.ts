import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedFortnight } from '#server/commands/seed/fortnight.ts'
import { type DatabaseContents, readContents } from '#server/db/archive.ts'
import { MIGRATIONS } from '#server/db/migrations.ts'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import type { Tables } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { runCommand } from '../support/command.ts'
import { type EmptyDatabase, ENGINES, emptyDatabase } from '../support/engines.ts'

const POINTS = 40
const OPEN = `import { openApp } from '#server/open-app.ts'
import { readEnv } from '#server/env.ts'
import { ensureFirstOwner } from '#server/staff/sign-in.ts'
const app = await openApp(readEnv(process.env))
await ensureFirstOwner(app)
await app.db.close()`
const START = ['--input-type=module', '--eval', OPEN]

/** A small business on SQLite, and its backup. */
const folder = mkdtempSync(join(tmpdir(), 'chautari-killed-'))
const backup = join(folder, 'backup.gz')
let contents: DatabaseContents
beforeAll(async () => {
  let clock = Date.now()
  const app = await openApp(readEnv({ DATA_DIR: folder }), { now: () => clock })
  await seedFortnight(app, (instant) => {
    clock = instant
  })
  contents = await readContents(app.db.read)
  await app.db.close()
  const made = await runCommand('backup', [backup], { DATA_DIR: folder })
  expect(made.code, made.said).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a script of the product, to its end or to the statement at which it is killed. */
async function run(args: string[], env: Record<string, string>, dieAt?: number) {
  const child = spawn(process.execPath, [`--import=${resolve('tests/support/dying-at-statement.ts')}`, ...args], {
    env: { ...process.env, DATABASE_URL: '', SITE_URL: '', ...env, ...(dieAt && { DIE_AT_STATEMENT: String(dieAt) }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const [code, signal] = await once(child, 'close')
  return { code, signal, said, statements: Number(/statements: (\d+)/.exec(said)?.[1]) }
}

async function stored(database: EmptyDatabase): Promise<DatabaseContents> {
  const db = await openDatabase(getDatabaseLocation(readEnv({ ...database.env })))
  try {
    return await readContents(db.read)
  } finally {
    await db.close()
  }
}

/** Kills the script at points spread over its statements: each time a second run does what the first was to do. */
async function survives(
  prepare: () => Promise<EmptyDatabase>,
  args: (database: EmptyDatabase) => string[],
  env: (database: EmptyDatabase) => Record<string, string>,
  check: (database: EmptyDatabase) => Promise<void>,
): Promise<void> {
  const whole = await prepare()
  const { code, statements, said } = await run(args(whole), env(whole))
  expect(code, said).toBe(0)
  await check(whole)
  await whole.remove()
  let killed = 0
  for (let point = 0; point < POINTS; point++) {
    const dieAt = 1 + Math.floor((point * statements) / POINTS)
    const database = await prepare()
    const first = await run(args(database), env(database), dieAt)
    killed += first.signal === 'SIGKILL' ? 1 : 0
    const second = await run(args(database), env(database))
    const isDone = second.code === 0 || second.said.includes('The database is not empty')
    expect({ dieAt, isDone, said: isDone || second.said }).toEqual({ dieAt, isDone: true, said: true })
    await check(database)
    await database.remove()
  }
  expect(killed).toBe(POINTS)
  console.log(`killed at ${POINTS} of ${statements} statements`)
}

const own = ({ env }: EmptyDatabase): Record<string, string> => ({ ...env })
const isComplete = async (database: EmptyDatabase): Promise<void> => expect(await stored(database)).toEqual(contents)

describe.each(ENGINES)('killed at %s statements', (engine) => {
  test('a first start leaves what the next one completes', () =>
    survives(
      () => emptyDatabase(engine),
      () => START,
      own,
      async (database) => {
        expect((await stored(database)).rows).toMatchObject({ settings: 1, staff: 1 })
      },
    ))

  test('a restoration leaves what the next one completes', () =>
    survives(
      () => emptyDatabase(engine),
      () => ['src/server/commands/restore.ts', backup],
      own,
      isComplete,
    ))
})

/** A database of an earlier release, with a booking. */
async function olderDatabase(file: string): Promise<void> {
  const connection = new DatabaseSync(file)
  const prepare = (text: string) => {
    const statement = connection.prepare(text)
    return {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...(values as string[])),
      run: (values: readonly unknown[]) => statement.run(...(values as string[])),
      iterate: (values: readonly unknown[]) => statement.iterate(...(values as string[])),
    }
  }
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare, close: () => connection.close() } }),
  })
  const earlier = Object.entries(MIGRATIONS).filter(([name]) => name < '003')
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(earlier) } })
  const { error } = await migrator.migrateToLatest()
  expect(error).toBeUndefined()
  connection.exec(`insert into bookings values ('BK-1', 'key-1', 'hash', 'confirmed', 'kausimaa', 'Kausimaa', 'explorer',
    'Explorer', 'daily', '2026-12-10', '2026-12-10', 1, null, null, 1, '[]', 40000, 'NPR', '', 'Aarati', 'Shrestha',
    'aarati@example.com', '9841234567', '', 'aarati', null, 0, '2026-12-01T04:15:00.000Z', '2026-12-01T04:15:00.000Z')`)
  await db.destroy()
}

test('an upgrade leaves what the next start completes', () =>
  survives(
    async () => {
      const database = await emptyDatabase('sqlite')
      await olderDatabase(join(database.env.DATA_DIR, 'chautari.sqlite'))
      return database
    },
    () => START,
    own,
    async (database) => expect((await stored(database)).rows).toMatchObject({ bookings: 1, staff: 1 }),
  ))

test('db:move leaves what the next one completes', () =>
  survives(
    () => emptyDatabase('postgres'),
    ({ env }) => ['src/server/commands/move-database.ts', env.DATABASE_URL ?? ''],
    () => ({ DATA_DIR: folder }),
    isComplete,
  ))

test('a backup leaves no half file after the next one', () =>
  survives(
    async () => ({ env: { DATA_DIR: folder }, remove: async () => {} }),
    () => ['src/server/commands/backup.ts'],
    own,
    async () => {
      expect(readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.part'))).toEqual([])
    },
  ))
