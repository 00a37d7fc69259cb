/**
 * A day is closed while visitors book it, also with offers of the waiting list, and staff move bookings to it: each of
 * them is rejected, or is in the list that staff confirmed.
 */
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { addClaim } from '#server/bookings/claims.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { insertClosureRevision } from '#server/closures/revisions.ts'
import { runTransaction } from '#server/db/database.ts'
import { instant } from '#server/db/schema.ts'
import { readBookingsOnDays } from '#server/desk/affected-bookings.ts'
import { save } from '#server/desk/closures.ts'
import { deriveOfferToken } from '#server/secrets.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { day } from '../domain/business.ts'
import { describeOnEachEngine, HOUR, rows, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { closureEntry } from '../support/closures.ts'
import { dayPass, newKey, placed } from '../support/orders.ts'
import { atOnce, codeOf } from '../support/outcomes.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { moveBooking } from '../support/staff-actions.ts'

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
async function race(app: TestApp, round: number, close: (staff: Staff) => Promise<unknown>) {
  await app.empty()
  const staff = await someStaff(app)
  const other = await atOnce(6, () => placed(app, dayPass({ startDate: '2026-12-14' })))
  const offers = await atOnce(6, () => offered(app))
  const attempts = [
    ...offers.map((offer) => createBooking(app, { ...dayPass(), offer }, newKey())),
    ...other.map(({ bookingId }) => moveBooking(app, staff, bookingId, DAY)),
    ...Array.from({ length: 12 }, () => createBooking(app, dayPass(), newKey())),
  ]
  const closing = setTimeout(round % 10).then(() => close(staff))
  const outcomes = (await Promise.all(attempts)).map(codeOf)
  await closing
  const shown = new Set((await rows(app.db.read, 'closure_bookings')).map(({ booking_id }) => booking_id))
  const held = (await rows(app.db.read, 'bookings')).filter(({ start_date }) => start_date === DAY)
  return { outcomes, held: held.length, missed: held.filter(({ id }) => !shown.has(id)) }
}

/** Confirms the list until it is complete, as a manager would. */
const closeGuarded = (app: TestApp) => async (staff: Staff) => {
  for (let affected: string | undefined; ; ) {
    const outcome = await save(app, staff, { version: 0, closures: [closureEntry()], ...(affected && { affected }) })
    if (outcome.ok) return
    expect(outcome.failure.code).toBe('has_bookings')
    affected = (outcome.failure.current as { key: string }).key
  }
}

/** Reads the bookings without locking their day. */
const closeUnguarded = (app: TestApp) => (staff: Staff) =>
  app.db.write(async (db) => {
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

describeOnEachEngine('closing a day on %s', (app) => {
  test(`misses no booking in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { outcomes, held, missed } = await race(app, round, closeGuarded(app))
      expect(missed, `round ${round}`).toEqual([])
      expect(outcomes.filter((code) => code === 'ok')).toHaveLength(held)
      expect(outcomes.filter((code) => code !== 'ok' && code !== 'invalid')).toEqual([])
    }
  })
})

const app = useApp('postgres')

test('without the lock it misses bookings', async () => {
  let missed = 0
  for (let round = 0; round < ROUNDS; round++) missed += (await race(app, round, closeUnguarded(app))).missed.length
  expect(missed).toBeGreaterThan(0)
})
