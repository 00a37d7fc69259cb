import { expect, test } from 'vitest'
import { fail, succeed } from '#contract/failure.ts'
import type { IsoDate } from '#domain/calendar.ts'
import type { App } from '#server/app.ts'
import { claimSeats, readTakenSeats } from '#server/bookings/seats.ts'
import { withApp } from '../support/app.ts'

const CAPACITY = 5
const BUYERS = 40
const ROUNDS = 20
const DAY = '2027-01-10' as IsoDate

/**
 * A race test that never failed proves nothing. Here the guard is switched off: the count is read, and written back in
 * the same transaction, as a careless service would. On PostgreSQL, where writers really run side by side, it sells
 * seats that are not there; the guarded claim, under the same rush, never does.
 */
let app: App
withApp('postgres', (opened) => {
  app = opened
})

test('without the guard the rush oversells', async () => {
  const sold: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await emptyDay()
    sold.push(await rush(carelessClaim))
  }
  expect(Math.max(...sold)).toBeGreaterThan(CAPACITY)
})

test('with the guard exactly the seats there are get sold, every time', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await emptyDay()
    expect(await rush(guardedClaim), `round ${round}`).toBe(CAPACITY)
  }
})

async function rush(claim: () => Promise<boolean>): Promise<number> {
  const claims = await Promise.all(Array.from({ length: BUYERS }, claim))
  return claims.filter(Boolean).length
}

const range = { locationId: 'kausimaa', from: DAY, to: DAY, seats: 1 } as const

async function guardedClaim(): Promise<boolean> {
  const outcome = await app.db.write(async (db) =>
    (await claimSeats(db, range, CAPACITY)) ? succeed(undefined) : fail('sold_out'),
  )
  return outcome.ok
}

async function carelessClaim(): Promise<boolean> {
  const outcome = await app.db.write(async (db) => {
    const taken = (await readTakenSeats(db, range)).get(DAY) ?? 0
    if (taken >= CAPACITY) return fail('sold_out')
    await db
      .updateTable('seat_days')
      .set({ taken: taken + 1 })
      .where('day', '=', DAY)
      .execute()
    return succeed(undefined)
  })
  return outcome.ok
}

async function emptyDay(): Promise<void> {
  await app.db.write(async (db) => {
    await db.deleteFrom('seat_days').execute()
    await db.insertInto('seat_days').values({ location_id: 'kausimaa', day: DAY, seats: CAPACITY, taken: 0 }).execute()
    return succeed(undefined)
  })
}
