import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { Buyers, inDays } from '../support/buyer.ts'
import { newDataDir, startServer } from '../support/process.ts'

const ROUNDS = 20
const WRITERS = 50

test(`kill -9 in the middle of ${ROUNDS} loads: every booking that was answered is there`, async () => {
  const dataDir = newDataDir()
  const acknowledged: { bookingId: string; secret: string }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer({ TRUST_PROXY: '1' }, dataDir)
    const buyers = new Buyers(server.url, WRITERS)
    await stillThere(buyers, acknowledged.slice(-WRITERS))
    const before = acknowledged.length
    // Killed once so many were answered: a different moment of the load in every round.
    const enough = 20 + round * 13
    await new Promise<void>((resolve) => {
      let running = WRITERS
      const write = async (writer: number) => {
        for (let number = 0; ; number++) {
          const answer = await buyers.place(someDay(round, writer, number)).catch(() => undefined)
          if (!answer) break
          const { bookingId, secret } = answer.body
          if (answer.status === 201 && bookingId && secret) acknowledged.push({ bookingId, secret })
          if (acknowledged.length - before === enough) void server.kill('SIGKILL')
        }
        if (--running === 0) resolve()
      }
      for (let writer = 0; writer < WRITERS; writer++) void write(writer)
    })
    buyers.leave()
    expect(acknowledged.length - before, `round ${round} was under load`).toBeGreaterThanOrEqual(enough)
    await server.kill('SIGKILL')
  }
  const last = await startServer({ TRUST_PROXY: '1' }, dataDir)
  await last.kill('SIGTERM')
  const db = new DatabaseSync(join(dataDir, 'chautari.sqlite'), { readOnly: true })
  const kept = new Set(
    db
      .prepare('select id from bookings')
      .all()
      .map(({ id }) => id),
  )
  expect(acknowledged.filter(({ bookingId }) => !kept.has(bookingId))).toEqual([])
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(seatsOff(db)).toEqual([])
  console.log(`${acknowledged.length} bookings were answered, ${kept.size} are kept, none is missing`)
  db.close()
  rmSync(dataDir, { recursive: true })
})

const someDay = (round: number, writer: number, number: number) =>
  Buyers.choices({
    locationId: writer % 2 ? 'dhobighat-hub' : 'kausimaa',
    startDate: inDays(1 + ((round * 61 + writer * 7 + number * 3) % 360)),
  })

async function stillThere(buyers: Buyers, bookings: { bookingId: string; secret: string }[]): Promise<void> {
  for (const { bookingId, secret } of bookings) {
    const answer = await buyers.get(`/api/bookings/${bookingId}`, { authorization: `Bearer ${secret}` })
    expect(answer.status, bookingId).toBe(200)
  }
}

/** Days whose count differs from the seats of the bookings that cover them. */
const seatsOff = (db: DatabaseSync) =>
  db
    .prepare(
      `select * from (select d.location_id, d.day, d.taken, coalesce(sum(b.seats), 0) as booked from seat_days d
         left join bookings b on b.location_id = d.location_id and d.day between b.start_date and b.end_date
         group by d.location_id, d.day, d.taken) where taken <> booked`,
    )
    .all()
