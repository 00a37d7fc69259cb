import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { CONCURRENT_REFUND } from '#contract/validation-messages.ts'
import { paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { getBrand } from '#server/catalogue.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { resumeRefunds } from '#server/payments/refund-calls.ts'
import { createRefund, readRefunds } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { HOUR, MINUTE, mailsTo, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { account, staffOfDesk } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey, order, refusalOf } from '../support/orders.ts'
import { paymentRow, type Started, started } from '../support/payments.ts'
import { type Fate, RefundingGateway } from '../support/refunds.ts'

const PRICE = 950_000
const EVERYWHERE = { workplaces: null }
const paid = (amount = PRICE, providerReference: string = crypto.randomUUID()): GatewayReport => ({
  kind: 'paid',
  amount: paisa(amount),
  providerReference,
})

describe.each(ENGINES)('refunds on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  /** A booking that was paid, a gateway that can send money back, and somebody who may ask for it. */
  async function scene(): Promise<{ payment: Started & { bookingId: string }; by: Staff; gateway: RefundingGateway }> {
    const payment = await started(app)
    await settle(app, payment.paymentId, paid(), 'lookup')
    return { payment, by: await owner(), gateway: new RefundingGateway().openIn(app) }
  }
  async function owner(): Promise<Staff> {
    await account(app)
    return staffOfDesk(app)
  }
  const wanted = (amount = PRICE, way: 'gateway' | 'manual' = 'gateway') => ({ way, amount, reason: 'Asked by phone' })
  const refunds = () => rows(app.db.read, 'refunds')

  test('a whole one through the gateway: sent once, on record, told, and the payment is refunded', async () => {
    const { payment, by, gateway } = await scene()
    const { paymentId, bookingId } = payment
    const { provider_reference } = await paymentRow(app, paymentId)
    const view = granted(await createRefund(app, paymentId, wanted(), by, newKey()))
    expect(view).toMatchObject({
      state: 'done',
      amount: PRICE,
      way: 'gateway',
      reference: expect.stringMatching(/^RF-/),
    })
    expect(gateway.calls).toEqual([
      {
        id: view.refundId,
        providerReference: provider_reference,
        amount: PRICE,
        received: PRICE,
        refundedBefore: 0,
        isRetry: false,
      },
    ])
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded', received: PRICE, refunded: PRICE })
    // Staff decide about a confirmed booking by itself.
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
    expect(await mailsTo(app, 'aarati@example.com')).toContainEqual(expect.stringContaining('Refund of NPR'))
    expect(await rows(app.db.read, 'audit')).toMatchObject([
      {
        staff_id: by.id,
        action: 'refund_requested',
        subject_id: paymentId,
        reason: expect.stringContaining('Asked by phone'),
      },
    ])
    expect(granted(await readRefunds(app, EVERYWHERE, paymentId))).toMatchObject({
      received: PRICE,
      left: 0,
      ways: [],
      items: [view],
    })
  })

  test('in parts: partly refunded, then refunded, and the gateway hears what went before', async () => {
    const { payment, by, gateway } = await scene()
    granted(await createRefund(app, payment.paymentId, wanted(50_000), by, newKey()))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 50_000 })
    granted(await createRefund(app, payment.paymentId, wanted(100_000), by, newKey()))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 150_000 })
    granted(await createRefund(app, payment.paymentId, wanted(PRICE - 150_000), by, newKey()))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
    expect(gateway.calls.map(({ refundedBefore }) => refundedBefore)).toEqual([0, 50_000, 150_000])
  })

  test('a manual one is recorded where the gateway has no call, and calls nobody', async () => {
    const payment = await started(app, order(), 'bank_transfer')
    await settle(app, payment.paymentId, paid(), 'staff')
    const by = await owner()
    expect(granted(await readRefunds(app, EVERYWHERE, payment.paymentId)).ways).toEqual(['manual'])
    const sent = { ...wanted(PRICE, 'manual'), reference: 'NIC-77' }
    expect(granted(await createRefund(app, payment.paymentId, sent, by, newKey()))).toMatchObject({
      state: 'done',
      way: 'manual',
      reference: 'NIC-77',
    })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded' })
    expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'refund_recorded' }])
  })

  describe('never more than came', () => {
    test.each([
      ['one paisa too many', PRICE + 1],
      ['ten times', PRICE * 10],
    ])('%s is refused and leaves nothing', async (_, amount) => {
      const { payment, by, gateway } = await scene()
      const before = await stored(app)
      const failure = refusalOf(await createRefund(app, payment.paymentId, wanted(amount), by, newKey()))
      expect(failure).toMatchObject({ code: 'invalid', fields: { amount: expect.stringContaining('9,500') } })
      expect(await stored(app)).toEqual(before)
      expect(gateway.calls).toEqual([])
    })

    test('50 different presses of 30,000 at once never send more than 950,000', async () => {
      const { payment, by, gateway } = await scene()
      const presses = Array.from({ length: 50 }, (_, press) =>
        createRefund(app, payment.paymentId, wanted(30_000, press % 2 ? 'manual' : 'gateway'), by, newKey()),
      )
      const codes = (await Promise.all(presses)).map((outcome) => (outcome.ok ? 'done' : outcome.failure.code))
      expect(new Set(codes).difference(new Set(['done', 'in_flight', 'invalid']))).toEqual(new Set())
      const gone = (await refunds()).filter(({ state }) => state === 'done')
      const total = gone.reduce((sum, { amount }) => sum + amount, 0)
      expect(total).toBeLessThanOrEqual(PRICE)
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ refunded: total, state: 'partly_refunded' })
      expect(gateway.total).toBe(
        gone.filter(({ way }) => way === 'gateway').reduce((sum, { amount }) => sum + amount, 0),
      )
    })

    test('of a mismatch as much as arrived', async () => {
      const payment = await started(app)
      await settle(app, payment.paymentId, paid(PRICE - 100), 'lookup')
      const by = await owner()
      expect(granted(await readRefunds(app, EVERYWHERE, payment.paymentId))).toMatchObject({
        left: PRICE - 100,
        ways: ['manual'],
      })
      refusalOf(await createRefund(app, payment.paymentId, wanted(PRICE, 'manual'), by, newKey()))
      granted(await createRefund(app, payment.paymentId, wanted(PRICE - 100, 'manual'), by, newKey()))
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded' })
      // Nothing is paid any more, and the place was only kept for this decision.
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'cancelled' })
    })
  })

  describe('one press, one refund', () => {
    test('20 times at once and once more later', async () => {
      const { payment, by, gateway } = await scene()
      const key = newKey()
      const press = () => createRefund(app, payment.paymentId, wanted(), by, key)
      const views = (await Promise.all(Array.from({ length: 20 }, press))).map(granted)
      expect(new Set(views.map(({ refundId }) => refundId)).size).toBe(1)
      app.clock.advance(HOUR)
      expect(granted(await press())).toMatchObject({ refundId: views[0]?.refundId, state: 'done' })
      expect(gateway.calls).toHaveLength(1)
      expect(await rows(app.db.read, 'audit')).toHaveLength(1)
    })

    test('the same key for something else is refused', async () => {
      const { payment, by } = await scene()
      const key = newKey()
      granted(await createRefund(app, payment.paymentId, wanted(100), by, key))
      for (const other of [wanted(101), wanted(100, 'manual')])
        expect(refusalOf(await createRefund(app, payment.paymentId, other, by, key)).code).toBe('idempotency_mismatch')
    })

    test('an answer that is lost is asked for again, as the same refund, and money goes once', async () => {
      const { payment, by, gateway } = await scene()
      gateway.fate = () => 'answer_lost'
      const key = newKey()
      const first = granted(await createRefund(app, payment.paymentId, wanted(), by, key))
      expect(first).toMatchObject({ state: 'sent', answer: 'no answer' })
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: PRICE })
      // Too soon: the first call may still be under way.
      await createRefund(app, payment.paymentId, wanted(), by, key)
      expect(gateway.calls).toHaveLength(1)
      expect(refusalOf(await createRefund(app, payment.paymentId, wanted(), by, newKey())).code).toBe('invalid')
      gateway.fate = () => 'answers'
      app.clock.advance(MINUTE)
      await Promise.all([resumeRefunds(app), resumeRefunds(app)])
      expect(gateway.calls.map(({ id, isRetry }) => ({ id, isRetry }))).toEqual([
        { id: first.refundId, isRetry: false },
        { id: first.refundId, isRetry: true },
      ])
      expect(gateway.total).toBe(PRICE)
      expect(await refunds()).toMatchObject([{ state: 'done' }])
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded' })
    })

    test('while one is on its way, no second one of the payment goes to the gateway', async () => {
      const { payment, by, gateway } = await scene()
      gateway.fate = () => 'unreachable'
      granted(await createRefund(app, payment.paymentId, wanted(100), by, newKey()))
      expect(refusalOf(await createRefund(app, payment.paymentId, wanted(200), by, newKey())).code).toBe('in_flight')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ refunded: 100 })
    })
  })

  describe('of two who saw the same refunds', () => {
    /** Two managers send the same sum by hand; `saw` is what both had before them. */
    async function race(saw?: number) {
      const { payment, by } = await scene()
      const sent = { ...wanted(10_000, 'manual'), ...(saw !== undefined && { saw }) }
      const press = () => createRefund(app, payment.paymentId, sent, by, newKey())
      const outcomes = await Promise.all([press(), press()])
      return { payment, by, codes: outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.failure.code)).toSorted() }
    }

    test('one sends it, and the other is told', async () => {
      for (let round = 0; round < 5; round++) {
        await app.empty()
        const { payment, by, codes } = await race(0)
        expect(codes).toEqual(['changed_meanwhile', 'done'])
        expect(await refunds()).toHaveLength(1)
        expect(await paymentRow(app, payment.paymentId)).toMatchObject({ refunded: 10_000 })
        // Whoever has looked and wants another one all the same may have it.
        granted(await createRefund(app, payment.paymentId, { ...wanted(10_000, 'manual'), saw: 1 }, by, newKey()))
        expect(await paymentRow(app, payment.paymentId)).toMatchObject({ refunded: 20_000 })
      }
    })

    test('both would send it if neither said what they saw', async () => {
      expect((await race()).codes).toEqual(['done', 'done'])
      expect(await refunds()).toHaveLength(2)
    })

    test('one that has failed counts as well, and the same press is the same refund as ever', async () => {
      const { payment, by, gateway } = await scene()
      gateway.fate = () => 'refuses'
      const press = { ...wanted(10_000), saw: 0 }
      const key = newKey()
      const made = granted(await createRefund(app, payment.paymentId, press, by, key))
      expect(made.state).toBe('failed')
      expect(granted(await createRefund(app, payment.paymentId, press, by, key))).toEqual(made)
      const mended = { ...press, reason: 'Asked by phone and mail' }
      expect(refusalOf(await createRefund(app, payment.paymentId, mended, by, newKey()))).toMatchObject({
        code: 'changed_meanwhile',
        message: CONCURRENT_REFUND,
      })
      expect(await refunds()).toHaveLength(1)
    })
  })

  test('one that the gateway refuses has failed: nothing went, staff are told, and it can go another way', async () => {
    const { payment, by, gateway } = await scene()
    gateway.fate = () => 'refuses'
    expect(granted(await createRefund(app, payment.paymentId, wanted(), by, newKey()))).toMatchObject({
      state: 'failed',
      answer: 'The wallet is closed',
    })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
    expect(await mailsTo(app, getBrand().email)).toEqual([`A refund did not go through: ${payment.bookingId}`])
    granted(await createRefund(app, payment.paymentId, wanted(PRICE, 'manual'), by, newKey()))
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded' })
  })

  test('a gateway that breaks leaves it open; after a day of questions it is left to staff, still open', async () => {
    const { payment, by, gateway } = await scene()
    gateway.fate = () => 'throws'
    granted(await createRefund(app, payment.paymentId, wanted(), by, newKey()))
    for (const minutes of [...Array(10).fill(1), ...Array(26 * 12).fill(5)]) {
      app.clock.advance(minutes * MINUTE)
      await resumeRefunds(app)
    }
    expect(await refunds()).toMatchObject([{ state: 'sent', left_to_staff_at: expect.any(String) }])
    expect(gateway.calls).toHaveLength(1 + 40)
    expect(await mailsTo(app, getBrand().email)).toEqual([`A refund is still open: ${payment.bookingId}`])
    expect(app.bugs.splice(0)).toHaveLength(41)
  })

  describe('the booking', () => {
    test('that waited for a decision is let go with its money', async () => {
      const payment = await started(app)
      const booking = await bookingRow(app, payment.bookingId)
      app.catalogue = { ...app.catalogue, locations: app.catalogue.locations.map((hub) => ({ ...hub, capacity: 0 })) }
      await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'expired', app.now())))
      await settle(app, payment.paymentId, paid(), 'lookup')
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'needs_decision' })
      const by = await owner()
      granted(await createRefund(app, payment.paymentId, wanted(PRICE - 1, 'manual'), by, newKey()))
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'needs_decision' })
      granted(await createRefund(app, payment.paymentId, wanted(1, 'manual'), by, newKey()))
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'cancelled' })
    })

    test('that was paid twice keeps its place when one payment goes back', async () => {
      const first = await started(app)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'esewa'))
      await settle(app, first.paymentId, paid(), 'lookup')
      await settle(app, second.paymentId, paid(), 'lookup')
      const by = await owner()
      granted(await createRefund(app, second.paymentId, wanted(PRICE, 'manual'), by, newKey()))
      expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'confirmed' })
      expect(await paymentRow(app, first.paymentId)).toMatchObject({ state: 'confirmed' })
    })
  })

  describe('is refused, and leaves nothing,', () => {
    test.each(['pending', 'failed', 'cancelled', 'expired'] as const)('for a payment that is %s', async (state) => {
      const { paymentId } = await started(app)
      if (state !== 'pending') await settle(app, paymentId, { kind: 'ended', as: state, reason: 'x' }, 'lookup')
      const by = await owner()
      const before = await stored(app)
      for (const way of ['gateway', 'manual'] as const)
        expect(refusalOf(await createRefund(app, paymentId, wanted(1, way), by, newKey())).code).toBe('not_refundable')
      expect(await stored(app)).toEqual(before)
    })

    test('through a gateway that takes no call, and for a payment that is not there', async () => {
      const payment = await started(app)
      await settle(app, payment.paymentId, paid(), 'lookup')
      const by = await owner()
      const before = await stored(app)
      const code = async (id: string) => refusalOf(await createRefund(app, id, wanted(), by, newKey())).code
      expect(await code(payment.paymentId)).toBe('unsupported_method')
      expect(await code('nobody')).toBe('not_found')
      expect(await stored(app)).toEqual(before)
    })
  })

  test('histories of presses and faults: what the gateway sent is what the books say, to the paisa', async () => {
    const fates = fc.constantFrom<Fate>('answers', 'answer_lost', 'unreachable', 'refuses', 'throws')
    const steps = fc.record({
      kind: fc.constantFrom('press', 'again', 'wait'),
      way: fc.constantFrom('gateway' as const, 'manual' as const),
      amount: fc.integer({ min: 1, max: 500_000 }),
      fate: fates,
    })
    let histories = 0
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (history) => {
        await app.empty()
        histories++
        const { payment, by, gateway } = await scene()
        const pressed: [ReturnType<typeof wanted>, string][] = []
        for (const { kind, way, amount, fate } of history) {
          gateway.fate = () => fate
          if (kind === 'wait') {
            app.clock.advance(HOUR)
            await resumeRefunds(app)
            continue
          }
          const last = pressed.at(-1)
          const [what, key] = kind === 'again' && last ? last : [wanted(amount, way), newKey()]
          pressed.push([what, key])
          await createRefund(app, payment.paymentId, what, by, key)
        }
        gateway.fate = () => 'answers'
        app.clock.advance(HOUR)
        await resumeRefunds(app)
        app.bugs.length = 0
        const done = (await refunds()).filter(({ state }) => state === 'done')
        const byGateway = done.filter(({ way }) => way === 'gateway').reduce((sum, { amount }) => sum + amount, 0)
        const total = done.reduce((sum, { amount }) => sum + amount, 0)
        const row = await paymentRow(app, payment.paymentId)
        expect(byGateway).toBe(gateway.total)
        expect(row.refunded).toBe(total)
        expect(total).toBeLessThanOrEqual(PRICE)
        expect(row.state).toBe(total === 0 ? 'confirmed' : total === PRICE ? 'refunded' : 'partly_refunded')
      }),
      { numRuns: engine === 'sqlite' ? 80 : 20 },
    )
    console.log(`${engine}: ${histories} histories of refunds, every one to the paisa`)
  }, 60_000)
})
