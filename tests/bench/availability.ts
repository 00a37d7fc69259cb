/** Measures a month's availability of seats and rooms with `BENCH_BOOKINGS` bookings (200,000), on both engines. */
import { createBlock } from '#contract/admin/capacity.ts'
import { reserveRoom } from '#contract/admin/rooms.ts'
import { getCatalogue } from '#server/catalogue.ts'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { signIn } from '../support/payment-client.ts'
import { quantile } from './quantile.ts'
import { startSeededServer } from './seeded-server.ts'

const GOAL_MS = 20
const DAYS = 30
/** The first rounds are not measured. */
const WARM_UP = 2
const SEAT_ROUNDS = 100
const ROOM_ROUNDS = 5
const BLOCKS_PER_LOCATION = 25
/** Half of the hours from 10:00 to 18:00. */
const RESERVED_HOURS = [10, 12, 14, 16]

const { locations, rooms } = getCatalogue()
const meetingRooms = rooms.filter(({ kind }) => kind === 'meeting_room')
const dates = Array.from({ length: DAYS }, (_, index) => inDays(1 + index))
const seatPaths = locations.map(({ id }) => `/api/availability?location=${id}&from=${inDays(0)}&to=${inDays(DAYS)}`)
const roomPaths = locations.flatMap(({ id }) =>
  dates.map((date) => `/api/rooms/availability?location=${id}&date=${date}`),
)

for (const engine of ['sqlite', 'postgres'] as const) {
  const server = await startSeededServer(engine)
  const client = new BookingClient(server.url, 1)
  try {
    await takeSeatsAndRooms(client, await signIn(server.url))
    console.log(`Availability of ${locations.length} locations and ${meetingRooms.length} meeting rooms in ms:`)
    console.table({
      'seats of a month': await measure(client, SEAT_ROUNDS, seatPaths),
      'rooms of a day': await measure(client, ROOM_ROUNDS, roomPaths),
    })
  } finally {
    client.close()
    await server.stop()
  }
}

/** Blocks seats and rooms on the days that are measured, as a manager would. */
async function takeSeatsAndRooms(client: BookingClient, cookie: string): Promise<void> {
  const take = async (path: string, body: Record<string, unknown>) => {
    const headers = { cookie, 'idempotency-key': crypto.randomUUID() }
    const { status, body: response } = await client.send('POST', path, { ...body, reason: 'Repairs' }, headers)
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(response)}`)
  }
  for (const { id: locationId } of locations)
    for (let block = 0; block < BLOCKS_PER_LOCATION; block++)
      await take(createBlock.path, { locationId, from: inDays(1 + block), to: inDays(4 + block), seats: 1 })
  for (const { id: roomId } of meetingRooms)
    for (const date of dates)
      for (const hour of RESERVED_HOURS)
        await take(reserveRoom.path, { roomId, date, start: `${hour}:00`, end: `${hour + 1}:00` })
}

async function measure(client: BookingClient, rounds: number, paths: readonly string[]) {
  const times: number[] = []
  for (let round = -WARM_UP; round < rounds; round++)
    for (const [index, path] of paths.entries()) {
      const start = performance.now()
      // The calls of an address are limited.
      const { status, body } = await client.get(path, { 'x-forwarded-for': `10.0.${WARM_UP + round}.${index}` })
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
      if (round >= 0) times.push(performance.now() - start)
    }
  return {
    requests: times.length,
    p50: quantile(times, 0.5).toFixed(1),
    p95: quantile(times, 0.95).toFixed(1),
    p99: quantile(times, 0.99).toFixed(1),
    'goal of p95': `< ${GOAL_MS}`,
  }
}
