/** Offers of the waiting list race with each other, with bookings and with their own end for the last seat of a day. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { instant } from '#server/db/instant.ts'
import { offerFreeSeats } from '#server/waiting/offers.ts'
import { describeOnEachEngine, HOUR, rows, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { dayPass, newKey, placed, setCapacity, transitionTo } from '../support/orders.ts'
import { atOnce, codeOf } from '../support/outcomes.ts'
import { MISCOUNTED_DAYS } from '../support/seat-counts.ts'
import { emailedOffer, waiting } from '../support/waiting.ts'

const ROUNDS = rounds(50)
const DAY = '2026-12-10'

/** One seat, which was booked while two visitors joined the list of its day, and is free again. */
async function freeTheLastSeat(app: TestApp): Promise<void> {
  await app.empty()
  setCapacity(app, 1)
  const { bookingId } = await placed(app, dayPass())
  for (const email of ['maya@example.com', 'nisha@example.com']) {
    app.clock.advance(1_000)
    await waiting(app, { locationId: 'dhobighat-hub', day: DAY, email })
  }
  await transitionTo(app, bookingId, 'cancelled')
}

const holders = async (app: TestApp) => (await rows(app.db.read, 'seat_claims')).length
const expectSeatsCounted = async (app: TestApp, round: number) =>
  expect((await sql.raw(MISCOUNTED_DAYS).execute(app.db.read)).rows, `round ${round}`).toEqual([])

describeOnEachEngine('the last seat of a day on %s', (app) => {
  test(`is offered once by several processes in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await freeTheLastSeat(app)
      await atOnce(4, () => offerFreeSeats(app))
      expect((await rows(app.db.read, 'seat_offers')).map(({ state }) => state)).toEqual(['open'])
      expect(await holders(app)).toBe(1)
      await expectSeatsCounted(app, round)
    }
  })

  test(`is either offered or booked in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await freeTheLastSeat(app)
      const [codes] = await Promise.all([
        atOnce(4, async () => codeOf(await createBooking(app, dayPass(), newKey()))),
        atOnce(2, () => offerFreeSeats(app)),
      ])
      const offers = await rows(app.db.read, 'seat_offers')
      expect(codes.filter((code) => code === 'ok').length + offers.length, `round ${round}`).toBe(1)
      expect(codes.filter((code) => code !== 'ok' && code !== 'sold_out')).toEqual([])
      await expectSeatsCounted(app, round)
    }
  })

  test(`is either booked by its offer or offered to the next in line in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await freeTheLastSeat(app)
      await offerFreeSeats(app)
      const offer = await emailedOffer(app, 'maya@example.com')
      const [held] = await rows(app.db.read, 'seat_offers')
      // Half of the rounds end the offer while it is taken, as two processes whose clocks differ would.
      app.clock.set(Date.parse(held?.expires_at ?? '') - 1)
      const now = app.now
      const late = Object.assign(Object.create(app), { now: () => now() + HOUR })
      const [codes] = await Promise.all([
        atOnce(3, async () => codeOf(await createBooking(app, { ...dayPass(), offer }, newKey()))),
        round % 2 === 0 ? offerFreeSeats(late) : undefined,
      ])
      const booked = codes.filter((code) => code === 'ok').length
      const open = (await rows(app.db.read, 'seat_offers')).filter(({ state }) => state === 'open').length
      expect(booked + open, `round ${round}`).toBeLessThanOrEqual(1)
      expect(await holders(app)).toBe(booked + open)
      expect(codes.filter((code) => code !== 'ok' && code !== 'sold_out')).toEqual([])
      await expectSeatsCounted(app, round)
    }
  })
})

describe('without a claim', () => {
  const app = useApp('postgres')

  test('several processes offer the same seat', async () => {
    const offerUnguarded = (index: number) =>
      app.db.write(async (db) => {
        const [seats] = await db
          .selectFrom('seat_days')
          .select('taken')
          .where('day', '=', DAY as never)
          .execute()
        const offers = await db.selectFrom('seat_offers').select('id').where('state', '=', 'open').execute()
        if ((seats?.taken ?? 0) + offers.length >= 1) return succeed(undefined)
        const entries = await db.selectFrom('waiting_entries').selectAll().orderBy('confirmed_at').execute()
        const entry = entries[index]
        if (!entry?.day) throw new Error('no entry')
        await db
          .insertInto('seat_offers')
          .values({
            ...{ id: newKey(), entry_id: entry.id, email: entry.email, location_id: entry.location_id, day: entry.day },
            ...{
              state: 'open',
              booking_id: null,
              expires_at: instant(app.now() + HOUR),
              created_at: instant(app.now()),
            },
          })
          .execute()
        return succeed(undefined)
      })
    let oversold = 0
    for (let round = 0; round < ROUNDS; round++) {
      await freeTheLastSeat(app)
      await atOnce(2, offerUnguarded)
      if ((await rows(app.db.read, 'seat_offers')).length > 1) oversold++
    }
    expect(oversold).toBeGreaterThan(0)
  })
})
