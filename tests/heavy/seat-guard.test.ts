import { expect, test } from 'vitest'
import { fail, succeed } from '#contract/failure.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { addClaim } from '#server/bookings/claims.ts'
import { readDaySeats } from '#server/bookings/seats.ts'
import { useApp } from '../support/app.ts'
import { resize } from '../support/unpaid-transfers.ts'

const CAPACITY = 5
const BUYERS = 40
const ROUNDS = 20
const DAY = '2027-01-10' as IsoDate

/** Compares the guarded claim with one that reads and writes the count separately, which oversells on PostgreSQL. */
const app = useApp('postgres')

test('the unguarded claim oversells under load', async () => {
  const sold: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await emptyDay()
    sold.push(await claimAtOnce(claimUnguarded))
  }
  expect(Math.max(...sold)).toBeGreaterThan(CAPACITY)
})

test('the guarded claim sells exactly the capacity in every round', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await emptyDay()
    expect(await claimAtOnce(claimGuarded), `round ${round}`).toBe(CAPACITY)
  }
})

async function claimAtOnce(claim: typeof claimGuarded) {
  const claims = await Promise.all(Array.from({ length: BUYERS }, claim))
  return claims.filter(({ ok }) => ok).length
}

const range = { locationId: 'kausimaa', from: DAY, to: DAY, seats: 1 } as const

const claimGuarded = () =>
  app.db.write(async (db) => {
    const claim = { ...range, kind: 'booking', subjectId: crypto.randomUUID() } as const
    return (await addClaim(app, db, claim)) ? succeed(undefined) : fail('sold_out')
  })

const claimUnguarded: typeof claimGuarded = () =>
  app.db.write(async (db) => {
    const taken = (await readDaySeats(app, db, range))[0]?.taken ?? 0
    if (taken >= CAPACITY) return fail('sold_out')
    await db
      .updateTable('seat_days')
      .set({ taken: taken + 1 })
      .where('day', '=', DAY)
      .execute()
    return succeed(undefined)
  })

async function emptyDay() {
  resize(app, CAPACITY)
  await app.db.write(async (db) => {
    for (const table of ['seat_claims', 'seat_days'] as const) await db.deleteFrom(table).execute()
    await db.insertInto('seat_days').values({ location_id: 'kausimaa', day: DAY, seats: CAPACITY, taken: 0 }).execute()
    return succeed(undefined)
  })
}
