import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { type GatewayReport, UNPAID_STATES } from '#domain/payment.ts'
import { getBrand } from '#server/catalogue.ts'
import { lookupPaymentNow } from '#server/desk/payment-view.ts'
import { decide } from '#server/payments/decisions.ts'
import { resumeRefunds, settleRefund } from '#server/payments/refund-calls.ts'
import { decideOpenRefund, readRefunds } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, emailsTo, execute, rows, stored } from '../support/app.ts'
import { bookingRow, granted, PRICE } from '../support/orders.ts'
import { codeOf, runAfter } from '../support/outcomes.ts'
import { alertsOf, paid, paidBooking, paymentRow, reporting, resolveAlert, started } from '../support/payments.ts'
import { openRefund, RefundingGateway } from '../support/refunds.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { refund } from '../support/staff-actions.ts'

const EVERYWHERE = { workplaces: null }
const refundReport = (amount?: number): GatewayReport => ({
  kind: 'refunded',
  whole: amount === PRICE,
  ...(amount !== undefined && { refundedAmount: paisa(amount) }),
  reason: 'refunded there',
})

describeOnEachEngine('refunds made at the gateway on %s', (app, engine) => {
  const refunds = () => rows(app.db.read, 'refunds')

  test('are recorded once with their amounts, notify staff once and do not change the booking', async () => {
    const { paymentId, bookingId } = await paidBooking(app)
    const { provider_reference } = await paymentRow(app, paymentId)
    for (let times = 0; times < 3; times++) await settle(app, paymentId, refundReport(40_000), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 40_000 })
    expect(await alertsOf(app, paymentId)).toEqual(['went_back'])
    expect(await refunds()).toMatchObject([{ channel: 'outside', state: 'done', amount: 40_000, staff_id: null }])
    await settle(app, paymentId, refundReport(PRICE), 'webhook')
    await settle(app, paymentId, refundReport(40_000), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE, provider_reference })
    expect((await refunds()).map(({ amount }) => amount).sort()).toEqual([40_000, PRICE - 40_000].sort())
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
    expect(await emailsTo(app, getBrand().email)).toEqual(
      Array(2).fill(`Payment refunded at the gateway: ${bookingId}`),
    )
    expect(await rows(app.db.read, 'audit')).toMatchObject([
      { action: 'refund_found', actor: null },
      { action: 'refund_found', actor: null },
    ])
    expect(granted(await readRefunds(app, EVERYWHERE, paymentId)).items.map(({ by }) => by)).toEqual([null, null])
  })

  test('alert staff if they are partial and without an amount', async () => {
    const { paymentId } = await paidBooking(app)
    for (let times = 0; times < 3; times++) await settle(app, paymentId, refundReport(), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 0 })
    expect(await alertsOf(app, paymentId)).toEqual(['went_back'])
    expect(await emailsTo(app, getBrand().email)).toHaveLength(1)
    const by = await someStaff(app)
    granted(await refund(app, by, paymentId, 30_000))
    await settle(app, paymentId, refundReport(), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 30_000 })
    // Another refund may have another reason, so staff review the alert.
    expect(await alertsOf(app, paymentId)).toEqual(['went_back'])
    granted(await decide(app, by, paymentId, await resolveAlert(app, paymentId, 'went_back', 'Recorded')))
    await settle(app, paymentId, refundReport(), 'lookup')
    expect(await alertsOf(app, paymentId)).toEqual([])
    expect(await emailsTo(app, getBrand().email)).toHaveLength(1)
  })

  test.each(UNPAID_STATES.filter((state) => state !== 'created'))(
    'make a %s payment a mismatch that cannot be refunded again',
    async (state) => {
      const { paymentId, bookingId } = await started(app)
      if (state !== 'pending')
        await settle(app, paymentId, { kind: 'ended', as: state as 'failed', reason: 'x' }, 'lookup')
      await settle(app, paymentId, refundReport(PRICE), 'lookup')
      const found = { state: 'mismatch', received: PRICE, refunded: PRICE, reason: 'refunded there' }
      expect(await paymentRow(app, paymentId)).toMatchObject(found)
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'pending_verification' })
      expect(granted(await readRefunds(app, EVERYWHERE, paymentId))).toMatchObject({ refundable: 0, channels: [] })
      expect(await emailsTo(app, getBrand().email)).toHaveLength(1)
    },
  )

  test('complete our own refund with a lost response, and raise no alert', async () => {
    const { payment, refundId } = await openRefund(app)
    expect(await refunds()).toMatchObject([{ id: refundId, state: 'sent' }])
    await settle(app, payment.paymentId, refundReport(PRICE), 'webhook')
    await settle(app, payment.paymentId, refundReport(PRICE), 'lookup')
    expect(await refunds()).toMatchObject([{ id: refundId, state: 'done' }])
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
    expect(await alertsOf(app, payment.paymentId)).toEqual([])
    expect(await emailsTo(app, getBrand().email)).toEqual([])
  })

  test('alert staff once for each greater amount beside our own refund', async () => {
    const { payment, refundId, by } = await openRefund(app)
    const { paymentId } = payment
    const emails = () => emailsTo(app, getBrand().email)
    for (const [sum, count] of [
      [100_000, 1],
      [250_000, 2],
    ] as const) {
      for (let times = 0; times < 2; times++) {
        await settle(app, paymentId, refundReport(sum), 'lookup')
        expect(await emails()).toHaveLength(count)
        expect(await alertsOf(app, paymentId)).toEqual(times === 0 ? ['went_back'] : [])
        if (times === 0)
          granted(await decide(app, by, paymentId, await resolveAlert(app, paymentId, 'went_back', 'I know')))
      }
    }
    await settleRefund(app, refundId, paymentId, { kind: 'failed', reason: 'The wallet is closed' })
    await settle(app, paymentId, refundReport(250_000), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'partly_refunded', refunded: 250_000 })
    expect(await alertsOf(app, paymentId)).toEqual(['refund_failed', 'went_back'])
  })

  test('do not resolve a dispute, about which staff are alerted once', async () => {
    const { paymentId, bookingId } = await paidBooking(app)
    for (let times = 0; times < 3; times++)
      await settle(app, paymentId, { kind: 'disputed', reason: 'Stripe: disputed' }, 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed' })
    expect(await alertsOf(app, paymentId)).toEqual(['disputed'])
    expect(await emailsTo(app, getBrand().email)).toEqual([`A payment is disputed: ${bookingId}`])
    // A refund does not end the dispute at the bank.
    granted(await refund(app, await someStaff(app), paymentId, 30_000))
    expect(await alertsOf(app, paymentId)).toEqual(['disputed'])
  })

  describe('two concurrent reports', () => {
    // On SQLite in one process, every round is the same.
    const ROUNDS = engine === 'postgres' ? 15 : 1

    test('email the customer once when the response and the webhook arrive together', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await app.empty()
        const { refundId, payment } = await openRefund(app)
        const { paymentId } = payment
        await Promise.all([
          settleRefund(app, refundId, paymentId, { kind: 'done', providerReference: 'RF-1' }),
          settle(app, paymentId, refundReport(PRICE), 'webhook'),
        ])
        expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
        expect(await alertsOf(app, paymentId)).toEqual([])
        const emails = await emailsTo(app, 'aarati@example.com')
        expect(emails.filter((subject) => /^Refund of/.test(subject))).toHaveLength(1)
      }
    })

    test('cancel the waiting booking when the two last parts arrive together', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await app.empty()
        const { paymentId, bookingId } = await paidBooking(app)
        const by = await someStaff(app)
        const state = 'needs_decision'
        await execute(app, (db) => db.updateTable('bookings').set({ state }).where('id', '=', bookingId))
        new RefundingGateway().replaceIn(app).nextResult = () => 'unreachable'
        const send = (channel: 'manual' | 'gateway', amount: number) => refund(app, by, paymentId, amount, { channel })
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

  test('are ignored if the visitor or the clock reports them', async () => {
    const { paymentId } = await paidBooking(app)
    const before = await stored(app)
    for (const by of ['visitor', 'clock'] as const) await settle(app, paymentId, refundReport(PRICE), by)
    expect(await stored(app)).toEqual(before)
  })

  test('reserve exactly the refunded amount in any history of refunds', { tags: 'long' }, async () => {
    const steps = fc.record({
      kind: fc.constantFrom('ours', 'theirs', 'lookup', 'wait'),
      amount: fc.integer({ min: 1, max: 400_000 }),
      result: fc.constantFrom('succeeds' as const, 'response_lost' as const, 'rejects' as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 10 }), async (history) => {
        await app.empty()
        const { paymentId } = await paidBooking(app)
        const by = await someStaff(app)
        const gateway = new RefundingGateway().replaceIn(app)
        let theirs = 0
        const gone = () => gateway.total + theirs
        reporting(app, () => (gone() > 0 ? refundReport(gone()) : paid()))
        for (const { kind, amount, result } of history) {
          gateway.nextResult = () => result
          if (kind === 'ours') await refund(app, by, paymentId, amount, { channel: 'gateway' })
          if (kind === 'theirs' && (await refunds()).every(({ state }) => state !== 'sent') && gone() + amount <= PRICE)
            theirs += amount
          if (kind === 'wait') app.clock.advance(120_000)
          if (kind === 'lookup' || kind === 'theirs') granted(await lookupPaymentNow(app, EVERYWHERE, paymentId))
        }
        gateway.nextResult = () => 'succeeds'
        await runAfter(app, 3_600_000, resumeRefunds)
        granted(await lookupPaymentNow(app, EVERYWHERE, paymentId))
        const row = await paymentRow(app, paymentId)
        expect(row.refunded).toBe(gone())
        expect(row.state).toBe(gone() === 0 ? 'confirmed' : gone() === PRICE ? 'refunded' : 'partly_refunded')
      }),
      { numRuns: engine === 'sqlite' ? 60 : 15 },
    )
  })

  describe('a refund without a response', () => {
    const reason = 'Checked at the gateway'
    const decideRefund = async (id: string, succeeded: boolean, reference?: string) =>
      decideOpenRefund(app, await someStaff(app), id, { succeeded, reason, ...(reference && { reference }) })

    test('is completed by staff, with email and audit entry', async () => {
      const { payment, refundId } = await openRefund(app)
      granted(await decideRefund(refundId, true, 'RF-9'))
      expect(await refunds()).toMatchObject([{ state: 'done', reference: 'RF-9', response: `Staff: ${reason}` }])
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
      expect(await emailsTo(app, 'aarati@example.com')).toContainEqual(expect.stringContaining('Refund of'))
      const entry = expect.objectContaining({ action: 'refund_decided', reason })
      expect(await rows(app.db.read, 'audit')).toContainEqual(entry)
    })

    test('is failed by staff, which allows a manual refund and ends the retries', async () => {
      const { payment, refundId } = await openRefund(app)
      granted(await decideRefund(refundId, false))
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
      await runAfter(app, 3_600_000, resumeRefunds)
      expect(await refunds()).toMatchObject([{ state: 'failed' }])
      granted(await refund(app, await someStaff(app), payment.paymentId, PRICE))
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
    })

    test('is decided once, not during a call and not from another location', async () => {
      const { refundId } = await openRefund(app)
      const away = await someStaff(app, { workplaces: ['kausimaa'] })
      const decision = { succeeded: true, reason: 'Checked' }
      expect(codeOf(await decideOpenRefund(app, away, refundId, decision))).toBe('not_found')
      await resumeRefunds(app)
      expect(codeOf(await decideRefund(refundId, true))).toBe('in_flight')
      app.clock.advance(60_000)
      const both = await Promise.all([decideRefund(refundId, true), decideRefund(refundId, false)])
      expect(both.map(codeOf).toSorted()).toEqual(['not_decidable', 'ok'])
      expect(await rows(app.db.read, 'audit')).toHaveLength(2)
    })
  })
})
