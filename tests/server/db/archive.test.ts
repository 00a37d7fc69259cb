/** @module-tag long */
import { expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { startArchive } from '#server/accounting/months.ts'
import { ArchiveError, readContents, restoreArchive, writeArchive } from '#server/db/archive.ts'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import { TABLES } from '#server/db/tables.ts'
import { addNote } from '#server/desk/booking-edits.ts'
import { sendDueEmails } from '#server/mail/outbox.ts'
import { endSessions, startSession } from '#server/staff/sessions.ts'
import { admitAttempt } from '#server/staff/sign-in-throttle.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'
import { describeOnEachEngine, rows } from '../../support/app.ts'
import { type Engine, emptyDatabase } from '../../support/engines.ts'
import { granted, newKey, order, PRICE } from '../../support/orders.ts'
import { paidBooking, started } from '../../support/payments.ts'
import { uploadReceipt } from '../../support/receipt-uploads.ts'
import { account, someStaff } from '../../support/staff-accounts.ts'

const EXCLUDED = ['sessions', 'session_ends', 'login_attempts', 'rate_limit_buckets', 'month_archives'] as const
const OTHER = { sqlite: 'postgres', postgres: 'sqlite' } as const

describeOnEachEngine('a backup of %s', (app, engine) => {
  async function archiveOf(): Promise<string[]> {
    const { bookingId } = await paidBooking(app)
    await uploadReceipt(await started(app, order({ planId: 'explorer' }), 'qr_payment'))
    granted(await addNote(app, await someStaff(app), bookingId, { body: 'Has called' }, newKey()))
    app.mailer = () => Promise.reject(new Error('connect ECONNREFUSED'))
    await sendDueEmails(app)
    app.bugs.length = 0
    return Array.fromAsync(writeArchive(app.db, app.now()))
  }

  /** Opens an empty database of an engine for one call. */
  async function within<Value>(other: Engine, use: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<Value>) {
    const { env, remove } = await emptyDatabase(other)
    const db = await openDatabase(env.DATABASE_URL ? { url: env.DATABASE_URL } : { file: `${env.DATA_DIR}/x.sqlite` })
    try {
      return await use(db)
    } finally {
      await db.close()
      await remove()
    }
  }
  async function* of(lines: readonly string[]) {
    yield* lines
  }

  test('restores every row in both engines, including receipts', async () => {
    const lines = await archiveOf()
    for (const other of [engine, OTHER[engine]])
      await within(other, async (db) => {
        const contents = await restoreArchive(db, of(lines))
        expect(contents).toEqual(await readContents(app.db.read))
        const counts = { bookings: 2, payments: 2, receipts: 1, memberships: 1, staff: 1 }
        const billCounts = { bills: 1, bill_counters: 1, bill_copies: 1 }
        expect(contents.billPaisa).toBe(PRICE)
        expect(contents.rows).toMatchObject({ ...counts, ...billCounts })
        for (const table of TABLES) {
          const sorted = async (from: typeof db.read) =>
            (await rows(from, table)).map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()
          if (!EXCLUDED.some((left) => left === table))
            expect({ table, rows: await sorted(db.read) }).toEqual({ table, rows: await sorted(app.db.read) })
        }
        expect(await rows(db.read, 'emails')).toMatchObject([{ last_error: 'connect ECONNREFUSED', kind: 'message' }])
        const [receipt] = await rows(db.read, 'receipts')
        expect([...(receipt?.image ?? []).slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
      })
  })

  test('excludes sessions, sign-in attempts, rate limits and files for the accountant', async () => {
    const staffId = await account(app)
    await startSession(app, staffId)
    await app.db.write(async (db) => succeed(await endSessions(db, { staffId }, 'password', app.now())))
    await startSession(app, staffId)
    await throttleShared(app, 'chat', '192.0.2.1')
    granted(await startArchive(app, await someStaff(app), { from: '2026-11-17', to: '2026-12-15' }))
    await admitAttempt(app, { email: 'x@example.com', address: '192.0.2.1', device: '' })
    for (const table of EXCLUDED) expect({ table, rows: await rows(app.db.read, table) }).not.toHaveProperty('rows', [])
    const lines = await Array.fromAsync(writeArchive(app.db, app.now()))
    expect(lines.filter((line) => EXCLUDED.some((table) => line.startsWith(`["${table}"`)))).toEqual([])
    expect(JSON.parse(lines.at(-1) ?? '').rows).not.toHaveProperty('session_ends')
  })

  test('is a snapshot that excludes concurrent writes', async () => {
    await started(app)
    const lines: string[] = []
    // A separate connection, as in the process of the command.
    const source = await openDatabase(getDatabaseLocation(app.env))
    for await (const line of writeArchive(source, app.now())) {
      if (lines.length === 1) await started(app, order({ planId: 'explorer' }))
      lines.push(line)
    }
    await source.close()
    expect(JSON.parse(lines.at(-1) ?? '').rows).toMatchObject({ bookings: 1, payments: 1 })
  })

  test('rejects an incomplete or changed backup and restores nothing', async () => {
    const lines = await archiveOf()
    const changed = lines.map((line) => line.replace('"Aarati"', '"Aarav"'))
    const ofSchema = (name: string) => [
      String(lines[0]).replace(/"schema":"[^"]*"/, `"schema":"${name}"`),
      ...lines.slice(1),
    ]
    const broken = {
      cut: lines.slice(0, -1),
      shorter: lines.toSpliced(3, 1),
      changed,
      older: ofSchema('028_undelivered_mails'),
      newer: ofSchema('9999_later'),
      nothing: [],
      text: ['hello'],
    }
    await within(OTHER[engine], async (db) => {
      for (const [name, wrong] of Object.entries(broken)) {
        await expect(restoreArchive(db, of(wrong)), name).rejects.toThrow(ArchiveError)
        expect(Object.values((await readContents(db.read)).rows).every((count) => count === 0)).toBe(true)
      }
      await expect(restoreArchive(db, of(broken.older))).rejects.toThrow(
        'The backup was made by an earlier version (028_undelivered_mails), which this version cannot restore.',
      )
      await restoreArchive(db, of(lines))
      await expect(restoreArchive(db, of(lines))).rejects.toThrow('The database is not empty')
    })
  })
})
