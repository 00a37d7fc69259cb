import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { type DurablePostgres, startDurablePostgres } from '../support/postgres.ts'
import { newDataDir, type RunningServer, startServer } from '../support/process.ts'
import { MISCOUNTED_DAYS } from '../support/seat-counts.ts'

const TERMINATIONS = 20
const RESTARTS = 5
const WRITERS = 50

let postgres: DurablePostgres
let server: RunningServer
const dataDir = newDataDir()
beforeAll(async () => {
  postgres = await startDurablePostgres()
  server = await startServer({ DATABASE_URL: postgres.url, TRUST_PROXY: '1' }, dataDir)
})
afterAll(async () => {
  await server.kill('SIGTERM')
  await postgres.stop()
  rmSync(dataDir, { recursive: true })
})

async function query(text: string) {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const OTHERS = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
const readyStatus = async () => (await fetch(`${server.url}/api/ready`)).status

test(`${TERMINATIONS} terminations and ${RESTARTS} crashes of PostgreSQL under ${WRITERS} writers lose and duplicate nothing`, async () => {
  const buyers = new BookingClient(server.url, WRITERS)
  const acknowledged = new Map<string, string>()
  const statuses = new Map<number, number>()
  let running = true
  const write = async (writer: number) => {
    for (let number = 0; running; number++) {
      const key = crypto.randomUUID()
      const choices = BookingClient.request({
        locationId: writer % 2 ? 'dhobighat-hub' : 'kausimaa',
        startDate: inDays(1 + ((writer * 7 + number * 3) % 360)),
      })
      // Retries with the same key, as a browser does.
      for (let isDone = false; !isDone; ) {
        const { status, body } = await buyers.place(choices, key)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        isDone = status !== 503
        if (status === 201 && body.bookingId) acknowledged.set(key, body.bookingId)
        if (!isDone) await sleep(100)
      }
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  const underLoad = async () => {
    const before = acknowledged.size
    await expect.poll(() => acknowledged.size - before, { timeout: 60_000, interval: 5 }).toBeGreaterThan(WRITERS)
  }
  for (let round = 0; round < TERMINATIONS; round++) {
    await underLoad()
    await query(`select pg_terminate_backend(pid) ${OTHERS}`)
  }
  for (let round = 0; round < RESTARTS; round++) {
    await underLoad()
    await postgres.crash()
    await expect.poll(readyStatus, { timeout: 5_000, interval: 50 }).toBe(503)
    await postgres.start()
    await expect.poll(readyStatus, { timeout: 10_000, interval: 50 }).toBe(200)
  }
  await underLoad()
  running = false
  await writers
  buyers.close()

  expect((await fetch(`${server.url}/api/health`)).status, 'the process still runs').toBe(200)
  expect(server.output()).not.toContain('"bug"')
  expect([...statuses.keys()].toSorted()).toEqual([201, 409, 503].filter((status) => statuses.has(status)))
  const bookings = await query('select id, idempotency_key from bookings')
  const stored = new Map(bookings.map(({ id, idempotency_key }) => [idempotency_key, id]))
  expect(stored.size, 'one booking per key').toBe(bookings.length)
  for (const [key, id] of acknowledged) expect(stored.get(key)).toBe(id)
  expect(stored.size).toBe(acknowledged.size)
  expect(await query(MISCOUNTED_DAYS)).toEqual([])
  await expect.poll(() => query(`select state ${OTHERS} and state <> 'idle'`)).toEqual([])
  expect((await query(`select pid ${OTHERS}`)).length, 'no more than the pool').toBeLessThanOrEqual(10)
  console.log(`${acknowledged.size} bookings acknowledged and stored; responses: ${JSON.stringify([...statuses])}`)
})
