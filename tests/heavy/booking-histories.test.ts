import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { getReceivedAmount } from '#domain/payment.ts'
import { createBooking, readBooking } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { resumeRefunds } from '#server/payments/refund-calls.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import { HOUR, MINUTE, rows, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { miscountedDays, moveOwn } from '../support/moves.ts'
import { dayPass, newKey, order, type Placed } from '../support/orders.ts'
import { paid, replaceGateway } from '../support/payments.ts'
import { TestRandom } from '../support/random.ts'
import { RefundingGateway, type RefundResult } from '../support/refunds.ts'
import { buyOwn } from '../support/room-hours.ts'
import { findRoomMistakes, ROOMS, reserve, WALNUT } from '../support/rooms.ts'
import { someStaff } from '../support/staff-accounts.ts'

const SEQUENCES = rounds(2_000)
const COMMANDS = 20
const WEIGHTS = { start: 4, pay: 4, move: 4, buy: 2, reserve: 2, cancel: 1, refund: 1, reprice: 3, wait: 2 }
const METHODS = ['esewa', 'khalti', 'stripe'] as const
const RESULTS: readonly RefundResult[] = ['succeeds', 'succeeds', 'response_lost', 'unreachable', 'rejects']
const PENDING = { kind: 'pending', reason: 'no response' } as const
const LAST_DAY = 28

const app = useApp('sqlite')

/** What happened in all sequences, so that a campaign that does nothing is noticed. */
const counts: Record<string, number> = {}
const count = (name: string, done = true) => {
  if (done) counts[name] = (counts[name] ?? 0) + 1
}

/** One customer's booking, its payments as the payer made them, and the gateways' own record of money. */
class History {
  readonly #random: TestRandom
  readonly #gateways = METHODS.map((method) => ({ method, gateway: new RefundingGateway() }))
  /** Paisa that the gateways received, by payment. */
  readonly #received = new Map<string, number>()
  #started: { paymentId: string; amount: number }[] = []
  #booking: Placed | undefined
  #byHand = 0
  readonly #notDue = new Set<string>()

  constructor(seed: number) {
    this.#random = new TestRandom(seed)
    for (const { method, gateway } of this.#gateways) {
      const results: RefundResult[] = []
      gateway.nextResult = () => {
        const call = gateway.calls.length
        results[call] ??= this.#random.pick(RESULTS)
        return results[call]
      }
      gateway.replaceIn(app, method)
      replaceGateway(app, method, { lookup: async () => PENDING })
    }
  }

