import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONCURRENT_REFUND } from '#contract/validation-messages.ts'
import { getBrand } from '#server/catalogue.ts'
import { resumeRefunds } from '#server/payments/refund-calls.ts'
import { createRefund, readRefunds } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, emailsTo, HOUR, MINUTE, rows } from '../support/app.ts'
import {
  bookingRow,
  failureOf,
  granted,
  newKey,
  order,
  type Placed,
  PRICE,
  setCapacity,
  transitionTo,
} from '../support/orders.ts'
import { atOnce, codeOf, rejection, runAfter } from '../support/outcomes.ts'
import { paid, paidBooking, paymentRow, type Started, started } from '../support/payments.ts'
import { RefundingGateway, type RefundResult } from '../support/refunds.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { refund } from '../support/staff-actions.ts'

type Wanted = Parameters<typeof createRefund>[2]
const EVERYWHERE = { workplaces: null }
const MANUAL = { channel: 'manual' } as const

describeOnEachEngine('refunds on %s', (app, engine) => {
  /** A paid booking, a gateway that can refund it, and a staff member. */
  async function scene(paid?: Placed & Started) {
    const payment = paid ?? (await paidBooking(app))
    const [by, gateway] = [await someStaff(app), new RefundingGateway().replaceIn(app)]
    const send = (over: Partial<Wanted> = {}, key = newKey()) =>
      createRefund(
        app,
        payment.paymentId,
        { channel: 'gateway', amount: PRICE, reason: 'Asked by phone', ...over },
        by,
        key,
      )
    const expectPayment = async (row: object) => expect(await paymentRow(app, payment.paymentId)).toMatchObject(row)
    return { ...payment, by, gateway, send, expectPayment }
  }
  const refunds = () => rows(app.db.read, 'refunds')
  const sum = (items: { amount: number }[]) => items.reduce((total, { amount }) => total + amount, 0)

  test('are sent once in full, recorded and emailed, and mark the payment as refunded', async () => {
    const { paymentId, bookingId, by, gateway, send, expectPayment } = await scene()
    const { provider_reference: providerReference } = await paymentRow(app, paymentId)
    const view = granted(await send())
    const reference = expect.stringMatching(/^RF-/)
    expect(view).toMatchObject({ state: 'done', amount: PRICE, channel: 'gateway', reference })
    const call = { id: view.refundId, providerReference, amount: PRICE, received: PRICE }
    expect(gateway.calls).toEqual([{ ...call, refundedBefore: 0, isRetry: false }])
    await expectPayment({ state: 'refunded', received: PRICE, refunded: PRICE })
    // Staff decide about a confirmed booking separately.
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
    expect(await emailsTo(app, 'aarati@example.com')).toContainEqual(expect.stringContaining('Refund of NPR'))
    const reason = expect.stringContaining('Asked by phone')
    expect(await rows(app.db.read, 'audit')).toMatchObject([
      { staff_id: by.id, action: 'refund_requested', subject_id: paymentId, reason },
    ])
    const afterwards = { received: PRICE, refundable: 0, channels: [], items: [view] }
    expect(granted(await readRefunds(app, EVERYWHERE, paymentId))).toMatchObject(afterwards)
  })

  test('are sent in parts with the sum of earlier ones, and the last marks the payment as refunded', async () => {
    const { gateway, send, expectPayment } = await scene()
    granted(await send({ amount: 50_000 }))
    await expectPayment({ state: 'partly_refunded', refunded: 50_000 })
    granted(await send({ amount: 100_000 }))
    await expectPayment({ state: 'partly_refunded', refunded: 150_000 })
    granted(await send({ amount: PRICE - 150_000 }))
    await expectPayment({ state: 'refunded', refunded: PRICE })
    expect(gateway.calls.map(({ refundedBefore }) => refundedBefore)).toEqual([0, 50_000, 150_000])
  })

  test('are recorded without calling the gateway when sent by hand', async () => {
    const { paymentId, gateway, send, expectPayment } = await scene(await paidBooking(app, order(), 'bank_transfer'))
    expect(granted(await readRefunds(app, EVERYWHERE, paymentId)).channels).toEqual(['manual'])
    const sent = { ...MANUAL, reference: 'NIC-77' }
    expect(granted(await send(sent))).toMatchObject({ state: 'done', ...sent })
    await expectPayment({ state: 'refunded' })
    expect(gateway.calls).toEqual([])
    expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'refund_recorded' }])
  })

  describe('exceeding what was received', () => {
    test.each([
      ['one paisa too many', PRICE + 1],
      ['ten times the amount', PRICE * 10],
    ])('are rejected without effect for %s', async (_, amount) => {
      const { gateway, send } = await scene()
      const fields = { amount: expect.stringContaining('9,500') }
      expect(await rejection(app, () => send({ amount }))).toMatchObject({ code: 'invalid', fields })
      expect(gateway.calls).toEqual([])
    })

    test('are rejected among 50 concurrent refunds of 30,000: together at most 950,000', async () => {
      const { gateway, send, expectPayment } = await scene()
      const outcomes = await atOnce(50, (index) => send({ amount: 30_000, channel: index % 2 ? 'manual' : 'gateway' }))
      expect(['ok', 'in_flight', 'invalid']).toEqual(expect.arrayContaining(outcomes.map(codeOf)))
      const done = (await refunds()).filter(({ state }) => state === 'done')
      expect(sum(done)).toBeLessThanOrEqual(PRICE)
      await expectPayment({ refunded: sum(done), state: 'partly_refunded' })
      expect(gateway.total).toBe(sum(done.filter(({ channel }) => channel === 'gateway')))
    })

    test('are rejected for a mismatch, which can be refunded up to the received amount', async () => {
      const { paymentId, bookingId } = await started(app)
      const by = await someStaff(app)
      const left = PRICE - 100
      await settle(app, paymentId, paid(left), 'lookup')
      expect(granted(await readRefunds(app, EVERYWHERE, paymentId))).toMatchObject({
        refundable: left,
        channels: ['manual'],
      })
      failureOf(await refund(app, by, paymentId, PRICE))
      granted(await refund(app, by, paymentId, left))
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded' })
      // Nothing is paid any more, and the seat was only held for this decision.
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'cancelled' })
    })
  })

  describe('with an idempotency key', () => {
    test('are sent once for 20 concurrent requests and a later one', async () => {
      const { gateway, send } = await scene()
      const key = newKey()
      const views = (await atOnce(20, () => send({}, key))).map(granted)
      expect(new Set(views.map(({ refundId }) => refundId)).size).toBe(1)
      app.clock.advance(HOUR)
      expect(granted(await send({}, key))).toMatchObject({ refundId: views[0]?.refundId, state: 'done' })
      expect(gateway.calls).toHaveLength(1)
      expect(await rows(app.db.read, 'audit')).toHaveLength(1)
    })

    test('are rejected with the key of another refund', async () => {
      const { send } = await scene()
      const key = newKey()
      granted(await send({ amount: 100 }, key))
      for (const other of [{ amount: 101 }, { amount: 100, ...MANUAL }])
        expect(codeOf(await send(other, key))).toBe('idempotency_mismatch')
    })

    test('are sent once although a lost response is retried', async () => {
      const { gateway, send, expectPayment } = await scene()
      gateway.nextResult = () => 'response_lost'
      const key = newKey()
      const first = granted(await send({}, key))
      expect(first).toMatchObject({ state: 'sent', response: 'no response' })
      await expectPayment({ state: 'confirmed', refunded: PRICE })
      // Too soon: the first call may still be in progress.
      await send({}, key)
      expect(gateway.calls).toHaveLength(1)
      expect(codeOf(await send())).toBe('invalid')
      gateway.nextResult = () => 'succeeds'
      app.clock.advance(MINUTE)
      await Promise.all([resumeRefunds(app), resumeRefunds(app)])
      expect(gateway.calls.map(({ id, isRetry }) => ({ id, isRetry }))).toEqual([
        { id: first.refundId, isRetry: false },
        { id: first.refundId, isRetry: true },
      ])
      expect(gateway.total).toBe(PRICE)
      expect(await refunds()).toMatchObject([{ state: 'done' }])
      await expectPayment({ state: 'refunded' })
    })

    test('are rejected while another refund of the payment is being sent', async () => {
      const { gateway, send, expectPayment } = await scene()
      gateway.nextResult = () => 'unreachable'
      granted(await send({ amount: 100 }))
      expect(codeOf(await send({ amount: 200 }))).toBe('in_flight')
      await expectPayment({ refunded: 100 })
    })
  })

  describe('of two requests that saw the same refunds', () => {
    const part = { ...MANUAL, amount: 10_000 }

    test('one is sent, and the other is rejected', async () => {
      for (let round = 0; round < 5; round++) {
        await app.empty()
        const { send, expectPayment } = await scene()
        const outcomes = await atOnce(2, () => send({ ...part, expectedCount: 0 }))
        expect(outcomes.map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'ok'])
        expect(await refunds()).toHaveLength(1)
        await expectPayment({ refunded: 10_000 })
        // Staff who saw the first refund may still send another one.
        granted(await send({ ...part, expectedCount: 1 }))
        await expectPayment({ refunded: 20_000 })
      }
    })

    test('both would be sent without the expected number of refunds', async () => {
      const { send } = await scene()
      expect((await atOnce(2, () => send(part))).map(codeOf)).toEqual(['ok', 'ok'])
      expect(await refunds()).toHaveLength(2)
    })

    test('a failed one counts too, and the same key returns the same refund', async () => {
      const { gateway, send } = await scene()
      gateway.nextResult = () => 'rejects'
      const wanted = { amount: 10_000, expectedCount: 0 }
      const key = newKey()
      const made = granted(await send(wanted, key))
      expect(made.state).toBe('failed')
      expect(granted(await send(wanted, key))).toEqual(made)
      const failure = failureOf(await send({ ...wanted, reason: 'Asked by phone and mail' }))
      expect(failure).toMatchObject({ code: 'changed_meanwhile', message: CONCURRENT_REFUND })
      expect(await refunds()).toHaveLength(1)
    })
  })

  test('fail if the gateway rejects them, notify staff, and allow another channel', async () => {
    const { bookingId, gateway, send, expectPayment } = await scene()
    gateway.nextResult = () => 'rejects'
    expect(granted(await send())).toMatchObject({ state: 'failed', response: 'The wallet is closed' })
    await expectPayment({ state: 'confirmed', refunded: 0 })
    expect(await emailsTo(app, getBrand().email)).toEqual([`A refund failed: ${bookingId}`])
    granted(await send(MANUAL))
    await expectPayment({ state: 'refunded' })
  })

  test('remain open if the gateway fails, and are left to staff after a day of queries', async () => {
    const { bookingId, gateway, send } = await scene()
    gateway.nextResult = () => 'throws'
    granted(await send())
    for (const minutes of [...Array(10).fill(1), ...Array(26 * 12).fill(5)])
      await runAfter(app, minutes * MINUTE, resumeRefunds)
    expect(await refunds()).toMatchObject([{ state: 'sent', left_to_staff_at: expect.any(String) }])
    expect(gateway.calls).toHaveLength(1 + 40)
    expect(await emailsTo(app, getBrand().email)).toEqual([`A refund is still open: ${bookingId}`])
    expect(app.bugs.splice(0)).toHaveLength(41)
  })

  test('cancel a booking that needed a decision', async () => {
    const { paymentId, bookingId, send } = await scene(await started(app))
    setCapacity(app, 0)
    await transitionTo(app, bookingId, 'expired')
    await settle(app, paymentId, paid(), 'lookup')
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'needs_decision' })
    granted(await send({ ...MANUAL, amount: PRICE - 1 }))
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'needs_decision' })
    granted(await send({ ...MANUAL, amount: 1 }))
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'cancelled' })
  })

  describe('of an unsuitable payment', () => {
    test.each(['pending', 'failed', 'cancelled', 'expired'] as const)('are rejected while it is %s', async (state) => {
      const { paymentId, send } = await scene(await started(app))
      if (state !== 'pending') await settle(app, paymentId, { kind: 'ended', as: state, reason: 'x' }, 'lookup')
      for (const channel of ['gateway', 'manual'] as const)
        expect((await rejection(app, () => send({ channel, amount: 1 }))).code).toBe('not_refundable')
    })

    test('are rejected through a gateway without refunds, and for an unknown payment', async () => {
      const { paymentId } = await paidBooking(app)
      const by = await someStaff(app)
      for (const [id, code] of [
        [paymentId, 'unsupported_method'],
        ['unknown', 'not_found'],
      ] as const)
        expect((await rejection(app, () => refund(app, by, id, PRICE, { channel: 'gateway' }))).code).toBe(code)
    })
  })

  test('match what the gateway sent, to the paisa, after random requests and failures', { tags: 'long' }, async () => {
    const steps = fc.record({
      kind: fc.constantFrom('new', 'repeated', 'wait'),
      channel: fc.constantFrom('gateway' as const, 'manual' as const),
      amount: fc.integer({ min: 1, max: 500_000 }),
      result: fc.constantFrom<RefundResult>('succeeds', 'response_lost', 'unreachable', 'rejects', 'throws'),
    })
    let histories = 0
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (history) => {
        await app.empty()
        histories++
        const { paymentId, gateway, send } = await scene()
        let last: Parameters<typeof send> | undefined
        for (const { kind, channel, amount, result } of history) {
          gateway.nextResult = () => result
          if (kind === 'wait') {
            await runAfter(app, HOUR, resumeRefunds)
            continue
          }
          if (kind !== 'repeated' || !last) last = [{ channel, amount }, newKey()]
          await send(...last)
        }
        gateway.nextResult = () => 'succeeds'
        await runAfter(app, HOUR, resumeRefunds)
        app.bugs.length = 0
        const done = (await refunds()).filter(({ state }) => state === 'done')
        const total = sum(done)
        const row = await paymentRow(app, paymentId)
        expect(sum(done.filter(({ channel }) => channel === 'gateway'))).toBe(gateway.total)
        expect(row.refunded).toBe(total)
        expect(total).toBeLessThanOrEqual(PRICE)
        expect(row.state).toBe(total === 0 ? 'confirmed' : total === PRICE ? 'refunded' : 'partly_refunded')
      }),
      { numRuns: engine === 'sqlite' ? 80 : 20 },
    )
    console.log(`${engine}: ${histories} histories of refunds, each correct to the paisa`)
  })
})
