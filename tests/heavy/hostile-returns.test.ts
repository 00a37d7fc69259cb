import { afterAll, describe, expect, test } from 'vitest'
import { verifyPayment } from '#contract/payments.ts'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import { setApp } from '#server/open-app.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { openTestApp, rows, type TestApp } from '../support/app.ts'
import { GATEWAY_CASES, type GatewayCase, type ReturnParameters } from '../support/gateway-cases.ts'
import { dayPass } from '../support/orders.ts'
import { auditPayments } from '../support/payment-audit.ts'
import { paid, replaceGateway, started } from '../support/payments.ts'
import { TestRandom } from '../support/random.ts'
import { SAME_ORIGIN, send } from '../support/requests.ts'

const RETURNS = 10_000
/** Requests per payment, within the throttle's limit. */
const EACH = 20
const SEED = 20_261_121

let sent = 0
afterAll(() => console.log(`${sent} hostile returns in all`))

const startVictim = (app: TestApp, method: string, number: number) =>
  started(app, dayPass({ startDate: addDays('2026-12-10' as IsoDate, number % 300) }), method)

/** Starts and pays an attempt whose payer has not returned. */
async function payWithoutReturn(app: TestApp, gateway: GatewayCase) {
  const payment = await started(app, dayPass({ startDate: '2026-12-09' }), gateway.method)
  return { paymentId: payment.paymentId, parameters: await gateway.complete(app, payment, 'pays') }
}

const sendReturn = (paymentId: string, parameters: ReturnParameters) =>
  send(verifyPayment, { id: paymentId, body: parameters, headers: SAME_ORIGIN })

/** Sends forged returns to new payments and counts them by kind. */
async function attack(app: TestApp, gateway: GatewayCase, count: number) {
  const chance = new TestRandom(SEED)
  const genuine = await payWithoutReturn(app, gateway)
  const kinds = Object.entries(gateway.forgeries)
  const counts: Record<string, number> = {}
  for (let number = 0; number < count / EACH; number++) {
    const mine = await startVictim(app, gateway.method, number)
    if (number % 3) await gateway.complete(app, mine, chance.pick(['leaves', 'fails'] as const))
    const calls = Array.from({ length: EACH }, async () => {
      const [kind, forge] = chance.pick(kinds)
      counts[kind] = (counts[kind] ?? 0) + 1
      const { status, body } = await sendReturn(mine.paymentId, forge({ mine, paid: genuine, chance }))
      // Text that a database cannot store is rejected as invalid.
      const isRejectable = ['garbage', 'made-up number', 'made-up intent'].includes(kind)
      expect(isRejectable ? [200, 400] : [200], `${kind}: ${JSON.stringify(body)}`).toContain(status)
      return { kind, success: (body as { success?: boolean }).success === true }
    })
    const responses = await Promise.all(calls)
    expect(responses.filter(({ success }) => success)).toEqual([])
  }
  return { counts, genuine }
}

describe.each(GATEWAY_CASES)('verification of payments by $name', (gateway) => {
  const share = Math.ceil(RETURNS / GATEWAY_CASES.length / EACH) * EACH

  test(`confirms nothing for ${share} forged returns`, async () => {
    const app = await openTestApp('sqlite', { env: gateway.env })
    setApp(app)
    const { counts, genuine } = await attack(app, gateway, share)
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    sent += total
    expect(total).toBeGreaterThanOrEqual(share)
    expect(Object.keys(counts)).toHaveLength(Object.keys(gateway.forgeries).length)
    const found = await auditPayments(app, await gateway.received(app))
    // The genuine payer has not returned, and no forged return may confirm that payment.
    expect(found).toMatchObject({ unpaid: [], unfounded: [], recorded: 0, missed: [genuine.paymentId] })
    expect((await rows(app.db.read, 'memberships')).length).toBe(0)
    expect((await rows(app.db.read, 'emails')).length).toBe(0)
    const { body } = await sendReturn(genuine.paymentId, genuine.parameters)
    expect(body).toMatchObject({ success: true, bookingState: 'confirmed' })
    expect(app.bugs).toEqual([])
    console.log(`${gateway.name}: ${total} hostile returns, 0 confirmed`, counts)
    await app.close()
  })

  /** Shows that the test can fail: a gateway that trusts return parameters is found. */
  test('confirms unpaid ones for a gateway that trusts its return parameters', async () => {
    const app = await openTestApp('sqlite', { env: gateway.env })
    const original = app.gateways[gateway.method] as Gateway
    let looksPaid = false
    replaceGateway(app, gateway.method, {
      readReturn: (parameters) => {
        looksPaid ||= gateway.looksPaid(parameters)
        return original.readReturn(parameters)
      },
      lookup: async ({ amount }) => (looksPaid ? paid(amount) : { kind: 'pending', reason: 'no payment returned' }),
    })
    setApp(app)
    await attack(app, gateway, 200).catch(() => {})
    const { unpaid, recorded } = await auditPayments(app, await gateway.received(app))
    expect(unpaid.length).toBeGreaterThan(0)
    expect(recorded).toBeGreaterThan(0)
    await app.close()
  })
})

test.each(STAFF_CONFIRMED_METHODS)('verification of a payment by %s ignores all return parameters', async (method) => {
  const app = await openTestApp('sqlite')
  setApp(app)
  const chance = new TestRandom(SEED)
  const forgeries = Object.values(GATEWAY_CASES[0].forgeries)
  const genuine = await payWithoutReturn(app, GATEWAY_CASES[0])
  let count = 0
  for (let number = 0; number < 10; number++) {
    const mine = await startVictim(app, method, number)
    for (; count < (number + 1) * EACH; count++)
      await sendReturn(mine.paymentId, chance.pick(forgeries)({ mine, paid: genuine, chance }))
  }
  sent += count
  expect(await auditPayments(app, new Map())).toMatchObject({ unpaid: [], unfounded: [], recorded: 0 })
  expect(app.bugs).toEqual([])
  await app.close()
})
