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
import { type EmptyDatabase, type Engine, emptyDatabase } from '../support/engines.ts'
import { order, type Placed } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { startServer } from '../support/process.ts'
import { sendDrawn } from '../support/uploads.ts'

/** A business on SQLite: the sample bookings, a membership, and a receipt that a payer sent. */
let app: TestApp
let booking: Placed
const made: EmptyDatabase[] = []

beforeAll(async () => {
  app = await openTestApp('sqlite')
  setApp(app)
  const { code, said } = await runCommand('seed', [], { DATA_DIR: app.env.dataDir })
  expect(code, said).toBe(0)
  const paid = await started(app)
  await settle(app, paid.paymentId, { kind: 'paid', amount: paid.amount as never, providerReference: 'R-1' }, 'lookup')
  const qr = await started(app, order({ planId: 'explorer' }), 'qr_payment')
  await sendDrawn(qr)
  booking = qr
})
afterAll(async () => {
  await app.close()
  for (const { remove } of made) await remove()
})

async function another(engine: Engine): Promise<EmptyDatabase['env'] & { DATABASE_URL: string }> {
  const database = await emptyDatabase(engine)
  made.push(database)
  return { DATABASE_URL: '', ...database.env }
}

/** Use of a database by itself, with nobody else in it. */
async function within<Value>(
  { DATA_DIR, DATABASE_URL }: Awaited<ReturnType<typeof another>>,
  use: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<Value>,
): Promise<Value> {
  const db = await openDatabase(DATABASE_URL ? { url: DATABASE_URL } : { file: join(DATA_DIR, 'chautari.sqlite') })
  try {
    return await use(db)
  } finally {
    await db.close()
  }
}

/** The pictures, in an order of their own. */
const receiptsOf = async (db: TestApp['db']): Promise<string> => {
  const receipts = await rows(db.read, 'payment_evidence')
  return receipts
    .map(({ id, picture }) => `${id} ${Buffer.from(picture ?? []).toString('base64')}`)
    .sort()
    .join()
}

/** The product on a copy: whoever booked opens it with the secret of before. */
async function isServed(env: Record<string, string>): Promise<void> {
  const server = await startServer(env, env.DATA_DIR)
  const answer = await fetch(`${server.url}/api/bookings/${booking.bookingId}`, {
    headers: { authorization: `Bearer ${booking.secret}` },
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ bookingId: booking.bookingId, totalAmount: booking.totalAmount })
  expect(server.output()).not.toContain('"bug"')
  await server.kill('SIGTERM')
}

test('db:move takes everything to PostgreSQL and compares: the business goes on there', async () => {
  const before = await readContents(app.db.read)
  for (const table of ['bookings', 'payment_evidence', 'memberships', 'refunds', 'arrivals'])
    expect(before.rows[table as keyof typeof before.rows], table).toBeGreaterThan(1)
  const there = await another('postgres')
  const { code, said } = await runCommand('db:move', [there.DATABASE_URL], { DATA_DIR: app.env.dataDir })
  expect(code, said).toBe(0)
  expect(said).toContain('Counts and sums agree.')
  expect(said).toContain((before.paisa / 100).toFixed(2))
  for (const [table, count] of Object.entries(before.rows))
    expect(said).toMatch(new RegExp(`^${table} +${count}$`, 'm'))
  await within(there, async (db) => {
    expect(await readContents(db.read)).toEqual(before)
    expect(await receiptsOf(db)).toBe(await receiptsOf(app.db))
  })
  await isServed(there)
  const again = await runCommand('db:move', [there.DATABASE_URL], { DATA_DIR: app.env.dataDir })
  expect(again.code).toBe(1)
  expect(again.said).toContain('The database is not empty')
  console.log(said)
})

test('a copy that lost a row is refused, and nothing of it stays', async () => {
  const there = await another('postgres')
  await within(there, async ({ read }) => {
    await sql`create function lose() returns trigger language plpgsql as 'begin return null; end'`.execute(read)
    await sql`create trigger lost before insert on memberships for each row execute function lose()`.execute(read)
  })
  const { code, said } = await runCommand('db:move', [there.DATABASE_URL], { DATA_DIR: app.env.dataDir })
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('nothing was restored') })
  await within(there, async ({ read }) => {
    expect(Object.values((await readContents(read)).rows).every((count) => count === 0)).toBe(true)
  })
})

test('a copy of a business that goes on meanwhile is refused by its counts', async () => {
  const there = await another('postgres')
  const writer = new DatabaseSync(join(app.env.dataDir, 'chautari.sqlite'), { timeout: 5_000 })
  const write = writer.prepare(`insert into settings (key, value) values (?, '')`)
  let written = 0
  const writing = setInterval(() => write.run(`meanwhile-${written++}`), 2)
  const { code, said } = await runCommand('db:move', [there.DATABASE_URL], { DATA_DIR: app.env.dataDir })
  clearInterval(writing)
  writer.exec(`delete from settings where key like 'meanwhile-%'`)
  writer.close()
  expect(written).toBeGreaterThan(0)
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('The copy differs') })
  expect(said).not.toContain('Counts and sums agree.')
})

test.each(['sqlite', 'postgres'] as const)(
  'a backup, made beside a running server, is restored on %s, receipts included',
  async (engine) => {
    const here = { DATA_DIR: app.env.dataDir }
    const server = await startServer(here, app.env.dataDir)
    const backup = await runCommand('backup', [], here)
    await server.kill('SIGTERM')
    expect(backup.code, backup.said).toBe(0)
    const folder = join(app.env.dataDir, 'backups')
    const file = readdirSync(folder).toSorted().at(-1) ?? ''
    expect(file).toMatch(/\.ndjson\.gz$/)
    const there = await another(engine)
    const restored = await runCommand('restore', [join(folder, file)], there)
    expect(restored.code, restored.said).toBe(0)
    const figures = (said: string) => said.match(/\d+ bookings, .* receipts/)?.[0]
    expect(figures(restored.said)).toBe(figures(backup.said))
    const { bookings, payments, payment_evidence } = (await readContents(app.db.read)).rows
    const said = `^${bookings} bookings, ${payments} payments of NPR [\\d.]+, ${payment_evidence} receipts$`
    expect(figures(backup.said)).toMatch(new RegExp(said))
    await within(there, async (db) => {
      expect(await receiptsOf(db)).toBe(await receiptsOf(app.db))
      expect((await receiptsOf(db)).length).toBeGreaterThan(10_000)
    })
    await isServed(there)
    console.log(restored.said)
  },
)

test('a backup that is cut off, is none or is not there is refused in a sentence', async () => {
  const there = await another('sqlite')
  const folder = join(app.env.dataDir, 'backups')
  const whole = readFileSync(join(folder, readdirSync(folder).toSorted().at(-1) ?? ''))
  const [cut, text, absent] = ['cut', 'text', 'absent'].map((name) => join(folder, `${name}.gz`)) as [
    string,
    string,
    string,
  ]
  writeFileSync(cut, whole.subarray(0, whole.length >> 1))
  writeFileSync(text, 'hello')
  const said = async (file: string) => (await runCommand('restore', [file], there)).said.trim()
  expect(await said(cut)).toContain('The backup is cut off or was changed: nothing was restored.')
  expect(await said(text)).toContain('The backup is cut off or was changed: nothing was restored.')
  expect(await said(absent)).toContain(`${absent} cannot be read (ENOENT).`)
})
