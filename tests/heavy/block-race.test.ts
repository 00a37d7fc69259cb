/** Seats are blocked while visitors book them, staff move bookings and bookings end. */
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { moveBookingDates } from '#contract/admin/booking-detail.ts'
import { createBlock } from '#contract/admin/capacity.ts'
import { placeBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { claimBlock } from '#server/bookings/blocks.ts'
import { day } from '../domain/business.ts'
import { rows, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { block, resized } from '../support/capacity.ts'
import { miscountedDays } from '../support/moves.ts'
import { dayPass, placed, transitionTo } from '../support/orders.ts'
import { atOnce, versionOf } from '../support/outcomes.ts'
import { codeOfResponse, describeInEachSetup } from '../support/race-setups.ts'
import { type Sent, send, type TestResponse, withKey } from '../support/requests.ts'
import { owner, someStaff } from '../support/staff-accounts.ts'

const ROUNDS = rounds(50)
const DAY = '2026-12-10'
const SEATS = 6
const BLOCKED = 4

type Block = (by: Sent) => Promise<unknown>

/** Blocks seats of a day while others book, move to and leave it. */
async function race(app: TestApp, call: typeof send, round: number, blockSeats: Block) {
  await app.empty()
  const by = (await owner(app)).sent
  await resized(app, await someStaff(app), SEATS, '2026-12-01')
  const leaving = await atOnce(3, () => placed(app, dayPass()))
  const other = await atOnce(3, () => placed(app, dayPass({ startDate: '2026-12-14' })))
  const move = async (id: string) =>
    call(moveBookingDates, { ...by, id, body: { version: await versionOf(app, id), startDate: DAY } })
  const attempts = [
    ...leaving.map(({ bookingId }) => transitionTo(app, bookingId, 'cancelled')),
    ...other.map(({ bookingId }) => answered(move(bookingId))),
    ...Array.from({ length: 4 }, () => answered(call(placeBooking, withKey(dayPass())))),
  ]
  const blocking = setTimeout(5 * (round % 10)).then(() => blockSeats(by))
  const failures = (await Promise.allSettled([blocking, ...attempts])).filter(({ status }) => status === 'rejected')
  const { taken, short } = await app.db.read
    .selectFrom('seat_days')
    .select(['taken', 'short'])
    .where('day', '=', day(DAY))
    .executeTakeFirstOrThrow()
  const claims = (await rows(app.db.read, 'seat_claims')).filter(({ kind }) => kind === 'block')
  const blocked = claims.reduce((sum, { seats }) => sum + seats, 0)
  return { failures, taken, short, blocked, miscounted: await miscountedDays(app) }
}

/** Rejects if the server failed. */
async function answered(response: Promise<TestResponse>): Promise<void> {
  expect((await response).status).toBeLessThan(500)
}

/** Reads the free seats without locking the day. */
const blockUnguarded =
  (app: TestApp): Block =>
  () =>
    app.db.write(async (db) => {
      const days = { locationId: 'dhobighat-hub', from: day(DAY), to: day(DAY), seats: BLOCKED } as const
      await claimBlock(app, db, 'a', days)
      return succeed(undefined)
    })

describeInEachSetup('blocking seats on %s', (app, call) => {
  const blockSeats: Block = async (by) => {
    expect(codeOfResponse(await call(createBlock, withKey(block({ seats: BLOCKED }), by)))).toBe('ok')
  }

  test(`takes the free seats and those that are released, in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { failures, taken, short, blocked, miscounted } = await race(app, call, round, blockSeats)
      expect(failures, `round ${round}`).toEqual([])
      expect(miscounted).toEqual([])
      expect(blocked + short).toBe(BLOCKED)
      expect(taken).toBeLessThanOrEqual(SEATS)
      // What a block lacks is never free.
      if (short > 0) expect(taken).toBe(SEATS)
    }
  })
})

describe('without the lock', () => {
  const app = useApp('postgres')

  test('blocking seats loses seats', async () => {
    let wrong = 0
    for (let round = 0; round < Math.max(ROUNDS, 20); round++) {
      const { failures, taken, short, miscounted } = await race(app, send, round, blockUnguarded(app))
      if (failures.length > 0 || miscounted.length > 0 || (short > 0 && taken < SEATS)) wrong++
    }
    expect(wrong).toBeGreaterThan(0)
  })
})
