import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContents } from '#server/db/archive.ts'
import { openDatabase } from '#server/db/open.ts'
import { setApp } from '#server/open-app.ts'
import { settle } from '#server/payments/settlement.ts'
import { openTestApp, rows, type TestApp } from '../support/app.ts'
import { runCommand } from '../support/command.ts'
import { type EmptyDatabase, ENGINES, type Engine, emptyDatabase } from '../support/engines.ts'
import { order, type Placed } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { startServer } from '../support/process.ts'
import { uploadReceipt } from '../support/receipt-uploads.ts'

/** A SQLite database with sample bookings, a membership and a receipt. */
let app: TestApp
let booking: Placed
const databases: EmptyDatabase[] = []

beforeAll(async () => {
  app = await openTestApp('sqlite')
  setApp(app)
  const { code, output } = await runCommand('seed', [], { DATA_DIR: app.env.dataDir })
  expect(code, output).toBe(0)
  const paid = await started(app)
  await settle(app, paid.paymentId, { kind: 'paid', amount: paid.amount as never, providerReference: 'R-1' }, 'lookup')
  const qr = await started(app, order({ planId: 'explorer' }), 'qr_payment')
  await uploadReceipt(qr)
  booking = qr
})
afterAll(async () => {
  await app.close()
  for (const { remove } of databases) await remove()
})

async function createTarget(engine: Engine) {
  const database = await emptyDatabase(engine)
  databases.push(database)
  return { DATABASE_URL: '', ...database.env }
}
type Target = Awaited<ReturnType<typeof createTarget>>

async function inspect({ DATA_DIR, DATABASE_URL }: Target, use: (db: TestApp['db']) => Promise<void>) {
  const db = await openDatabase(DATABASE_URL ? { url: DATABASE_URL } : { file: join(DATA_DIR, 'chautari.sqlite') })
  try {
    await use(db)
  } finally {
    await db.close()
  }
}

async function readReceipts(db: TestApp['db']) {
  const receipts = await rows(db.read, 'receipts')
  return receipts.map(({ id, image }) => `${id} ${Buffer.from(image ?? []).toString('base64')}`).sort()
}

const move = ({ DATABASE_URL }: Target) => runCommand('db:move', [DATABASE_URL], { DATA_DIR: app.env.dataDir })

const backupPath = (file = '') => join(app.env.dataDir, 'backups', file)
const findNewestBackup = () => backupPath(readdirSync(backupPath()).toSorted().at(-1))

/** Opens the booking on the copy with its original secret. */
async function expectServed(env: Target) {
  const server = await startServer(env, env.DATA_DIR)
  const response = await fetch(`${server.url}/api/bookings/${booking.bookingId}`, {
    headers: { authorization: `Bearer ${booking.secret}` },
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ bookingId: booking.bookingId, totalAmount: booking.totalAmount })
  expect(server.output()).not.toContain('"bug"')
  await server.kill('SIGTERM')
}

test('db:move copies everything to PostgreSQL, compares it and serves it', async () => {
  const before = await readContents(app.db.read)
  for (const table of ['bookings', 'receipts', 'memberships', 'refunds', 'arrivals'])
    expect(before.rows[table as keyof typeof before.rows], table).toBeGreaterThan(1)
  const target = await createTarget('postgres')
  const { code, output } = await move(target)
  expect(code, output).toBe(0)
  expect(output).toContain('Counts and sums agree.')
  expect(output).toContain((before.paisa / 100).toFixed(2))
  for (const [table, count] of Object.entries(before.rows))
    expect(output).toMatch(new RegExp(`^${table} +${count}$`, 'm'))
  await inspect(target, async (db) => {
    expect(await readContents(db.read)).toEqual(before)
    expect(await readReceipts(db)).toEqual(await readReceipts(app.db))
  })
  await expectServed(target)
  expect(await move(target)).toEqual({ code: 1, output: expect.stringContaining('The database is not empty') })
  console.log(output)
})

test('db:move rolls back a copy that lost a row', async () => {
  const target = await createTarget('postgres')
  await inspect(target, async ({ read }) => {
    await sql`create function lose() returns trigger language plpgsql as 'begin return null; end'`.execute(read)
    await sql`create trigger lost before insert on memberships for each row execute function lose()`.execute(read)
  })
  const { code, output } = await move(target)
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Nothing was restored') })
  await inspect(target, async ({ read }) => {
    expect(Object.values((await readContents(read)).rows).every((count) => count === 0)).toBe(true)
  })
})

test('db:move rejects a copy when the source changes during the copy', async () => {
  const target = await createTarget('postgres')
  const writer = new DatabaseSync(join(app.env.dataDir, 'chautari.sqlite'), { timeout: 5_000 })
  const write = writer.prepare(`insert into settings (key, value) values (?, '')`)
  let written = 0
  const writes = setInterval(() => write.run(`during-copy-${written++}`), 2)
  const { code, output } = await move(target)
  clearInterval(writes)
  writer.exec(`delete from settings where key like 'during-copy-%'`)
  writer.close()
  expect(written).toBeGreaterThan(0)
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('The copy differs') })
  expect(output).not.toContain('Counts and sums agree.')
})

test.each(ENGINES)('a backup of a running server is restored on %s with its receipts', async (engine) => {
  const source = { DATA_DIR: app.env.dataDir }
  const server = await startServer(source, app.env.dataDir)
  const backup = await runCommand('backup', [], source)
  await server.kill('SIGTERM')
  expect(backup.code, backup.output).toBe(0)
  expect(findNewestBackup()).toMatch(/\.ndjson\.gz$/)
  const target = await createTarget(engine)
  const restored = await runCommand('restore', [findNewestBackup()], target)
  expect(restored.code, restored.output).toBe(0)
  const findCounts = (output: string) => output.match(/\d+ bookings, .* receipts/)?.[0]
  expect(findCounts(restored.output)).toBe(findCounts(backup.output))
  const { bookings, payments, receipts } = (await readContents(app.db.read)).rows
  const output = `^${bookings} bookings, ${payments} payments of NPR [\\d.]+, ${receipts} receipts$`
  expect(findCounts(backup.output)).toMatch(new RegExp(output))
  await inspect(target, async (db) => {
    expect(await readReceipts(db)).toEqual(await readReceipts(app.db))
    expect((await readReceipts(db)).join().length).toBeGreaterThan(10_000)
  })
  await expectServed(target)
  console.log(restored.output)
})

test('restore rejects a truncated, invalid or missing backup with one sentence', async () => {
  const target = await createTarget('sqlite')
  const backup = readFileSync(findNewestBackup())
  const [truncated, invalid, missing] = [backupPath('truncated.gz'), backupPath('invalid.gz'), backupPath('missing.gz')]
  writeFileSync(truncated, backup.subarray(0, backup.length >> 1))
  writeFileSync(invalid, 'hello')
  for (const [file, message] of [
    [truncated, 'The backup is incomplete or was changed. Nothing was restored.'],
    [invalid, 'The backup is incomplete or was changed. Nothing was restored.'],
    [missing, `${missing} cannot be read (ENOENT).`],
  ] as const)
    expect((await runCommand('restore', [file], target)).output).toContain(message)
})
