/** Offers of the waiting list race with each other, with bookings and with their own end for the last seat of a day. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { placeBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { changeSeats } from '#server/bookings/seats.ts'
import { runTransaction } from '#server/db/database.ts'
import { instant } from '#server/db/instant.ts'
import { offerFreeSeats } from '#server/waiting/offers.ts'
import { HOUR, rows, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { resized } from '../support/capacity.ts'
import { useOffering } from '../support/offering-processes.ts'
import { dayPass, newKey, placed, transitionTo } from '../support/orders.ts'
import { atOnce } from '../support/outcomes.ts'
import { codeOfResponse, describeInEachSetup } from '../support/race-setups.ts'
import { send, withKey } from '../support/requests.ts'
import { MISCOUNTED_DAYS } from '../support/seat-counts.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { useWithoutGuard } from '../support/unguarded.ts'
import { emailedOffer, waiting } from '../support/waiting.ts'

const ROUNDS = rounds(50)
/** A control needs a few rounds until its race happens. */
const CONTROL_ROUNDS = Math.max(ROUNDS, 20)
const DAY = '2026-12-10'

type Call = typeof send
type Offer = (now: number) => Promise<unknown>

/** One seat, which was booked while two visitors joined the list of its day, and is free again. */
async function freeTheLastSeat(app: TestApp): Promise<void> {
  await app.empty()
  await resized(app, await someStaff(app), 1, '2026-12-01')
  const { bookingId } = await placed(app, dayPass())
  for (const email of ['maya@example.com', 'nisha@example.com']) {
    app.clock.advance(1_000)
    await waiting(app, { locationId: 'dhobighat-hub', day: DAY, email })
  }
  await transitionTo(app, bookingId, 'cancelled')
}

/** Books the last seat several times while it is offered. Returns the codes and the number of offers. */
async function raceToBook(app: TestApp, call: Call, round: number, offer: Offer) {
  await freeTheLastSeat(app)
  const book = async () => codeOfResponse(await call(placeBooking, withKey(dayPass())))
  const [codes] = await startBoth(
    round,
    () => atOnce(4, book),
    () => offer(app.now()),
  )
  return countHolders(app, codes)
}

/** Books with an offer several times while a process whose clock differs ends it. */
async function raceToTake(app: TestApp, call: Call, round: number, offer: Offer) {
  await freeTheLastSeat(app)
  await offerFreeSeats(app)
  const held = await emailedOffer(app, 'maya@example.com')
  // The offer has ended, and it is day.
  const late = app.now() + 22 * HOUR
  const book = async () => codeOfResponse(await call(placeBooking, withKey({ ...dayPass(), offer: held })))
  const [codes] = await startBoth(
    round,
    () => atOnce(3, book),
    () => offer(late),
  )
  return countHolders(app, codes)
}

/** Starts the bookings or the offers up to 16 ms later, so that each side is first in some rounds. */
function startBoth<Value>(round: number, bookings: () => Promise<Value>, offers: () => Promise<unknown>) {
  const delay = 4 * (round % 5)
  return Promise.all([
    setTimeout(round % 2 === 0 ? 0 : delay).then(bookings),
    setTimeout(round % 2 === 0 ? delay : 0).then(offers),
  ])
}

async function countHolders(app: TestApp, codes: string[]) {
  const [booked, offered] = [codes.filter((code) => code === 'ok').length, await countOpen(app)]
  return { codes, booked, offered, holders: booked + offered }
}

const countOpen = async (app: TestApp) =>
  (await rows(app.db.read, 'seat_offers')).filter(({ state }) => state === 'open').length
const countClaims = async (app: TestApp) => (await rows(app.db.read, 'seat_claims')).length
const listUnexpected = (codes: string[]) => codes.filter((code) => code !== 'ok' && code !== 'sold_out')
const miscounted = async (app: TestApp) => (await sql.raw(MISCOUNTED_DAYS).execute(app.db.read)).rows

describeInEachSetup('the last seat of a day on %s', (app, call, setup) => {
  const offer = useOffering(app, setup)

  test(`is offered once in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await freeTheLastSeat(app)
      await offer(app.now())
      expect((await rows(app.db.read, 'seat_offers')).map(({ state }) => state)).toEqual(['open'])
      expect(await countClaims(app)).toBe(1)
      expect(await miscounted(app), `round ${round}`).toEqual([])
    }
  })

  test(`is either offered or booked in ${ROUNDS} rounds`, async () => {
    let bookings = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { codes, booked, holders } = await raceToBook(app, call, round, offer)
      expect(holders, `round ${round}`).toBe(1)
      expect(listUnexpected(codes)).toEqual([])
      expect(await miscounted(app), `round ${round}`).toEqual([])
      bookings += booked
    }
    console.log(`${setup}: booked in ${bookings} of ${ROUNDS} rounds, offered in the others`)
  })

  test(`is either booked by its offer or offered to the next in line in ${ROUNDS} rounds`, async () => {
    let bookings = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { codes, booked, holders } = await raceToTake(app, call, round, offer)
      expect(holders, `round ${round}`).toBe(1)
      expect(await countClaims(app)).toBe(1)
      expect(listUnexpected(codes)).toEqual([])
      expect(await miscounted(app), `round ${round}`).toEqual([])
      bookings += booked
    }
    console.log(`${setup}: booked in ${bookings} of ${ROUNDS} rounds, offered in the others`)
  })
})

/** Returns in how many rounds the last seat had more than one holder. */
async function countOversold(race: (round: number) => Promise<{ holders: number }>): Promise<number> {
  let oversold = 0
  for (let round = 0; round < CONTROL_ROUNDS; round++) if ((await race(round)).holders > 1) oversold++
  return oversold
}

describe('without a claim', () => {
  const app = useApp('postgres')

  /** Counts the seats before it stores an offer. */
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

  test('several processes offer the same seat', async () => {
    const oversold = await countOversold(async () => {
      await freeTheLastSeat(app)
      await atOnce(2, offerUnguarded)
      return { holders: await countOpen(app) }
    })
    expect(oversold).toBeGreaterThan(0)
  })
})

describe('ending offers that were open when they were read', () => {
  const app = useApp('postgres')

  async function endUnguarded(now: number): Promise<void> {
    const open = await app.db.read.selectFrom('seat_offers').selectAll().where('state', '=', 'open').execute()
    // Leaves time to book with the offer.
    await setTimeout(20)
    for (const { id, entry_id, location_id: locationId, day } of open)
      await runTransaction(app.db, async (db) => {
        await db.updateTable('waiting_entries').set({ state: 'removed' }).where('id', '=', entry_id).execute()
        await db.updateTable('seat_offers').set({ state: 'expired' }).where('id', '=', id).execute()
        await db.deleteFrom('seat_claims').where('subject_id', '=', id).execute()
        await changeSeats(db, { locationId, from: day, to: day, seats: 1 }, 'taken', -1).execute()
      })
    await offerFreeSeats(Object.assign(Object.create(app), { now: () => now }))
  }

  test('frees a seat that was booked with its offer', async () => {
    expect(await countOversold((round) => raceToTake(app, send, round, endUnguarded))).toBeGreaterThan(0)
  })
})

describe('with an unguarded seat count', () => {
  const app = useApp('postgres')
  useWithoutGuard(() => import('../support/unguarded-seats.ts'))

  test('the last seat is offered and booked', async () => {
    const oversold = await countOversold((round) => raceToBook(app, send, round, () => offerFreeSeats(app)))
    expect(oversold).toBeGreaterThan(0)
  })
})
