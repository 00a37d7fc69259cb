import { afterAll, beforeAll, expect, test } from 'vitest'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { MISCOUNTED_DAYS } from '../support/seat-counts.ts'
import { queryDatabase, useServer } from '../support/server-fixture.ts'

const ROUNDS = 20
const BUYERS = 200
const SEATS = 30

const server = useServer({ TRUST_PROXY: '1' })
let buyers: BookingClient
beforeAll(() => {
  buyers = new BookingClient(server().url, BUYERS)
})
afterAll(() => buyers.close())

/** Books a day at once for a number of buyers and counts the responses. */
async function book(round: number, count: number) {
  const choices = BookingClient.request({ startDate: inDays(10 + round) })
  const responses = await Promise.all(Array.from({ length: count }, () => buyers.place(choices)))
  return {
    booked: responses.filter(({ status }) => status === 201).length,
    rejected: responses.filter(({ status, body }) => status === 409 && body.error?.code === 'sold_out').length,
  }
}

test.each([
  [1, 0],
  [7, 100],
])(`as many of ${BUYERS} buyers as seats are left (%d) get them in each of ${ROUNDS} rounds`, async (left, first) => {
  for (let round = first; round < first + ROUNDS; round++) {
    expect(await book(round, SEATS - left)).toEqual({ booked: SEATS - left, rejected: 0 })
    expect(await book(round, BUYERS), `round ${round}`).toEqual({ booked: left, rejected: BUYERS - left })
  }
})

test('seat counts match the bookings', () => {
  expect(queryDatabase(server().dataDir, MISCOUNTED_DAYS)).toEqual([])
})
