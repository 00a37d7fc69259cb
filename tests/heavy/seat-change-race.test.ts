/** The number of seats is lowered while visitors book them: who books after the change gets no seat above it. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changeSeats } from '#contract/admin/capacity.ts'
import { placeBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { lockDays } from '#server/bookings/seats.ts'
import { readLocationCapacity } from '#server/desk/capacity.ts'
import { day } from '../domain/business.ts'
import { type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { resized, seatChange } from '../support/capacity.ts'
import { miscountedDays } from '../support/moves.ts'
import { dayPass, granted, placed, seatsTaken } from '../support/orders.ts'
import { atOnce } from '../support/outcomes.ts'
import { codeOfResponse, describeInEachSetup } from '../support/race-setups.ts'
import { send, withKey } from '../support/requests.ts'
import { owner, someStaff } from '../support/staff-accounts.ts'
import { useWithoutGuard } from '../support/unguarded.ts'

const ROUNDS = rounds(50)
const DAY = '2026-12-10'
const SEATS = 8
const LOWERED = 3
/** A process has ten connections: one locks the day and one changes the seats. */
const WAITING = 6

type Call = typeof send

const book = async (call: Call) => codeOfResponse(await call(placeBooking, withKey(dayPass())))

async function lower(call: Call, manager: Awaited<ReturnType<typeof owner>>): Promise<string> {
  return codeOfResponse(await call(changeSeats, { ...manager.sent, body: seatChange(LOWERED) }))
}

/** Opens a day with eight seats, of which one is taken. */
async function open(app: TestApp) {
  await app.empty()
  const manager = await owner(app)
  await resized(app, await someStaff(app), SEATS, '2026-12-01')
  await placed(app, dayPass())
  return manager
}

/** Lowers the seats while bookings that know the earlier number wait for their day. Returns how many got a seat. */
async function changeBehindLock(app: TestApp, call: Call): Promise<{ changed: string; codes: string[] }> {
  const manager = await open(app)
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = app.db.write(async (db) => {
    await lockDays(db, [{ locationId: 'dhobighat-hub', from: day(DAY), to: day(DAY), seats: 0 }])
    locked.resolve()
    await released.promise
    return succeed(undefined)
  })
  await locked.promise
  const bookings = atOnce(WAITING, () => book(call))
  await expect.poll(() => countWaiting(app), { timeout: 5_000, interval: 10 }).toBe(WAITING)
  const changed = await lower(call, manager)
  released.resolve()
  await lock
  return { changed, codes: await bookings }
}

async function countWaiting({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read)
  return Number(rows[0]?.waiting)
}

describeInEachSetup('lowering the seats on %s', (app, call, setup) => {
  test(`is reported with the bookings above the new number in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const manager = await open(app)
      const bookings = atOnce(WAITING, () => book(call))
      await setTimeout(5 * (round % 10))
      expect(await lower(call, manager), `round ${round}`).toBe('ok')
      const taken = 1 + (await bookings).filter((code) => code === 'ok').length
      expect(await seatsTaken(app)).toEqual({ [DAY]: taken })
      expect(await miscountedDays(app)).toEqual([])
      const { short } = granted(await readLocationCapacity(app, { location: 'dhobighat-hub' }))
      expect(short.map((day) => day.short)).toEqual(taken > LOWERED ? [taken - LOWERED] : [])
      expect(await book(call)).toBe(taken < LOWERED ? 'ok' : 'sold_out')
    }
  })

  // SQLite runs one transaction after another, so none waits for a day.
  if (setup === 'sqlite') return

  test(`leaves bookings that wait for the day the new number in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { changed, codes } = await changeBehindLock(app, call)
      expect(changed, `round ${round}`).toBe('ok')
      const booked = codes.filter((code) => code === 'ok')
      expect(booked).toHaveLength(LOWERED - 1)
      expect(codes.filter((code) => code === 'sold_out')).toHaveLength(WAITING - booked.length)
      expect(await seatsTaken(app)).toEqual({ [DAY]: LOWERED })
      expect(await miscountedDays(app)).toEqual([])
    }
  })
})

describe('without reading the seats again', () => {
  const app = useApp('postgres')
  useWithoutGuard(() => import('../support/unguarded-seat-changes.ts'))

  test('bookings that waited for the day get removed seats', async () => {
    const { changed, codes } = await changeBehindLock(app, send)
    expect(changed).toBe('ok')
    expect(codes.filter((code) => code === 'ok').length).toBeGreaterThan(LOWERED - 1)
  })
})
