import { describe, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { isPaid } from '#domain/payment.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { type Gateways, openGateways } from '#server/payments/gateways/index.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { MINUTE, openTestApp, rows, type TestApp } from '../support/app.ts'
import { books } from '../support/books.ts'
import { dayPass, newKey, type Placed } from '../support/orders.ts'
import type { Started } from '../support/payments.ts'
import { type Fate, type Hints, RAILS, type Rail } from '../support/rails.ts'
import { Chance } from '../support/random.ts'
import { Weather } from '../support/weather.ts'

const SEED = 20_261_121
const PAYERS = 200
/**
 * A day on which more want to come than may: whom the gateway leaves in doubt keeps the place, and whose money comes
 * after it had said that there was none finds it taken.
 */
const CROWDED = '2026-12-20' as IsoDate
const OPEN_FATES: readonly Fate[] = ['pending for two hours', 'ambiguous for two hours']
const CLEARS_AFTER = 12 * 60
const ENDS_AFTER = 26 * 60

interface Payer {
  bookingId: string
  payment: Started
  fate: Fate
  hints: Hints
  /** The minute at which the browser comes back, if it does. */
  back: number
}

/** Starts until the gateway could be reached, as a payer who presses Try Again. */
async function begin(app: TestApp, { bookingId, secret }: Placed, method: string): Promise<Started | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const outcome = await startAttempt(app, bookingId, secret, method)
    if (outcome.ok) return outcome.value
  }
  return undefined
}

async function pay(app: TestApp, rail: Rail, startDate: string, fate: Fate, back: number, chance: Chance) {
  const placed = await createBooking(app, dayPass({ startDate }), newKey())
  if (!placed.ok) return undefined
  const { bookingId } = placed.value
  const payment = await begin(app, placed.value, rail.method)
  if (!payment) return undefined
  // Somebody asks before the payer has even arrived, and while he decides.
  if (chance.next() < 0.3) await verifyAttempt(app, payment.paymentId, {})
  const asked = chance.next() < 0.3 ? verifyAttempt(app, payment.paymentId, {}) : undefined
  const hints = await rail.meet(app, payment, fate)
  await asked
  return { bookingId, payment, fate, hints, back }
}

/** A day of payers, faults, returns in any order, jobs and crowds; then the weather clears. */
async function day(app: TestApp, rail: Rail, weather: Weather, payers: number, chance: Chance): Promise<Payer[]> {
  const all: Payer[] = []
  const join = async (...payer: Parameters<typeof pay>) =>
    all.push(...[await pay(...payer)].filter((made) => made !== undefined))
  const fates = rail.fates
  const crowdFates = fates.filter((fate) => OPEN_FATES.includes(fate) || fate === 'leaves')
  for (let number = 0; number < payers; number++) {
    const crowd = number % 8 === 0
    const startDate = crowd ? CROWDED : addDays('2026-12-21' as IsoDate, number % 200)
    await join(
      app,
      rail,
      startDate,
      crowd ? chance.pick(crowdFates) : chance.pick(fates),
      chance.integerBelow(9),
      chance,
    )
  }
  for (let minute = 0; minute <= ENDS_AFTER; minute += minute < 200 ? 1 : 5) {
    if (minute >= CLEARS_AFTER) weather.rate = 0
    // The time of all is over, and who left has lost the place: others take every seat that is left of that day.
    if (minute === 110) for (let seat = 0; seat < 40; seat++) await join(app, rail, CROWDED, 'pays', minute, chance)
    if (minute === 120)
      for (const { payment, fate } of all) {
        if (fate === 'ambiguous for two hours') await rail.clear(app, payment)
        if (fate === 'leaves') await rail.comeLate?.(app, payment)
      }
    const returning = all.filter(({ back, fate }) => back === minute && fate !== 'never comes back')
    const returns = returning.flatMap(({ payment, hints }) =>
      Array.from({ length: 1 + chance.integerBelow(3) }, (_, again) =>
        verifyAttempt(app, payment.paymentId, again ? {} : hints),
      ),
    )
    await Promise.all([...returns, reconcile(app), expireBookings(app)])
    app.clock.advance((minute < 200 ? 1 : 5) * MINUTE)
  }
  return all
}

