/** Seats are blocked and their number is lowered while visitors book them, staff move bookings and bookings end. */
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { claimBlock } from '#server/bookings/blocks.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { lockDays } from '#server/bookings/seats.ts'
import { insertBlock, readLocationCapacity, saveSeats } from '#server/desk/capacity.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { day } from '../domain/business.ts'
import { describeOnEachEngine, rows, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { block, seatChange } from '../support/capacity.ts'
import { miscountedDays } from '../support/moves.ts'
import { dayPass, granted, newKey, placed, setCapacity, transitionTo } from '../support/orders.ts'
import { atOnce, codeOf } from '../support/outcomes.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { moveBooking } from '../support/staff-actions.ts'

const ROUNDS = rounds(50)
const DAY = '2026-12-10'
const SEATS = 6
const BLOCKED = 4

type Block = (by: Staff) => Promise<unknown>

/** Blocks seats of a day while others book, move to and leave it. */
async function race(app: TestApp, round: number, blockSeats: Block) {
  await app.empty()
  setCapacity(app, SEATS)
  const by = await someStaff(app)
  const leaving = await atOnce(3, () => placed(app, dayPass()))
  const other = await atOnce(3, () => placed(app, dayPass({ startDate: '2026-12-14' })))
  const attempts = [
    ...leaving.map(({ bookingId }) => transitionTo(app, bookingId, 'cancelled')),
    ...other.map(({ bookingId }) => moveBooking(app, by, bookingId, DAY)),
    ...Array.from({ length: 4 }, () => createBooking(app, dayPass(), newKey())),
  ]
  const blocking = setTimeout(round % 10).then(() => blockSeats(by))
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

const blockGuarded =
  (app: TestApp): Block =>
  async (by) =>
    granted(await insertBlock(app, by, block({ seats: BLOCKED }), newKey()))

/** Reads the free seats without locking the day. */
const blockUnguarded =
  (app: TestApp): Block =>
  () =>
    app.db.write(async (db) => {
      const days = { locationId: 'dhobighat-hub', from: day(DAY), to: day(DAY), seats: BLOCKED } as const
      await claimBlock(app, db, 'a', days)
      return succeed(undefined)
    })

describeOnEachEngine('blocking seats on %s', (app) => {
  test(`takes the free seats and those that are released, in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { failures, taken, short, blocked, miscounted } = await race(app, round, blockGuarded(app))
      expect(failures, `round ${round}`).toEqual([])
      expect(miscounted).toEqual([])
      expect(blocked + short).toBe(BLOCKED)
      expect(taken).toBeLessThanOrEqual(SEATS)
      // What a block lacks is never free.
      if (short > 0) expect(taken).toBe(SEATS)
    }
  })
})

describe('on postgres', () => {
  const app = useApp('postgres')

  test('blocking seats without the lock loses seats', async () => {
    let wrong = 0
    for (let round = 0; round < Math.max(ROUNDS, 20); round++) {
      const { failures, taken, short, miscounted } = await race(app, round, blockUnguarded(app))
      if (failures.length > 0 || miscounted.length > 0 || (short > 0 && taken < SEATS)) wrong++
    }
    expect(wrong).toBeGreaterThan(0)
  })

  test('a booking that waits for a day sees that its seats were removed', async () => {
    const by = await someStaff(app)
    await placed(app, dayPass())
    const [locked, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lock = app.db.write(async (db) => {
      await lockDays(db, [{ locationId: 'dhobighat-hub', from: day(DAY), to: day(DAY), seats: 0 }])
      locked.resolve()
      await changed.promise
      return succeed(undefined)
    })
    await locked.promise
    const booking = createBooking(app, dayPass(), newKey())
    await setTimeout(300)
    granted(await saveSeats(app, by, seatChange(1)))
    changed.resolve()
    await lock
    expect(codeOf(await booking)).toBe('sold_out')
    expect(granted(await readLocationCapacity(app, { location: 'dhobighat-hub' })).short).toEqual([])
  })
})
