import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedFortnight } from '#server/commands/seed/fortnight.ts'
import { readContents } from '#server/db/archive.ts'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { runCommand } from '../support/command.ts'
import { type EmptyDatabase, ENGINES, emptyDatabase } from '../support/engines.ts'

const POINTS = 40
const OPEN = `import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { ensureFirstOwner } from '#server/staff/sign-in.ts'
const app = await openApp(readEnv(process.env))
await ensureFirstOwner(app)
await app.db.close()`
const START = ['--input-type=module', '--eval', OPEN]

const folder = mkdtempSync(join(tmpdir(), 'chautari-killed-'))
const backup = join(folder, 'backup.gz')
let contents: Awaited<ReturnType<typeof readContents>>
beforeAll(async () => {
  let clock = Date.now()
  const app = await openApp(readEnv({ DATA_DIR: folder }), { now: () => clock })
  await seedFortnight(app, (instant) => {
    clock = instant
  })
  contents = await readContents(app.db.read)
  await app.db.close()
  const { code, output } = await runCommand('backup', [backup], { DATA_DIR: folder })
  expect(code, output).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a script to its end or to the statement at which it is killed. */
async function run(args: string[], env: Record<string, string>, killAt?: number) {
  const child = spawn(process.execPath, [`--import=${resolve('tests/support/kill-at-statement.ts')}`, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      SITE_URL: '',
      ...env,
      ...(killAt && { KILL_AT_STATEMENT: String(killAt) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const [code, signal] = await once(child, 'close')
  return { code, signal, output, statements: Number(/statements: (\d+)/.exec(output)?.[1]) }
}

async function readStored({ env }: EmptyDatabase) {
  const db = await openDatabase(getDatabaseLocation(readEnv({ ...env })))
  try {
    return await readContents(db.read)
  } finally {
    await db.close()
  }
}

/** Kills the script at statements spread over its run; a second run must complete the work. */
async function expectCompletion(
  prepare: () => Promise<EmptyDatabase>,
  toCommand: (database: EmptyDatabase) => { args: string[]; env?: Record<string, string> },
  check: (database: EmptyDatabase) => Promise<void>,
) {
  const uninterrupted = await prepare()
  const runOn = (database: EmptyDatabase, killAt?: number) => {
    const { args, env = { ...database.env } } = toCommand(database)
    return run(args, env, killAt)
  }
  const { code, statements, output } = await runOn(uninterrupted)
  expect(code, output).toBe(0)
  await check(uninterrupted)
  await uninterrupted.remove()
  for (let point = 0; point < POINTS; point++) {
    const killAt = 1 + Math.floor((point * statements) / POINTS)
    const database = await prepare()
    expect(await runOn(database, killAt)).toMatchObject({ signal: 'SIGKILL' })
    const second = await runOn(database)
    const isDone = second.code === 0 || second.output.includes('The database is not empty')
    expect(isDone, `killed at ${killAt}: ${second.output}`).toBe(true)
    await check(database)
    await database.remove()
  }
  console.log(`killed at ${POINTS} of ${statements} statements`)
}

const expectContents = async (database: EmptyDatabase) => expect(await readStored(database)).toEqual(contents)

describe.each(ENGINES)('after a kill on %s', (engine) => {
  test('a first start can be completed by the next one', () =>
    expectCompletion(
      () => emptyDatabase(engine),
      () => ({ args: START }),
      async (database) => expect((await readStored(database)).rows).toMatchObject({ settings: 2, staff: 1 }),
    ))

  test('a restoration can be completed by the next one', () =>
    expectCompletion(
      () => emptyDatabase(engine),
      () => ({ args: ['src/server/commands/restore.ts', backup] }),
      expectContents,
    ))
})

test('a killed db:move can be completed by the next one', () =>
  expectCompletion(
    () => emptyDatabase('postgres'),
    ({ env }) => ({
      args: ['src/server/commands/move-database.ts', env.DATABASE_URL ?? ''],
      env: { DATA_DIR: folder },
    }),
    expectContents,
  ))

test('a killed backup leaves no partial file after the next one', () =>
  expectCompletion(
    async () => ({ env: { DATA_DIR: folder }, remove: async () => {} }),
    () => ({ args: ['src/server/commands/backup.ts'] }),
    async () => expect(readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.part'))).toEqual([]),
  ))