const open = async (rail: Rail, weather: Weather): Promise<TestApp> => {
  const app = await openTestApp('sqlite', { env: rail.env })
  if (!app.sandbox) throw new Error('there is no sandbox')
  const fetch = weather.over(app.sandbox.fetch)
  const stripe = app.sandbox.stripe.keys
  app.gateways = openGateways({ ...app.env, stripe, mode: 'sandbox', fetch, now: app.now })
  return app
}

function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

describe.each(RAILS)('$name', (rail) => {
  test('whatever breaks in between, all money that came is known and no other', async () => {
    const chance = new Chance(SEED)
    const weather = new Weather(chance, 0.5)
    const app = await open(rail, weather)
    const payers = await day(app, rail, weather, PAYERS, chance)
    const money = await rail.received(app)
    const found = await books(app, money)
    expect(found).toMatchObject({ unpaid: [], lost: [], unnoticed: [], groundless: [] })
    expect(found.recorded).toBe(found.received)
    expect(found.received).toBeGreaterThan(0)
    const bookings = tally((await rows(app.db.read, 'bookings')).map(({ state }) => state))
    if (rail.comeLate) expect(bookings.needs_decision).toBeGreaterThan(0)
    const confirmed = new Set(
      (await rows(app.db.read, 'payments')).filter(({ state }) => isPaid(state)).map(({ id }) => id),
    )
    const kept = payers.filter(({ fate }) => OPEN_FATES.includes(fate))
    expect(kept.filter(({ payment }) => !confirmed.has(payment.paymentId))).toEqual([])
    const lost = (await rows(app.db.read, 'bookings')).filter(({ state }) => state === 'needs_decision')
    const inDoubt = new Set(kept.map(({ bookingId }) => bookingId))
    expect(lost.filter(({ id }) => inDoubt.has(id))).toEqual([])
    expect(Object.keys(weather.counts)).toHaveLength(10)
    expect(app.bugs).toEqual([])
    console.log(`${rail.name}: ${payers.length} payers, ${money.size} paid`, {
      fates: tally(payers.map(({ fate }) => fate)),
      faults: weather.counts,
      bookings,
      payments: tally((await rows(app.db.read, 'payments')).map(({ state }) => state)),
      paisa: { received: found.received, recorded: found.recorded },
    })
    await app.close()
  })

  /** A check that never failed proves nothing: gateways that make something of trouble are found out by the same books. */
  test.each([
    ['failure', 'lost', (): object => ({ kind: 'ended', as: 'failed', reason: 'trouble' })],
    [
      'success',
      'unpaid',
      (amount: number): object => ({ kind: 'paid', amount, providerReference: crypto.randomUUID() }),
    ],
  ] as const)('a gateway that takes trouble for %s is found out', async (_, where, made) => {
    const chance = new Chance(SEED)
    const weather = new Weather(chance, 0.5)
    const app = await open(rail, weather)
    const gateway = app.gateways[rail.method]
    if (!gateway) throw new Error(`there is no ${rail.name}`)
    // What was made of trouble stands: a failure that is asked about again would be put right.
    const told = new Map<string, object>()
    const hasty = {
      ...gateway,
      lookup: async (attempt: Parameters<typeof gateway.lookup>[0]) => {
        const report = told.get(attempt.id) ?? (await gateway.lookup(attempt))
        if (!('kind' in report) || report.kind !== 'pending') return report
        const answer = made(attempt.amount)
        told.set(attempt.id, answer)
        return answer
      },
    }
    app.gateways = { ...app.gateways, [rail.method]: hasty } as Gateways
    await day(app, rail, weather, 40, chance)
    expect((await books(app, await rail.received(app)))[where].length).toBeGreaterThan(0)
    await app.close()
  })
})