  readonly commands: Readonly<Record<string, () => Promise<void>>> = {
    book: async () => {
      if (this.#booking) return
      const startDate = this.#day()
      const rooms = [{ roomId: WALNUT.id, start: '10:00', end: '12:00' }]
      const sent = this.#random.pick([
        order({ startDate, billing: 'weekly' }),
        dayPass({ startDate }),
        dayPass({ startDate, meetingRoomHours: 2, rooms }),
      ])
      const outcome = await createBooking(app, sent, newKey())
      if (!outcome.ok) return
      this.#booking = outcome.value
      count('booked')
    },
    start: async () => {
      if (!this.#booking) return
      const changes = await rows(app.db.read, 'booking_changes')
      const change = changes.length > 0 ? this.#random.pick(changes) : undefined
      const { bookingId, secret } = this.#booking
      const changeId = change && this.#random.integerBelow(5) > 0 ? change.id : undefined
      const outcome = await startAttempt(app, bookingId, secret, this.#random.pick(METHODS), changeId)
      if (outcome.ok) this.#started.push(outcome.value)
      count(changeId ? 'changes started' : 'payments started', outcome.ok)
    },
    /** Also long after the hold, the change or the booking has ended, and a second time. */
    pay: async () => {
      if (this.#started.length === 0) return
      const payment = this.#random.pick(this.#started)
      if (this.#received.has(payment.paymentId)) return
      this.#received.set(payment.paymentId, payment.amount)
      await settle(app, payment.paymentId, paid(payment.amount), 'lookup')
      count('payments')
    },
    move: async () => {
      if (!this.#booking) return
      const outcome = await moveOwn(app, this.#booking, this.#day())
      count('moves at once', outcome.ok && outcome.value.change === null)
      count('moves to pay', outcome.ok && outcome.value.change !== null)
    },
    buy: async () => {
      if (!this.#booking) return
      count('purchases', (await buyOwn(app, this.#booking, 1 + this.#random.integerBelow(3))).ok)
    },
    reserve: async () => {
      if (!this.#booking) return
      count('rooms', (await reserve(app, this.#booking, { date: this.#day(), start: '14:00', end: '15:00' })).ok)
    },
    cancel: async () => {
      if (!this.#booking || this.#random.integerBelow(3) > 0) return
      const { bookingId: id, secret } = this.#booking
      const view = await readBooking(app, id, secret)
      const outcome = await cancelAsCustomer(app, { id, secret }, {}, newKey())
      // After the limit, what was paid before is not due.
      if (outcome.ok && view.ok && view.value.actions.cancel?.refund === 0)
        for (const paymentId of this.#received.keys()) this.#notDue.add(paymentId)
      count('cancellations', outcome.ok)
    },
    /** A manager refunds by hand, what is due or as goodwill. */
    refund: async () => {
      const payments = await rows(app.db.read, 'payments')
      if (payments.length === 0 || this.#random.integerBelow(3) > 0) return
      const payment = this.#random.pick(payments)
      const amount = paisa(1 + this.#random.integerBelow(payment.amount))
      const wanted = { channel: 'manual', amount, reason: 'Asked by phone', reference: newKey() } as const
      const outcome = await createRefund(app, payment.id, wanted, await someStaff(app), newKey())
      if (outcome.ok) this.#byHand += amount
      count('refunds by hand', outcome.ok)
    },
    /** Moves become dearer or cheaper. */
    reprice: async () => {
      const factor = this.#random.pick([80, 100, 130])
      app.catalogue = {
        ...app.catalogue,
        prices: app.catalogue.prices.map((table) => scalePrices(table, factor)),
      }
    },
    wait: async () => {
      app.clock.advance(this.#random.pick([MINUTE, 5 * MINUTE, 20 * MINUTE, 40 * MINUTE, 3 * HOUR, 40 * HOUR]))
      await expireBookings(app)
      await expireChanges(app)
      await resumeRefunds(app)
    },
  }

  async run(): Promise<string[]> {
    const names = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<string>(weight).fill(name))
    const done = this.#random.pick([
      ['book', 'start', 'pay'],
      ['book', 'start', 'start', 'pay', 'pay'],
    ])
    for (const name of done) await this.commands[name]?.()
    while (done.length < COMMANDS) {
      const name = this.#random.pick(names) as string
      done.push(name)
      await this.commands[name]?.()
      await this.#check(done.join(', '))
    }
    return done
  }

  #day(): string {
    return `2026-12-${String(3 + this.#random.integerBelow(LAST_DAY - 3)).padStart(2, '0')}`
  }

  /** The database and the gateways agree to the paisa. */
  async #check(history: string): Promise<void> {
    const payments = await rows(app.db.read, 'payments')
    const refunds = await rows(app.db.read, 'refunds')
    const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
    const sent = total(this.#gateways.map(({ gateway }) => gateway.total))
    const known = (states: readonly string[], channel: string) =>
      total(
        refunds.filter((refund) => states.includes(refund.state) && refund.channel === channel).map((r) => r.amount),
      )
    for (const payment of payments) {
      const own = refunds.filter(({ payment_id, state }) => payment_id === payment.id && state !== 'failed')
      const received = this.#received.get(payment.id) ?? 0
      expect(getReceivedAmount(payment), `${history}: received by ${payment.id}`).toBe(received)
      expect(payment.refunded, `${history}: refunds of ${payment.id}`).toBe(total(own.map(({ amount }) => amount)))
      expect(payment.refunded, history).toBeLessThanOrEqual(received)
      expect(payment.refund_due ?? 0, history).toBeLessThanOrEqual(received)
    }
    expect(known(['done'], 'manual'), history).toBe(this.#byHand)
    // A refund whose response was lost has been sent, but is not known to be done.
    expect(known(['done'], 'gateway'), history).toBeLessThanOrEqual(sent)
    expect(known(['requested', 'sent', 'done'], 'gateway'), history).toBeGreaterThanOrEqual(sent)
    expect(await miscountedDays(app), history).toEqual([])
    expect(await findRoomMistakes(app), history).toEqual([])
    const applied = (await rows(app.db.read, 'booking_changes')).filter((change) => change.state === 'applied')
    const granted = (await rows(app.db.read, 'room_minutes')).filter(({ change_id }) => change_id !== null)
    expect(total(granted.map(({ minutes }) => minutes)), history).toBe(
      total(applied.map(({ minutes }) => minutes ?? 0)),
    )
    count('states with bought hours', granted.length > 0)
    await this.#checkEnded(payments, history)
  }

  /** Once the customer has cancelled, everything received in time or afterwards is due. */
  async #checkEnded(payments: Awaited<ReturnType<typeof rows<'payments'>>>, history: string): Promise<void> {
    const [booking] = await rows(app.db.read, 'bookings')
    if (booking?.state !== 'cancelled' || booking.cancelled_by_customer !== 1) return
    count('states after a cancellation')
    for (const payment of payments.filter(({ id }) => this.#received.has(id) && !this.#notDue.has(id)))
      expect(payment.refund_due, `${history}: due of ${payment.id}`).toBe(this.#received.get(payment.id))
  }
}

/** Scales every price of a table by percent. */
const scalePrices = <Table extends { prices: object }>(table: Table, percent: number): Table =>
  JSON.parse(JSON.stringify(table), (_, value) =>
    typeof value === 'number' ? Math.round((value * percent) / 100) : value,
  )

test(`refunds and hours equal the money received and promised over ${SEQUENCES} random histories of a booking`, async () => {
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    await app.empty()
    app.rooms = ROOMS
    await new History(seed).run()
    expect(app.bugs, `seed ${seed}`).toEqual([])
  }
  console.log(`${SEQUENCES} histories: ${JSON.stringify(counts)}`)
  for (const name of [
    'changes started',
    'moves at once',
    'moves to pay',
    'cancellations',
    'refunds by hand',
    'payments',
    'purchases',
    'rooms',
    'states with bought hours',
  ])
    expect(counts[name], name).toBeGreaterThan(SEQUENCES / 20)
})
