import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Buyers, inDays } from '../support/buyer.ts'
import { type RunningServer, startServer } from '../support/process.ts'

const ROUNDS = 20
const BUYERS = 200
const SEATS = 30

let server: RunningServer
let buyers: Buyers

beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1' })
  buyers = new Buyers(server.url, BUYERS)
})
afterAll(async () => {
  buyers.leave()
  await server.kill('SIGTERM')
  rmSync(server.dataDir, { recursive: true })
})

/** Day `round` with all but `left` of its seats taken. */
async function almostFull(round: number, left: number): Promise<Record<string, unknown>> {
  const choices = Buyers.choices({ startDate: inDays(10 + round) })
  const answers = await Promise.all(Array.from({ length: SEATS - left }, () => buyers.place(choices)))
  expect(answers.map(({ status }) => status)).toEqual(Array(SEATS - left).fill(201))
  return choices
}

async function rush(choices: Record<string, unknown>) {
  const answers = await Promise.all(Array.from({ length: BUYERS }, () => buyers.place(choices)))
  return {
    won: answers.filter(({ status }) => status === 201).length,
    refused: answers.filter(({ status, body }) => status === 409 && body.error?.code === 'sold_out').length,
  }
}

test(`${BUYERS} buyers, one seat, ${ROUNDS} rounds: one wins every time`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    expect(await rush(await almostFull(round, 1)), `round ${round}`).toEqual({ won: 1, refused: BUYERS - 1 })
  }
})

test(`${BUYERS} buyers, seven seats, ${ROUNDS} rounds: seven win, not one more and not one less`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    expect(await rush(await almostFull(100 + round, 7)), `round ${round}`).toEqual({ won: 7, refused: BUYERS - 7 })
  }
})

test('the days hold exactly as many seats as bookings took', () => {
  const db = new DatabaseSync(join(server.dataDir, 'chautari.sqlite'), { readOnly: true })
  const wrong = db
    .prepare(
      `select day, taken, (select coalesce(sum(b.seats), 0) from bookings b
         where b.location_id = d.location_id and d.day between b.start_date and b.end_date) as booked
       from seat_days d where taken <> booked or taken > seats`,
    )
    .all()
  db.close()
  expect(wrong).toEqual([])
})
