/** @module-tag long */
import { existsSync, utimesSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { formatAmount, paisa } from '#domain/money.ts'
import {
  cancelArchive,
  deleteOldMonthArchives,
  getArchivePath,
  getPartPath,
  openArchive,
  readMonthArchives,
  startArchive,
} from '#server/accounting/months.ts'
import { runMonthArchives } from '#server/accounting/run-months.ts'
import { instant } from '#server/db/instant.ts'
import { describeOnEachEngine, execute, HOUR, MINUTE, rows } from '../../support/app.ts'
import { numbersOf } from '../../support/bills.ts'
import { copyBill } from '../../support/month-archives.ts'
import { failureOf, granted, PRICE } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { refund } from '../../support/staff-actions.ts'

const MONTH = { from: '2026-11-17', to: '2026-12-15' }

describeOnEachEngine('the file of a month on %s', (app) => {
  const start = async () => granted(await startArchive(app, await someStaff(app), MONTH))
  const stateOf = async (id: string) => (await rows(app.db.read, 'month_archives')).find((row) => row.id === id)?.state

  test('has the tables, each bill and note as PDF, and a description of all files', async () => {
    const { bookingId, paymentId } = await paidBooking(app)
    app.clock.advance(MINUTE)
    granted(await refund(app, await someStaff(app), paymentId, 200_000))
    const numbers = await numbersOf(app, bookingId)
    const { id } = await start()
    await runMonthArchives(app)
    const { items } = granted(await readMonthArchives(app))
    expect(items).toMatchObject([{ id, state: 'done', done: 2, total: 2, failure: null }])
    const { stream, bytes, name } = granted(await openArchive(app, await someStaff(app), id))
    expect(name).toBe('accounts-2026-11-17-2026-12-15.zip')
    const zip = new Uint8Array(await new Response(stream).arrayBuffer())
    expect(zip.length).toBe(bytes)
    const files = unzipSync(zip)
    const textOf = (file: string) => strFromU8(files[file] ?? new Uint8Array())
    const tables = ['sales-register', 'sales-returns', 'payments', 'refunds', 'cash-ups', 'memberships'].flatMap(
      (table) => [`${table}.csv`, `${table}.xlsx`],
    )
    const bills = numbers.map((number) => `bills/${number}.pdf`)
    expect(Object.keys(files)).toEqual([...tables, 'README.txt', ...bills])
    for (const bill of bills) expect(textOf(bill)).toMatch(/^%PDF/)
    expect(textOf('sales-register.csv')).toContain(numbers[0])
    expect(textOf('sales-returns.csv')).toContain(numbers[1])
    expect(textOf('payments.csv')).toContain(paymentId)
    const description = textOf('README.txt')
    for (const table of tables) expect(description).toContain(table)
    expect(description).toContain('17 Nov 2026 to 15 Dec 2026')
    expect(description).toContain('before these days had ended')
    expect(description).toContain('sales-returns.csv, sales-returns.xlsx (1 row)')
    expect(description).toContain('bills/ (2 PDF files)')
    expect(description).toMatch(new RegExp(`Received less refunded: +${formatAmount(paisa(PRICE - 200_000))}\\r\\n`))
  })

  test('is made one at a time, and cannot be downloaded before', async () => {
    const { id } = await start()
    expect(failureOf(await openArchive(app, await someStaff(app), id)).code).toBe('not_ready')
    expect(failureOf(await startArchive(app, await someStaff(app), MONTH)).code).toBe('in_flight')
  })

  test('is not made once it is cancelled', async () => {
    const { id } = await start()
    expect(granted(await cancelArchive(app, id)).state).toBe('cancelled')
    await runMonthArchives(app)
    expect(await stateOf(id)).toBe('cancelled')
    expect(existsSync(getArchivePath(app, id))).toBe(false)
    expect(failureOf(await cancelArchive(app, id)).code).toBe('already_done')
    expect(failureOf(await cancelArchive(app, 'unknown')).code).toBe('not_found')
    expect(failureOf(await openArchive(app, await someStaff(app), id)).code).toBe('wrong_state')
  })

  test('stops while it is made once it is cancelled, without a file, and can be started again', async () => {
    await copyBill(app, await paidBooking(app), 400)
    const { id } = await start()
    const making = runMonthArchives(app)
    await vi.waitFor(
      async () => {
        const { items } = granted(await readMonthArchives(app))
        expect(items).toMatchObject([{ state: 'running', done: expect.toSatisfy((done) => done > 0), total: 400 }])
      },
      { timeout: 30_000, interval: 50 },
    )
    expect(existsSync(getPartPath(app, id))).toBe(true)
    granted(await cancelArchive(app, id))
    await making
    expect(granted(await readMonthArchives(app)).items).toMatchObject([{ state: 'cancelled', bytes: null }])
    expect([existsSync(getPartPath(app, id)), existsSync(getArchivePath(app, id))]).toEqual([false, false])
    expect((await start()).state).toBe('waiting')
  })

  test('fails with the reason where the server cannot write it', async () => {
    const { env, bugs } = app
    const dataDir = await mkdtemp(join(tmpdir(), 'exports-'))
    await writeFile(join(dataDir, 'exports'), 'a file in place of the folder')
    const { id } = await start()
    app.env = { ...env, dataDir }
    await runMonthArchives(app)
    app.env = env
    await rm(dataDir, { recursive: true })
    const { items } = granted(await readMonthArchives(app))
    expect(items).toMatchObject([{ id, state: 'failed', failure: expect.stringContaining('cannot write the file') }])
    expect(bugs.splice(0)).toHaveLength(1)
    expect(failureOf(await openArchive(app, await someStaff(app), id)).code).toBe('wrong_state')
    await start()
  })

  test('fails if its process ended, so that it can be started again', async () => {
    const { id } = await start()
    const at = instant(app.now())
    await execute(app, (db) =>
      db.updateTable('month_archives').set({ state: 'running', heartbeat_at: at }).where('id', '=', id),
    )
    app.clock.advance(MINUTE)
    await runMonthArchives(app)
    expect(await stateOf(id)).toBe('running')
    app.clock.advance(1)
    await runMonthArchives(app)
    expect(await stateOf(id)).toBe('failed')
    await start()
  })

  test('is deleted after seven days', async () => {
    const { id } = await start()
    await runMonthArchives(app)
    expect(existsSync(getArchivePath(app, id))).toBe(true)
    utimesSync(getArchivePath(app, id), new Date(app.now()), new Date(app.now()))
    app.clock.advance(7 * 24 * HOUR)
    await deleteOldMonthArchives(app)
    expect(await stateOf(id)).toBe('done')
    expect(existsSync(getArchivePath(app, id))).toBe(true)
    app.clock.advance(1)
    await deleteOldMonthArchives(app)
    expect(await stateOf(id)).toBeUndefined()
    expect(existsSync(getArchivePath(app, id))).toBe(false)
  })
})
