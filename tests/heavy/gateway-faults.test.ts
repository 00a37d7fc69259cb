import { describe, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { type GatewayReport, isPaid } from '#domain/payment.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { openGateways } from '#server/payments/gateways/index.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { MINUTE, openTestApp, rows, type TestApp } from '../support/app.ts'
import { faultyNetwork } from '../support/faulty-network.ts'
import { GATEWAY_CASES, type GatewayCase, type Outcome, type ReturnParameters } from '../support/gateway-cases.ts'
import { dayPass, newKey, type Placed } from '../support/orders.ts'
import { auditPayments } from '../support/payment-audit.ts'
import { paid, replaceGateway, type Started } from '../support/payments.ts'
import { TestRandom } from '../support/random.ts'

const SEED = 20_261_121
const PAYERS = 200
/** A day with more payers than seats, so that late payments find no seat left. */
const CROWDED = '2026-12-20' as IsoDate
const OPEN_OUTCOMES: readonly Outcome[] = ['pending for two hours', 'ambiguous for two hours']
const RECOVERS_AFTER = 12 * 60
const ENDS_AFTER = 26 * 60

interface Payer {
  bookingId: string
  payment: Started
  outcome: Outcome
  parameters: ReturnParameters
  /** The minute at which the payer returns. */
  returnsAt: number
}

/** Retries until the gateway responds, as a payer does. */
async function startPayment(app: TestApp, { bookingId, secret }: Placed, method: string) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const outcome = await startAttempt(app, bookingId, secret, method)
    if (outcome.ok) return outcome.value
  }
  return undefined
}

/** Simulates 26 hours of payers, faults, returns and jobs; the network recovers after 12 hours. */
async function simulateDay({ app, chance, network }: Simulation, gateway: GatewayCase, count: number) {
  const payers: Payer[] = []
  const join = async (startDate: string, outcome: Outcome, returnsAt: number) => {
    const placed = await createBooking(app, dayPass({ startDate }), newKey())
    const payment = placed.ok && (await startPayment(app, placed.value, gateway.method))
    if (!placed.ok || !payment) return
    // Verifies before the payer arrives and while the payer decides.
    if (chance.next() < 0.3) await verifyAttempt(app, payment.paymentId, {})
    const verification = chance.next() < 0.3 ? verifyAttempt(app, payment.paymentId, {}) : undefined
    const parameters = await gateway.complete(app, payment, outcome)
    await verification
    payers.push({ bookingId: placed.value.bookingId, payment, outcome, parameters, returnsAt })
  }
  const { outcomes } = gateway
  const crowdOutcomes = outcomes.filter((outcome) => OPEN_OUTCOMES.includes(outcome) || outcome === 'leaves')
  for (let number = 0; number < count; number++) {
    const isCrowd = number % 8 === 0
    const startDate = isCrowd ? CROWDED : addDays('2026-12-21' as IsoDate, number % 200)
    await join(startDate, chance.pick(isCrowd ? crowdOutcomes : outcomes), chance.integerBelow(9))
  }
  for (let minute = 0; minute <= ENDS_AFTER; minute += minute < 200 ? 1 : 5) {
    if (minute >= RECOVERS_AFTER) network.rate = 0
    // Abandoned holds have expired, so others take the remaining seats.
    if (minute === 110) for (let seat = 0; seat < 40; seat++) await join(CROWDED, 'pays', minute)
    if (minute === 120)
      for (const { payment, outcome } of payers)
        if (outcome === 'ambiguous for two hours' || (outcome === 'leaves' && gateway.canPayAfterFailure))
          await gateway.payLate(app, payment)
    const returning = payers.filter(({ returnsAt, outcome }) => returnsAt === minute && outcome !== 'never returns')
    const returns = returning.flatMap(({ payment, parameters }) =>
      Array.from({ length: 1 + chance.integerBelow(3) }, (_, repeat) =>
        verifyAttempt(app, payment.paymentId, repeat ? {} : parameters),
      ),
    )
    await Promise.all([...returns, reconcile(app), expireBookings(app)])
    app.clock.advance((minute < 200 ? 1 : 5) * MINUTE)
  }
  return payers
}

