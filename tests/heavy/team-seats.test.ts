/** The last three seats of a day are sold to bookings of one, two and three seats at the same time. */
import { describe, expect, test } from 'vitest'
import { placeBooking } from '#contract/bookings.ts'
import { fail, succeed } from '#contract/failure.ts'
import { lockDays, readDaySeats } from '#server/bookings/seats.ts'
import { day } from '../domain/business.ts'
import { execute, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { resized } from '../support/capacity.ts'
import { miscountedDays } from '../support/moves.ts'
import { dayPass, seatsTaken } from '../support/orders.ts'
import { codeOf } from '../support/outcomes.ts'
import { codeOfResponse, describeInEachSetup } from '../support/race-setups.ts'
import { withKey } from '../support/requests.ts'
import { someStaff } from '../support/staff-accounts.ts'

const ROUNDS = rounds(50)
const SEATS = 3
const DAY = { locationId: 'dhobighat-hub', from: day('2026-12-10'), to: day('2026-12-10'), seats: 0 } as const
const TEAMS = [1, 2, 3, 1, 2, 3, 1, 2, 3]

type Book = (seats: number) => Promise<string>

/** Reads and writes the count separately. */
const bookUnguarded = async (app: TestApp, seats: number) =>
  codeOf(
    await app.db.write(async (db) => {
      const [{ taken } = { taken: 0 }] = await readDaySeats(app, db, DAY)
      if (taken + seats > SEATS) return fail('sold_out')
      await db
        .updateTable('seat_days')
        .set({ seats: SEATS, taken: taken + seats })
        .where('day', '=', DAY.from)
        .execute()
      return succeed(undefined)
    }),
  )

/** Returns the seats of the teams that were accepted, and of those that were not. */
async function race(app: TestApp, round: number, book: Book) {
  await app.empty()
  await resized(app, await someStaff(app), SEATS)
  await execute(app, (db) => ({ execute: () => lockDays(db, [DAY]) }))
  const teams = TEAMS.map((_, index) => TEAMS[(index + round) % TEAMS.length] ?? 1)
  const outcomes = await Promise.all(teams.map((seats) => book(seats)))
  const seatsOf = (code: string) => teams.filter((_, index) => outcomes[index] === code)
  const sold = seatsOf('ok').reduce((sum, seats) => sum + seats, 0)
  return { sold, rejected: seatsOf('sold_out'), answered: outcomes.length - seatsOf('ok').length }
}

describeInEachSetup('the last seats of a day on %s', (app, call) => {
  const book: Book = async (seats) => codeOfResponse(await call(placeBooking, withKey(dayPass({ seats }))))

  test(`are sold once to teams that fit, in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { sold, rejected, answered } = await race(app, round, book)
      expect(sold, `round ${round}`).toBeLessThanOrEqual(SEATS)
      expect(rejected).toHaveLength(answered)
      for (const seats of rejected) expect(sold + seats).toBeGreaterThan(SEATS)
      expect(await seatsTaken(app)).toEqual({ [DAY.from]: sold })
      expect(await miscountedDays(app)).toEqual([])
    }
  })
})

describe('without the conditional claim', () => {
  const app = useApp('postgres')

  test('the last seats are oversold', async () => {
    const sold: number[] = []
    for (let round = 0; round < Math.max(ROUNDS, 20); round++)
      sold.push((await race(app, round, (seats) => bookUnguarded(app, seats))).sold)
    expect(Math.max(...sold)).toBeGreaterThan(SEATS)
  })
})
