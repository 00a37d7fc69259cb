import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { pricesAt } from '#domain/price.ts'
import type { App } from '#server/app.ts'
import { runTransaction } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { settle } from '#server/payments/settlement.ts'
import { auditBills } from '../support/bill-audit.ts'
import { billsOf } from '../support/bills.ts'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { rounds } from '../support/campaign.ts'
import { type EmptyDatabase, ENGINES, type Engine, emptyDatabase } from '../support/engines.ts'
import { startFleet } from '../support/fleet.ts'
import { signIn } from '../support/payment-client.ts'
import { paid, started } from '../support/payments.ts'
import { startServer } from '../support/process.ts'
import { TestRandom } from '../support/random.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'

const BILLS = rounds(10_000)
const CLERKS = 12
const KILL_EVERY_MS = 2_000
/** Refunds and corrections need a password of the last 15 minutes. */
const SIGN_IN_EVERY_MS = 10 * 60_000
/** All bills take about 20 minutes on an idle machine. */
const TIMEOUT_MS = 2 * 3_600_000
const LOST = 0.3
const LOCATIONS = ['dhobighat-hub', 'kausimaa'] as const

interface Running {
  url: string
  kill(): Promise<void>
  stop(): Promise<void>
}

/** One process on SQLite; two on PostgreSQL, of which each kill ends the other one. */
async function startOn(engine: Engine, { env }: EmptyDatabase): Promise<Running> {
  const settings = { ...STAFF_SETTINGS, TRUST_PROXY: '1' }
  if (engine === 'postgres') {
    const fleet = await startFleet(env.DATABASE_URL ?? '', settings)
    let kills = 0
    const kill = async () => {
      const index = kills++ % 2
      await fleet.kill(index)
      await fleet.restart(index)
    }
    return { url: fleet.url, kill, stop: fleet.stop }
  }
  let server = await startServer(settings, env.DATA_DIR)
  const PORT = new URL(server.url).port
  const kill = async () => {
    await server.kill('SIGKILL')
    server = await startServer({ ...settings, PORT }, env.DATA_DIR)
  }
  return { url: server.url, kill, stop: () => server.kill('SIGTERM') }
}

/** Staff whose requests lose their connection at any moment, and are repeated with the same key until one is answered. */
class Clerk {
  readonly #url: string
  readonly #session: { cookie: string }
  readonly #random: TestRandom
  lost = 0

  constructor(url: string, session: { cookie: string }, random: TestRandom) {
    this.#url = url
    this.#session = session
    this.#random = random
  }

  async send(path: string, body: object): Promise<Record<string, string>> {
    const key = crypto.randomUUID()
    for (;;) {
      const { cookie } = this.#session
      const headers = { 'content-type': 'application/json', cookie, 'idempotency-key': key }
      const cut = new AbortController()
      if (this.#random.next() < LOST) setTimeout(() => cut.abort(), this.#random.integerBelow(40))
      const call = { method: 'POST', headers, body: JSON.stringify(body), signal: cut.signal }
      const response = await fetch(this.#url + path, call).catch(() => undefined)
      const answer = await response?.json().catch(() => undefined)
      if (response && answer && response.status < 300) return answer
      if (response && answer && response.status < 500 && response.status !== 409)
        throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
      this.lost++
      await sleep(20)
    }
  }
}

describe.each(ENGINES)('on %s', (engine) => {
  let database: EmptyDatabase
  /** Reads the same database without running jobs. */
  let app: App
  beforeEach(async () => {
    database = await emptyDatabase(engine)
    app = await openApp(readEnv({ ...database.env }))
  })
  afterEach(async () => {
    await app.db.close()
    await database.remove()
  })

  test(`${BILLS} bills have no gap and no double when servers are killed and responses are lost`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const running = await startOn(engine, database)
    const session = { cookie: await signIn(running.url) }
    const random = new TestRandom(21)
    const clerks = Array.from({ length: CLERKS }, () => new Clerk(running.url, session, random))
    let left = BILLS
    let number = 0
    let kills = 0

    const sell = async (clerk: Clerk) => {
      const locationId = random.pick(LOCATIONS)
      const totalAmount = pricesAt(app.catalogue.prices, locationId).explorer.daily
      const startDate = inDays(1 + (number++ % 350))
      const choices = BookingClient.request({ locationId, startDate, totalAmount, paid: 'cash' })
      const { bookingId = '' } = await clerk.send('/api/admin/bookings', choices)
      const [bill] = await billsOf(app, bookingId)
      if (!bill) throw new Error(`booking ${bookingId} has no bill`)
      const roll = random.next()
      const reason = 'Asked at the desk'
      if (roll < 0.05)
        await clerk.send(`/api/admin/payments/${bill.payment_id}/refunds`, {
          channel: 'manual',
          amount: roll < 0.025 ? bill.gross : 1_000,
          reason,
        })
      else if (roll < 0.06)
        await clerk.send(`/api/admin/bills/${bill.number}/correction`, {
          buyerName: 'Himal & Co',
          pan: '601234567',
          reason,
        })
    }
    const work = async (clerk: Clerk) => {
      try {
        while (left-- > 0) await sell(clerk)
      } finally {
        // One that failed ends the work of all.
        left = 0
      }
    }
    let isDone = false
    const killing = (async () => {
      let signedInAt = Date.now()
      for (;;) {
        await sleep(KILL_EVERY_MS)
        if (isDone) return
        await running.kill()
        kills++
        if (Date.now() - signedInAt < SIGN_IN_EVERY_MS) continue
        session.cookie = await signIn(running.url)
        signedInAt = Date.now()
      }
    })()
    const ended = await Promise.allSettled(clerks.map(work))
    isDone = true
    await killing
    await running.stop()
    expect(ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))).toEqual([])

    const audit = await auditBills(app)
    expect(audit).toMatchObject({ gaps: [], unbilled: [], twice: 0 })
    expect(audit.billedPaisa).toBe(audit.receivedPaisa)
    expect(audit.creditedPaisa).toBe(audit.refundedPaisa)
    expect(audit.correctionCreditsPaisa).toBe(audit.correctedPaisa)
    expect(audit.bills).toBeGreaterThanOrEqual(BILLS)
    expect(kills).toBeGreaterThan(0)
    const lost = clerks.reduce((sum, clerk) => sum + clerk.lost, 0)
    console.log(`${engine}: ${audit.bills} bills, ${kills} kills, ${lost} responses lost`)
  })

  test('the audit finds the gap of a number that is taken in its own transaction', async () => {
    const [first, second] = [await started(app), await started(app)]
    await settle(app, first.paymentId, paid(first.amount), 'lookup')
    await runTransaction(app.db, (db) =>
      db
        .updateTable('bill_counters')
        .set((row) => ({ last: row('last', '+', 1) }))
        .execute(),
    )
    await settle(app, second.paymentId, paid(second.amount), 'lookup')
    expect((await auditBills(app)).gaps).toHaveLength(1)
  })
})
