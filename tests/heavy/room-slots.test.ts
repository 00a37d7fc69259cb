/** One half hour of a room against 100 customers at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import type { App } from '#server/app.ts'
import { runTransaction } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { readRoomAvailability } from '#server/rooms/day.ts'
import { day } from '../domain/business.ts'
import { MINUTE, type TestApp, useApp } from '../support/app.ts'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { rounds } from '../support/campaign.ts'
import { type EmptyDatabase, ENGINES, emptyDatabase } from '../support/engines.ts'
import { type Fleet, startFleet } from '../support/fleet.ts'
import { granted, newKey, order, type Placed, setCapacity } from '../support/orders.ts'
import { atOnce, codeOf } from '../support/outcomes.ts'
import { paidBooking } from '../support/payments.ts'
import { findRoomMistakes, ROOMS, type RoomInput, reserve, WINDOW } from '../support/rooms.ts'

const ROUNDS = rounds(50)
const BUYERS = 100
const ONE_WINNER = { ok: 1, sold_out: BUYERS - 1 }

async function bookForAll(app: App, startDate?: string): Promise<Placed[]> {
  setCapacity(app, BUYERS * 10)
  const bookings: Placed[] = []
  for (let buyer = 0; buyer < BUYERS; buyer++)
    bookings.push(
      await paidBooking(app, order({ meetingRoomHours: Math.ceil(ROUNDS / 2), ...(startDate && { startDate }) })),
    )
  return bookings
}

function count(codes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** A half hour that no other round uses. */
const halfHourOf = (round: number): Partial<RoomInput> => ({
  roomId: WINDOW.id,
  date: addDays(day('2026-12-10'), round % 20),
  ...(round % 40 < 20 ? { start: '10:00', end: '10:30' } : { start: '14:00', end: '14:30' }),
  ...(round >= 40 && { start: '16:00', end: '16:30' }),
})

async function race(app: TestApp, bookings: readonly Placed[], round: number): Promise<Record<string, number>> {
  // A customer may act sixty times an hour.
  app.clock.advance(MINUTE)
  return count(
    (await atOnce(BUYERS, (buyer) => reserve(app, bookings[buyer] as Placed, halfHourOf(round)))).map(codeOf),
  )
}

describe.each(ENGINES)('on %s', (engine) => {
  const app = useApp(engine)

  test(`one of ${BUYERS} customers reserves a half hour in each of ${ROUNDS} rounds`, async () => {
    app.rooms = ROOMS
    const bookings = await bookForAll(app)
    for (let round = 0; round < ROUNDS; round++)
      expect(await race(app, bookings, round), `round ${round}`).toEqual(ONE_WINNER)
    expect(await findRoomMistakes(app)).toEqual([])
  })
})

describe('without the primary key of the slots', () => {
  const app = useApp('postgres')

  test('several customers reserve the same half hour', async () => {
    await runTransaction(app.db, (db) => sql`alter table room_slots drop constraint room_slots_pk`.execute(db))
    app.rooms = ROOMS
    const { ok = 0 } = await race(app, await bookForAll(app), 0)
    expect(ok).toBeGreaterThan(1)
  })
})

describe('two processes on one database', () => {
  /** Customers may act ten times in a row. */
  const ROUNDS_PER_BOOKING = 10
  let database: EmptyDatabase
  let fleet: Fleet
  let app: App
  let clients: BookingClient[]

  beforeAll(async () => {
    database = await emptyDatabase('postgres')
    fleet = await startFleet(database.env.DATABASE_URL ?? '')
    app = await openApp(readEnv({ ...database.env }))
    clients = [0, 1].map((index) => new BookingClient(fleet.at(index).url, BUYERS / 2))
  })
  afterAll(async () => {
    for (const client of clients) client.close()
    await app.db.close()
    await fleet.stop()
    await database.remove()
  })

  /** The first free half hour of a day. */
  async function findHalfHour(date: string) {
    const { rooms } = granted(await readRoomAvailability(app, { location: 'dhobighat-hub', date }))
    const [room] = rooms
    const start = room?.free[0]?.start ?? ''
    const [hour = '', minute] = start.split(':')
    const end = minute === '00' ? `${hour}:30` : `${String(Number(hour) + 1).padStart(2, '0')}:00`
    return { roomId: room?.id, date, start, end }
  }

  test(`reserve a half hour for one of ${BUYERS} customers in each of ${ROUNDS} rounds`, async () => {
    let bookings: Placed[] = []
    const winners = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      if (round % ROUNDS_PER_BOOKING === 0) bookings = await bookForAll(app, inDays(1))
      const choice = await findHalfHour(inDays(2 + (round % 25)))
      const responses = await atOnce(BUYERS, (buyer) => {
        const { bookingId, secret } = bookings[buyer] as Placed
        const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': newKey() }
        return (clients[(buyer + round) % 2] as BookingClient).send(
          'POST',
          `/api/bookings/${bookingId}/rooms`,
          choice,
          headers,
        )
      })
      const codes = responses.map(({ status, body }) => (status === 200 ? 'ok' : (body.error?.code ?? String(status))))
      expect(count(codes), `round ${round}`).toEqual(ONE_WINNER)
      const winner = (codes.indexOf('ok') + round) % 2
      winners[winner] = (winners[winner] ?? 0) + 1
    }
    expect(await findRoomMistakes(app)).toEqual([])
    console.log(`${ROUNDS} rounds: the processes reserved ${winners.join(' and ')}`)
  })
})
