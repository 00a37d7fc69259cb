/**
 * A day is closed while visitors book it, also with offers of the waiting list, and staff move bookings to it: each of
 * them is rejected, or is in the list that staff confirmed.
 */
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { moveBookingDates } from '#contract/admin/booking-detail.ts'
import { saveClosures } from '#contract/admin/closures.ts'
import { placeBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { addClaim } from '#server/bookings/claims.ts'
import { insertClosureRevision } from '#server/closures/revisions.ts'
import { runTransaction } from '#server/db/database.ts'
import { instant } from '#server/db/instant.ts'
import { readBookingsOnDays } from '#server/desk/affected-bookings.ts'
import { deriveOfferToken } from '#server/secrets.ts'
import { day } from '../domain/business.ts'
import { HOUR, rows, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { closureEntry } from '../support/closures.ts'
import { dayPass, newKey, placed } from '../support/orders.ts'
import { atOnce, versionOf } from '../support/outcomes.ts'
import { codeOfResponse, describeInEachSetup } from '../support/race-setups.ts'
import { type Sent, send, type TestResponse, withKey } from '../support/requests.ts'
import { owner, someStaff } from '../support/staff-accounts.ts'

const ROUNDS = rounds(50)
const DAY = '2026-12-10'

/** An open offer for a seat of the day, as its link books it. */
async function offered(app: TestApp): Promise<{ id: string; token: string }> {
  const id = newKey()
  const at = instant(app.now())
  const seat = { email: `${id}@example.com`, location_id: 'dhobighat-hub', day: day(DAY) } as const
  await runTransaction(app.db, async (db) => {
    await db
      .insertInto('waiting_entries')
      .values({
        ...{ id, ...seat, phone: '', plan_id: null, state: 'offered' },
        ...{ created_at: at, confirmed_at: at, changed_at: at },
      })
      .execute()
    await db
      .insertInto('seat_offers')
      .values({
        ...{ id, entry_id: id, ...seat, state: 'open', booking_id: null },
        ...{ expires_at: instant(app.now() + HOUR), created_at: at },
      })
      .execute()
    const claim = { kind: 'offer', subjectId: id, locationId: seat.location_id, seats: 1 } as const
    expect(await addClaim(app, db, { ...claim, from: seat.day, to: seat.day })).toBe(true)
  })
  return { id, token: deriveOfferToken(app.bookingKey, id) }
}

/** Books and moves to the day while it is closed. Returns the bookings on it that staff were not shown. */
async function race(app: TestApp, call: typeof send, round: number, close: (staff: Sent) => Promise<unknown>) {
  await app.empty()
  const staff = (await owner(app)).sent
  const other = await atOnce(6, () => placed(app, dayPass({ startDate: '2026-12-14' })))
  const offers = await atOnce(6, () => offered(app))
  const move = async (id: string) =>
    call(moveBookingDates, { ...staff, id, body: { version: await versionOf(app, id), startDate: DAY } })
  const attempts = [
    ...offers.map((offer) => () => call(placeBooking, withKey({ ...dayPass(), offer }))),
    ...other.map(
      ({ bookingId }) =>
        () =>
          move(bookingId),
    ),
    ...Array.from({ length: 12 }, () => () => call(placeBooking, withKey(dayPass()))),
  ]
  // In some rounds the attempts leave time to confirm a list, so that the later ones find the day closed.
  const apart = 20 * (round % 4)
  const start = (attempt: () => Promise<TestResponse>, index: number) => setTimeout(index * apart).then(attempt)
  const closing = setTimeout(10 * (round % 10)).then(() => close(staff))
  const outcomes = (await Promise.all(attempts.map(start))).map(codeOfResponse)
  await closing
  const shown = new Set((await rows(app.db.read, 'closure_bookings')).map(({ booking_id }) => booking_id))
  const held = (await rows(app.db.read, 'bookings')).filter(({ start_date }) => start_date === DAY)
  return { outcomes, held: held.length, missed: held.filter(({ id }) => !shown.has(id)) }
}

/** Confirms the list until it is complete, as a manager would. */
async function closeGuarded(call: typeof send, staff: Sent): Promise<void> {
  for (let affected: string | undefined; ; ) {
    const body = { version: 0, closures: [closureEntry()], ...(affected && { affected }) }
    const response = await call(saveClosures, { ...staff, body })
    if (response.status === 200) return
    expect(codeOfResponse(response)).toBe('has_bookings')
    affected = (response.body as { error: { current: { key: string } } }).error.current.key
  }
}

/** Reads the bookings without locking their day. */
const closeUnguarded = async (app: TestApp) => {
  const staff = await someStaff(app)
  return app.db.write(async (db) => {
    const bookings = await readBookingsOnDays(db, [{ locationId: 'dhobighat-hub', days: [day(DAY)] }])
    const entry = { ...closureEntry(), id: 'a', from: day(DAY), to: day(DAY), hours: null }
    await insertClosureRevision(app, db, staff, { version: 0, closures: [] }, [entry])
    for (const { id } of bookings)
      await db
        .insertInto('closure_bookings')
        .values({ closure_id: 'a', booking_id: id, created_at: '' as never })
        .execute()
    return succeed(undefined)
  })
}

describeInEachSetup('closing a day on %s', (app, call, setup) => {
  test(`misses no booking in ${ROUNDS} rounds`, async () => {
    let rejected = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { outcomes, held, missed } = await race(app, call, round, (staff) => closeGuarded(call, staff))
      expect(missed, `round ${round}`).toEqual([])
      expect(outcomes.filter((code) => code === 'ok')).toHaveLength(held)
      expect(outcomes.filter((code) => code !== 'ok' && code !== 'invalid')).toEqual([])
      rejected += outcomes.length - held
    }
    expect(rejected).toBeGreaterThan(0)
    console.log(`${setup}: ${rejected} attempts found the day closed`)
  })
})

describe('without the lock', () => {
  const app = useApp('postgres')

  test('bookings are missed', async () => {
    let missed = 0
    for (let round = 0; round < Math.max(ROUNDS, 20); round++)
      missed += (await race(app, send, round, () => closeUnguarded(app))).missed.length
    expect(missed).toBeGreaterThan(0)
  })
})