type Simulation = Awaited<ReturnType<typeof openSimulation>>

/** Opens an app whose calls to the gateway fail half of the time. */
async function openSimulation({ env, method }: GatewayCase) {
  const chance = new TestRandom(SEED)
  const network = faultyNetwork(chance, 0.5)
  const app = await openTestApp('sqlite', { env })
  if (!app.sandbox) throw new Error('there is no sandbox')
  const fetch = network.wrap(app.sandbox.fetch)
  const stripe = app.sandbox.stripe.keys
  const fonepay = method === 'qr_payment' ? app.sandbox.fonepay.account : undefined
  app.gateways = openGateways({ ...app.env, stripe, fonepay, mode: 'sandbox', fetch, now: app.now })
  return { app, chance, network }
}

function tally(values: readonly string[]) {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

describe.each(GATEWAY_CASES)('a day of payments by $name with faults', (gateway) => {
  test('records all received money and no other', async () => {
    const simulation = await openSimulation(gateway)
    const { app, network } = simulation
    const payers = await simulateDay(simulation, gateway, PAYERS)
    const money = await gateway.received(app)
    const found = await auditPayments(app, money)
    expect(found).toMatchObject({ unpaid: [], missed: [], unnoticed: [], unfounded: [] })
    expect(found.recorded).toBe(found.received)
    expect(found.received).toBeGreaterThan(0)
    const bookings = tally((await rows(app.db.read, 'bookings')).map(({ state }) => state))
    if (gateway.canPayAfterFailure) expect(bookings.needs_decision).toBeGreaterThan(0)
    const confirmed = new Set(
      (await rows(app.db.read, 'payments')).filter(({ state }) => isPaid(state)).map(({ id }) => id),
    )
    const open = payers.filter(({ outcome }) => OPEN_OUTCOMES.includes(outcome))
    expect(open.filter(({ payment }) => !confirmed.has(payment.paymentId))).toEqual([])
    const undecided = (await rows(app.db.read, 'bookings')).filter(({ state }) => state === 'needs_decision')
    const openBookings = new Set(open.map(({ bookingId }) => bookingId))
    expect(undecided.filter(({ id }) => openBookings.has(id))).toEqual([])
    expect(Object.keys(network.counts)).toHaveLength(10)
    expect(app.bugs).toEqual([])
    console.log(`${gateway.name}: ${payers.length} payers, ${money.size} paid`, {
      outcomes: tally(payers.map(({ outcome }) => outcome)),
      faults: network.counts,
      bookings,
      payments: tally((await rows(app.db.read, 'payments')).map(({ state }) => state)),
      paisa: { received: found.received, recorded: found.recorded },
    })
    await app.close()
  })

  /** Shows that the audit can fail: gateways that treat a fault as a result are found. */
  test.each([
    ['failure', 'missed', (): GatewayReport => ({ kind: 'ended', as: 'failed', reason: 'trouble' })],
    ['success', 'unpaid', (amount: number): GatewayReport => paid(amount)],
  ] as const)('reveals a gateway that reports faults as %s', async (_, where, toReport) => {
    const simulation = await openSimulation(gateway)
    const { app } = simulation
    const original = app.gateways[gateway.method]
    // The first wrong report is repeated, because a later lookup would correct it.
    const reports = new Map<string, GatewayReport>()
    replaceGateway(app, gateway.method, {
      lookup: async (attempt) => {
        const report = reports.get(attempt.id) ?? (await (original as Gateway).lookup(attempt))
        if (report.kind !== 'pending') return report
        const wrong = toReport(attempt.amount)
        reports.set(attempt.id, wrong)
        return wrong
      },
    })
    await simulateDay(simulation, gateway, 40)
    expect((await auditPayments(app, await gateway.received(app)))[where].length).toBeGreaterThan(0)
    await app.close()
  })
})
