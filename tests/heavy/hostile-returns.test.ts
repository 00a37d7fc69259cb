import { afterAll, describe, expect, test } from 'vitest'
import { verifyPayment } from '#contract/payments.ts'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { paisa } from '#domain/money.ts'
import { STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import { setApp } from '#server/open-app.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { openTestApp, rows, type TestApp } from '../support/app.ts'
import { books } from '../support/books.ts'
import { dayPass, granted, placed } from '../support/orders.ts'
import { type Started, started } from '../support/payments.ts'
import { type Forgery, type Hints, RAILS, type Rail } from '../support/rails.ts'
import { Chance } from '../support/random.ts'
import { OWN, send } from '../support/requests.ts'

const RETURNS = 10_000
/** So many to one payment: the server lets nobody ask about it more often at once. */
const EACH = 20
const SEED = 20_261_121

let sent = 0
afterAll(() => console.log(`${sent} hostile returns in all`))

/** Somebody who has begun to pay and does not. */
const victim = async (app: TestApp, method: string, number: number): Promise<Started> =>
  started(app, dayPass({ startDate: addDays('2026-12-10' as IsoDate, number % 300) }), method)

async function payer(app: TestApp, rail: Rail): Promise<Forgery['paid'] & { payment: Started }> {
  const payment = await started(app, dayPass({ startDate: '2026-12-09' }), rail.method)
  return { payment, paymentId: payment.paymentId, hints: await rail.meet(app, payment, 'pays') }
}

/** Sends forged returns to fresh payments over the endpoint; gives how many of each kind. */
async function attack(app: TestApp, rail: Rail, forgeries: Rail['forgeries'], count: number, chance: Chance) {
  const paid = await payer(app, rail)
  const kinds = Object.entries(forgeries)
  const counts: Record<string, number> = {}
  for (let number = 0; number < count / EACH; number++) {
    const mine = await victim(app, rail.method, number)
    if (number % 3) await rail.meet(app, mine, chance.pick(['leaves', 'fails'] as const))
    const calls = Array.from({ length: EACH }, async () => {
      const [kind, forge] = chance.pick(kinds)
      counts[kind] = (counts[kind] ?? 0) + 1
      const hints: Hints = forge({ mine, paid, chance })
      const { status, body } = await send(verifyPayment, { id: mine.paymentId, body: hints, headers: OWN })
      // Texts that no database takes are refused at the door.
      const refusable = kind === 'garbage' || kind === 'made-up number' || kind === 'made-up intent'
      expect(refusable ? [200, 400] : [200], `${kind}: ${JSON.stringify(body)}`).toContain(status)
      return { kind, success: (body as { success?: boolean }).success === true }
    })
    const answers = await Promise.all(calls)
    expect(answers.filter(({ success }) => success)).toEqual([])
  }
  return { counts, paid }
}

describe.each(RAILS)('$name', (rail) => {
  const share = Math.ceil(RETURNS / RAILS.length / EACH) * EACH

  test(`${share} forged returns confirm nothing`, async () => {
    const app = await openTestApp('sqlite', { env: rail.env })
    setApp(app)
    const { counts, paid } = await attack(app, rail, rail.forgeries, share, new Chance(SEED))
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    sent += total
    expect(total).toBeGreaterThanOrEqual(share)
    expect(Object.keys(counts)).toHaveLength(Object.keys(rail.forgeries).length)
    const found = await books(app, await rail.received(app))
    // The one who paid has not come back himself: nobody else's return may have done it for him.
    expect(found).toMatchObject({ unpaid: [], groundless: [], recorded: 0, lost: [paid.paymentId] })
    expect((await rows(app.db.read, 'memberships')).length).toBe(0)
    expect((await rows(app.db.read, 'mails')).length).toBe(0)
    const { body } = await send(verifyPayment, { id: paid.paymentId, body: paid.hints, headers: OWN })
    expect(body).toMatchObject({ success: true, bookingState: 'confirmed' })
    expect(app.bugs).toEqual([])
    console.log(`${rail.name}: ${total} hostile returns, 0 confirmed`, counts)
    await app.close()
  })

  /** A check that never failed proves nothing: a service that believes what comes back is found out by the same books. */
  test('a gateway that believes its return is found out', async () => {
    const app = await openTestApp('sqlite', { env: rail.env })
    const gateway = app.gateways[rail.method]
    if (!gateway) throw new Error(`there is no ${rail.name}`)
    let last: Hints = {}
    app.gateways = {
      ...app.gateways,
      [rail.method]: {
        ...gateway,
        readCallback: (hints: Hints) => {
          last = hints
          return gateway.readCallback(hints)
        },
        lookup: async ({ amount }: { amount: number }) =>
          rail.looksPaid(last)
            ? { kind: 'paid', amount: paisa(amount), providerReference: crypto.randomUUID() }
            : { kind: 'pending', reason: 'nothing came back' },
      },
    }
    setApp(app)
    await attack(app, rail, rail.forgeries, 200, new Chance(SEED)).catch(() => {})
    const { unpaid, recorded } = await books(app, await rail.received(app))
    expect(unpaid.length).toBeGreaterThan(0)
    expect(recorded).toBeGreaterThan(0)
    await app.close()
  })
})

test.each(STAFF_CONFIRMED_METHODS)('%s listens to no return at all', async (method) => {
  const app = await openTestApp('sqlite')
  setApp(app)
  const chance = new Chance(SEED)
  const forgeries = Object.values(RAILS[0]?.forgeries ?? {})
  const paid = await payer(app, RAILS[0] as Rail)
  let count = 0
  for (let number = 0; number < 10; number++) {
    const { bookingId, secret } = await placed(app, dayPass({ startDate: addDays('2026-12-10' as IsoDate, number) }))
    const mine = granted(await startAttempt(app, bookingId, secret, method))
    for (; count < (number + 1) * EACH; count++) {
      const body = chance.pick(forgeries)({ mine, paid, chance })
      await send(verifyPayment, { id: mine.paymentId, body, headers: OWN })
    }
  }
  sent += count
  expect(await books(app, new Map())).toMatchObject({ unpaid: [], groundless: [], recorded: 0 })
  expect(app.bugs).toEqual([])
  await app.close()
})
