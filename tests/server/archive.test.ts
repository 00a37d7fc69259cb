import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { ArchiveError, readContents, restoreArchive, writeArchive } from '#server/db/archive.ts'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import { TABLES } from '#server/db/tables.ts'
import { addNote } from '#server/desk/booking-edits.ts'
import { sendDueEmails } from '#server/mail/outbox.ts'
import { setApp } from '#server/open-app.ts'
import { settle } from '#server/payments/settlement.ts'
import { endSessions } from '#server/staff/session-ends.ts'
import { startSession } from '#server/staff/sessions.ts'
import { admitAttempt } from '#server/staff/sign-in-throttle.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { account, someStaff } from '../support/desk.ts'
import { ENGINES, type Engine, emptyDatabase } from '../support/engines.ts'
import { granted, newKey, order } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { sendDrawn } from '../support/uploads.ts'

const OF_THE_MOMENT = ['sessions', 'session_ends', 'login_attempts', 'call_buckets'] as const
const OTHER = { sqlite: 'postgres', postgres: 'sqlite' } as const

describe.each(ENGINES)('a backup of %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  async function lived(): Promise<string[]> {
    const { paymentId, bookingId, amount } = await started(app)
    await settle(app, paymentId, { kind: 'paid', amount: amount as never, providerReference: 'R-1' }, 'lookup')
    await sendDrawn(await started(app, order({ planId: 'explorer' }), 'qr_payment'))
    granted(await addNote(app, await someStaff(app), bookingId, { body: 'Has called' }, newKey()))
    await failMails()
    const lines: string[] = []
    for await (const line of writeArchive(app.db, app.now())) lines.push(line)
    return lines
  }

  /** Leaves every mail undelivered. */
  async function failMails(): Promise<void> {
    app.mailer = () => Promise.reject(new Error('connect ECONNREFUSED'))
    await sendDueEmails(app)
    app.bugs.length = 0
  }

  /** An empty database of an engine for one use. */
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

  test('is read again by either engine, row by row, receipts included', async () => {
    const lines = await lived()
    for (const other of [engine, OTHER[engine]])
      await within(other, async (db) => {
        const contents = await restoreArchive(db, of(lines))
        expect(contents).toEqual(await readContents(app.db.read))
        expect(contents.rows).toMatchObject({
          bookings: 2,
          payments: 2,
          payment_evidence: 1,
          memberships: 1,
          staff: 1,
          act_keys: 1,
        })
        for (const table of TABLES) {
          const sorted = async (from: typeof db.read) =>
            (await rows(from, table)).map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()
          if (!OF_THE_MOMENT.some((left) => left === table))
            expect({ table, rows: await sorted(db.read) }).toEqual({ table, rows: await sorted(app.db.read) })
        }
        expect(await rows(db.read, 'mails')).toMatchObject([{ last_error: 'connect ECONNREFUSED', kind: 'message' }])
        const [receipt] = await rows(db.read, 'payment_evidence')
        expect([...(receipt?.picture ?? []).slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
      })
  })

  test('has nothing of who is or was signed in, nor of who tried', async () => {
    const staffId = await account(app)
    await startSession(app, staffId)
    await app.db.write(async (db) => succeed(await endSessions(db, { staffId }, 'password', app.now())))
    await startSession(app, staffId)
    await throttleShared(app, 'chat', '192.0.2.1')
    await admitAttempt(app, { email: 'x@example.com', address: '192.0.2.1', device: '' })
    for (const table of OF_THE_MOMENT)
      expect({ table, rows: await rows(app.db.read, table) }).not.toHaveProperty('rows', [])
    const lines: string[] = []
    for await (const line of writeArchive(app.db, app.now())) lines.push(line)
    expect(lines.filter((line) => OF_THE_MOMENT.some((table) => line.startsWith(`["${table}"`)))).toEqual([])
    expect(JSON.parse(lines.at(-1) ?? '').rows).not.toHaveProperty('session_ends')
  })

  test('is of one instant, whatever is written meanwhile', async () => {
    await started(app)
    const lines: string[] = []
    // As the command does it: from a process of its own.
    const copied = await openDatabase(getDatabaseLocation(app.env))
    for await (const line of writeArchive(copied, app.now())) {
      if (lines.length === 1) await started(app, order({ planId: 'explorer' }))
      lines.push(line)
    }
    await copied.close()
    expect(JSON.parse(lines.at(-1) ?? '').rows).toMatchObject({ bookings: 1, payments: 1 })
  })

  test('that is not whole is not restored, and leaves nothing', async () => {
    const lines = await lived()
    const changed = lines.map((line) => line.replace('"Aarati"', '"Aarav"'))
    const older = [String(lines[0]).replace(/"schema":"[^"]*"/, '"schema":"001_first"'), ...lines.slice(1)]
    const broken = {
      cut: lines.slice(0, -1),
      shorter: lines.toSpliced(3, 1),
      changed,
      older,
      nothing: [],
      text: ['hello'],
    }
    await within(OTHER[engine], async (db) => {
      for (const [name, wrong] of Object.entries(broken)) {
        await expect(restoreArchive(db, of(wrong)), name).rejects.toThrow(ArchiveError)
        expect(Object.values((await readContents(db.read)).rows).every((count) => count === 0)).toBe(true)
      }
      await restoreArchive(db, of(lines))
      await expect(restoreArchive(db, of(lines))).rejects.toThrow('The database is not empty')
    })
  })
})
