import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import { type GatewayReport, UNPAID_STATES } from '#domain/payment.ts'
import { getBrand } from '#server/catalogue.ts'
import { lookupPaymentNow } from '#server/desk/payment-view.ts'
import { decide } from '#server/payments/decisions.ts'
import { resumeRefunds, settleRefund } from '#server/payments/refund-calls.ts'
import { decideOpenRefund } from '#server/payments/refund-decisions.ts'
import { createRefund, readRefunds } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import { mailsTo, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey, refusalOf } from '../support/orders.ts'
import { alertsOf, lookedAfter, paymentRow, reporting, started } from '../support/payments.ts'
import { leftOpen, RefundingGateway } from '../support/refunds.ts'

const PRICE = 950_000
const EVERYWHERE = { workplaces: null }
const back = (amount?: number): GatewayReport => ({
  kind: 'refunded',
  whole: amount === PRICE,
  ...(amount !== undefined && { refundedAmount: paisa(amount) }),
  reason: 'went back',
})

describe.each(ENGINES)('money that went back at the gateway, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  async function paidOne() {
    const payment = await started(app)
    await settle(app, payment.paymentId, { kind: 'paid', amount: paisa(PRICE), providerReference: 'R1' }, 'lookup')
    return payment
  }
  const refunds = () => rows(app.db.read, 'refunds')

  test('is on record with its sum, staff are told once, and the booking stays for them', async () => {
    const { paymentId, bookingId } = await paidOne()
    for (let times = 0; times < 3; times++) await settle(app, paymentId, back(40_000), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 40_000 })
    expect(await alertsOf(app, paymentId)).toEqual(['went_back'])
    expect(await refunds()).toMatchObject([{ way: 'outside', state: 'done', amount: 40_000, staff_id: null }])
    await settle(app, paymentId, back(PRICE), 'webhook')
    await settle(app, paymentId, back(40_000), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({
      state: 'refunded',
      refunded: PRICE,
      provider_reference: 'R1',
    })
    expect((await refunds()).map(({ amount }) => amount).sort()).toEqual([40_000, PRICE - 40_000].sort())
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
    expect(await mailsTo(app, getBrand().email)).toEqual(Array(2).fill(`Money went back at the gateway: ${bookingId}`))
    expect(await rows(app.db.read, 'audit')).toMatchObject([
      { action: 'refund_found', actor: null },
      { action: 'refund_found', actor: null },
    ])
    expect(granted(await readRefunds(app, EVERYWHERE, paymentId)).items.map(({ by }) => by)).toEqual([null, null])
  })

  test('in part, without a word how much: staff look it up and record it', async () => {
    const { paymentId } = await paidOne()
    for (let times = 0; times < 3; times++) await settle(app, paymentId, back(), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 0 })
    expect(await alertsOf(app, paymentId)).toEqual(['went_back'])
    expect(await mailsTo(app, getBrand().email)).toHaveLength(1)
    const by = await someStaff(app)
    const part = { way: 'manual', amount: 30_000, reason: 'Found at Khalti' } as const
    granted(await createRefund(app, paymentId, part, by, newKey()))
    await settle(app, paymentId, back(), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 30_000 })
    // What is sent may be for another reason: whoever looked it up says so.
    expect(await alertsOf(app, paymentId)).toEqual(['went_back'])
    granted(await decide(app, by, paymentId, await lookedAfter(app, paymentId, 'went_back', 'Recorded')))
    await settle(app, paymentId, back(), 'lookup')
    expect(await alertsOf(app, paymentId)).toEqual([])
    expect(await mailsTo(app, getBrand().email)).toHaveLength(1)
  })

  test.each(UNPAID_STATES.filter((state) => state !== 'created'))(
    'of a payment that is %s here: staff decide, and nothing of it can be sent again',
    async (state) => {
      const { paymentId, bookingId } = await started(app)
      if (state !== 'pending')
        await settle(app, paymentId, { kind: 'ended', as: state as 'failed', reason: 'x' }, 'lookup')
      await settle(app, paymentId, back(PRICE), 'lookup')
      const found = { state: 'mismatch', received: PRICE, refunded: PRICE, reason: 'went back' }
      expect(await paymentRow(app, paymentId)).toMatchObject(found)
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'pending_verification' })
      expect(granted(await readRefunds(app, EVERYWHERE, paymentId))).toMatchObject({ left: 0, ways: [] })
      expect(await mailsTo(app, getBrand().email)).toHaveLength(1)
    },
  )

  test('our own refund is no news, and one whose answer was lost is found to be done', async () => {
    const { payment, refundId } = await leftOpen(app)
    expect(await refunds()).toMatchObject([{ id: refundId, state: 'sent' }])
    await settle(app, payment.paymentId, back(PRICE), 'webhook')
    await settle(app, payment.paymentId, back(PRICE), 'lookup')
    expect(await refunds()).toMatchObject([{ id: refundId, state: 'done' }])
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
    expect(await alertsOf(app, payment.paymentId)).toEqual([])
    expect(await mailsTo(app, getBrand().email)).toEqual([])
  })

  test('a sum beside a refund of ours that set aside all is told once, and a greater one again', async () => {
    const { payment, refundId, by } = await leftOpen(app)
    const { paymentId } = payment
    const mails = () => mailsTo(app, getBrand().email)
    for (const [sum, told] of [
      [100_000, 1],
      [250_000, 2],
    ] as const) {
      for (let times = 0; times < 2; times++) {
        await settle(app, paymentId, back(sum), 'lookup')
        expect(await mails()).toHaveLength(told)
        expect(await alertsOf(app, paymentId)).toEqual(times === 0 ? ['went_back'] : [])
        if (times === 0)
          granted(await decide(app, by, paymentId, await lookedAfter(app, paymentId, 'went_back', 'I know')))
      }
    }
    await settleRefund(app, refundId, paymentId, { kind: 'failed', reason: 'The wallet is closed' })
    await settle(app, paymentId, back(250_000), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 250_000 })
    expect(await alertsOf(app, paymentId)).toEqual(['refund_failed', 'went_back'])
  })

  test('a dispute is told once and stays until somebody has looked', async () => {
    const { paymentId, bookingId } = await paidOne()
    for (let times = 0; times < 3; times++)
      await settle(app, paymentId, { kind: 'disputed', reason: 'Stripe: disputed' }, 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed' })
    expect(await alertsOf(app, paymentId)).toEqual(['disputed'])
    expect(await mailsTo(app, getBrand().email)).toEqual([`A payment is disputed: ${bookingId}`])
    // The bank still asks: that money went back here is no answer to it.
    const part = { way: 'manual', amount: 30_000, reason: 'Sent by hand' } as const
    granted(await createRefund(app, paymentId, part, await someStaff(app), newKey()))
    expect(await alertsOf(app, paymentId)).toEqual(['disputed'])
  })

  describe('when two hear of it at once', () => {
    // Of one process's SQLite every round is the same.
    const ROUNDS = engine === 'postgres' ? 15 : 1

    test('our call’s answer and the gateway’s own notice: the customer is told once', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await app.empty()
        const { refundId, payment } = await leftOpen(app)
        const { paymentId } = payment
        await Promise.all([
          settleRefund(app, refundId, paymentId, { kind: 'done', providerReference: 'RF-1' }),
          settle(app, paymentId, back(PRICE), 'webhook'),
        ])
        expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
        expect(await alertsOf(app, paymentId)).toEqual([])
        expect((await mailsTo(app, 'aarati@example.com')).filter((subject) => /^Refund of/.test(subject))).toHaveLength(
          1,
        )
      }
    })

    test('the gateway’s part and staff’s own last part: all is back, and what waited for it is let go', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await app.empty()
        const { paymentId, bookingId } = await paidOne()
        const by = await someStaff(app)
        await app.db.write(async (db) =>
          succeed(
            await db.updateTable('bookings').set({ state: 'needs_decision' }).where('id', '=', bookingId).execute(),
          ),
        )
        new RefundingGateway().openIn(app).fate = () => 'unreachable'
        const send = (way: 'manual' | 'gateway', amount: number) =>
          createRefund(app, paymentId, { way, amount, reason: 'Asked by phone' }, by, newKey())
        granted(await send('manual', 100_000))
        const { refundId } = granted(await send('gateway', 400_000))
        await Promise.all([
          settleRefund(app, refundId, paymentId, { kind: 'done', providerReference: 'RF-1' }),
          send('manual', PRICE - 500_000),
        ])
        expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
        expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'cancelled' })
      }
    })
  })

  test('a visitor or the clock relieves nobody of money', async () => {
    const { paymentId } = await paidOne()
    const before = await stored(app)
    for (const by of ['visitor', 'clock'] as const) await settle(app, paymentId, back(PRICE), by)
    expect(await stored(app)).toEqual(before)
  })

  test('histories of our refunds and the gateway’s: the sum set aside is what went, to the paisa', async () => {
    const steps = fc.record({
      kind: fc.constantFrom('ours', 'theirs', 'ask', 'wait'),
      amount: fc.integer({ min: 1, max: 400_000 }),
      fate: fc.constantFrom('answers' as const, 'answer_lost' as const, 'refuses' as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 10 }), async (history) => {
        await app.empty()
        const { paymentId } = await paidOne()
        const by = await someStaff(app)
        const gateway = new RefundingGateway().openIn(app)
        let theirs = 0
        const gone = () => gateway.total + theirs
        reporting(app, () =>
          gone() > 0 ? back(gone()) : { kind: 'paid', amount: paisa(PRICE), providerReference: 'R1' },
        )
        for (const { kind, amount, fate } of history) {
          gateway.fate = () => fate
          if (kind === 'ours')
            await createRefund(app, paymentId, { way: 'gateway', amount, reason: 'Asked' }, by, newKey())
          if (kind === 'theirs' && (await refunds()).every(({ state }) => state !== 'sent') && gone() + amount <= PRICE)
            theirs += amount
          if (kind === 'wait') app.clock.advance(120_000)
          if (kind === 'ask' || kind === 'theirs') granted(await lookupPaymentNow(app, EVERYWHERE, paymentId))
        }
        gateway.fate = () => 'answers'
        app.clock.advance(3_600_000)
        await resumeRefunds(app)
        granted(await lookupPaymentNow(app, EVERYWHERE, paymentId))
        const row = await paymentRow(app, paymentId)
        expect(row.refunded).toBe(gone())
        expect(row.state).toBe(gone() === 0 ? 'confirmed' : gone() === PRICE ? 'refunded' : 'partly_refunded')
      }),
      { numRuns: engine === 'sqlite' ? 60 : 15 },
    )
  }, 60_000)

  describe('a refund that the gateway never answered', () => {
    const settleIt = async (id: string, went: boolean, reference?: string) =>
      decideOpenRefund(app, await someStaff(app), id, {
        went,
        reason: 'Looked at the gateway',
        ...(reference && { reference }),
      })

    test('went: the payment is refunded, the customer told, and who said so is on record', async () => {
      const { payment, refundId } = await leftOpen(app)
      granted(await settleIt(refundId, true, 'RF-9'))
      expect(await refunds()).toMatchObject([
        { state: 'done', reference: 'RF-9', answer: 'Staff: Looked at the gateway' },
      ])
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
      expect(await mailsTo(app, 'aarati@example.com')).toContainEqual(expect.stringContaining('Refund of'))
      expect(await rows(app.db.read, 'audit')).toContainEqual(
        expect.objectContaining({ action: 'refund_decided', reason: 'Looked at the gateway' }),
      )
    })

    test('did not go: the money can go another way, and the gateway is not asked again', async () => {
      const { payment, refundId } = await leftOpen(app)
      granted(await settleIt(refundId, false))
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
      app.clock.advance(3_600_000)
      await resumeRefunds(app)
      expect(await refunds()).toMatchObject([{ state: 'failed' }])
      const by = await someStaff(app)
      const all = { way: 'manual', amount: PRICE, reason: 'Sent by hand' } as const
      granted(await createRefund(app, payment.paymentId, all, by, newKey()))
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
    })

    test('is settled once, by one of two; not while it is being asked about, not elsewhere', async () => {
      const { refundId } = await leftOpen(app)
      const away = await someStaff(app, { workplaces: ['kausimaa'] })
      const said = { went: true, reason: 'Looked' }
      expect(refusalOf(await decideOpenRefund(app, away, refundId, said)).code).toBe('not_found')
      await resumeRefunds(app)
      expect(refusalOf(await settleIt(refundId, true)).code).toBe('in_flight')
      app.clock.advance(60_000)
      const both = await Promise.all([settleIt(refundId, true), settleIt(refundId, false)])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      const lost = both.find(({ ok }) => !ok)
      expect(lost && refusalOf(lost).code).toBe('not_decidable')
      expect(await rows(app.db.read, 'audit')).toHaveLength(2)
    })
  })
})
