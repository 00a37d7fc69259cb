import { describe, expect, test } from 'vitest'
import { readTimeline } from '#server/desk/booking-timeline.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { openGateways } from '#server/payments/gateways/index.ts'
import type { KhaltiChoice } from '#server/payments/gateways/sandbox/khalti-outcome.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { resumeRefunds } from '#server/payments/refund-calls.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { MINUTE, rows, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, refusalOf } from '../support/orders.ts'
import { paymentRow, type Started, started } from '../support/payments.ts'

describe.each(ENGINES)('Khalti on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const begin = (sent = order()) => started(app, sent, 'khalti')
  const pidxOf = ({ next }: Pick<Started, 'next'>) =>
    next.kind === 'redirect' ? (new URL(next.url).pathname.split('/').at(-1) ?? '') : ''
  /** The payer decides; gives the parameters of the address that the browser then goes to. */
  const decide = async (payment: Pick<Started, 'next'>, choice: KhaltiChoice) => {
    const back = await app.sandbox?.khalti.decide(pidxOf(payment), choice)
    return back === undefined ? {} : Object.fromEntries(new URL(back).searchParams)
  }
  const pay = async (payment: Started, choice: KhaltiChoice) =>
    granted(await verifyAttempt(app, payment.paymentId, await decide(payment, choice)))

  test('begins there with the booking’s amount; the pidx is kept before the payer leaves', async () => {
    const payment = await begin()
    expect(payment).toMatchObject({ method: 'khalti', state: 'pending', amount: 950_000, fee: 0 })
    expect(payment.next).toMatchObject({ kind: 'redirect' })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ gateway_id: pidxOf(payment), state: 'pending' })
    expect(await app.sandbox?.khalti.find(pidxOf(payment))).toMatchObject({
      orderId: payment.paymentId,
      amount: 950_000,
      returnUrl: `http://localhost:4321/payment?payment=${payment.paymentId}`,
    })
    // The link's hour and a quarter.
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ expires_at: '2026-12-01T05:30:00.000Z' })
  })

  test('paid: the lookup confirms the booking, once, however often the return is played', async () => {
    const payment = await begin()
    const hints = await decide(payment, 'pay')
    expect(hints).toMatchObject({ payment: payment.paymentId, pidx: pidxOf(payment), status: 'Completed' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => verifyAttempt(app, payment.paymentId, hints)))
    for (const answer of answers)
      expect(granted(answer)).toMatchObject({ success: true, bookingState: 'confirmed', transactionId: hints.tidx })
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
  })

  test.each<[KhaltiChoice, object]>([
    ['cancel', { success: false, state: 'cancelled', bookingState: 'held', error: 'Payment verification failed' }],
    ['expired', { success: false, state: 'expired', bookingState: 'held' }],
    ['failed', { success: false, state: 'failed', bookingState: 'held' }],
    ['leave', { success: false, state: 'pending', bookingState: 'held' }],
    ['hold', { success: false, state: 'pending', bookingState: 'held' }],
    ['outage', { success: false, state: 'pending', bookingState: 'held' }],
    ['html', { success: false, state: 'pending', bookingState: 'held' }],
    ['altered', { success: false, state: 'mismatch', bookingState: 'pending_verification' }],
    ['refunded', { success: false, state: 'mismatch', bookingState: 'pending_verification' }],
    ['partly_refunded', { success: false, state: 'mismatch', bookingState: 'pending_verification' }],
  ])('%s', async (choice, verdict) => {
    expect(await pay(await begin(), choice)).toMatchObject(verdict)
    expect(await rows(app.db.read, 'memberships')).toEqual([])
  })

  test('paid, and the browser never came back or the lookup was down: the reconciler finds it', async () => {
    for (const choice of ['silent', 'outage', 'html', 'late'] as const) {
      const payment = await begin(dayPass())
      await decide(payment, choice)
      app.clock.advance(MINUTE)
      await reconcile(app)
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed' })
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
    }
  })

  test('nobody pays: the link ends after its hour, and so does the try', async () => {
    const payment = await begin()
    app.clock.advance(60 * MINUTE)
    await reconcile(app)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired', reason: 'Khalti: Expired' })
  })

  test('a cheap payment’s return cannot settle a dear one', async () => {
    const [cheap, dear] = [await begin(dayPass()), await begin()]
    const hints = await decide(cheap, 'pay')
    expect(granted(await verifyAttempt(app, dear.paymentId, hints))).toMatchObject({ success: false, state: 'pending' })
    expect(await paymentRow(app, dear.paymentId)).toMatchObject({
      gateway_id: pidxOf(dear),
      reason: 'Khalti: Initiated',
    })
    expect(granted(await verifyAttempt(app, cheap.paymentId, {}))).toMatchObject({ success: true })
  })

  test('where Khalti does not begin, the try has failed, the booking stays payable, and the visitor may try again', async () => {
    const { bookingId, secret } = await placed(app)
    const context = { ...app.env, mode: 'sandbox' as const, now: app.now }
    const broken = async () => Response.json({ detail: 'Invalid token.', status_code: 401 }, { status: 401 })
    const whole = app.gateways
    app.gateways = openGateways({ ...context, fetch: broken })
    expect(refusalOf(await startAttempt(app, bookingId, secret, 'khalti'))).toEqual({ code: 'gateway_unavailable' })
    expect(await rows(app.db.read, 'payments')).toMatchObject([
      { state: 'failed', gateway_id: null, reason: 'Khalti did not begin (401): Invalid token.' },
    ])
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held' })
    app.gateways = whole
    expect(granted(await startAttempt(app, bookingId, secret, 'khalti'))).toMatchObject({ state: 'pending' })
  })

  test('one pidx belongs to one payment', async () => {
    const [one, two] = [await begin(dayPass()), await begin(dayPass())]
    const taken = app.db.write(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('payments')
        .set({ gateway_id: pidxOf(one) })
        .where('id', '=', two.paymentId)
        .executeTakeFirstOrThrow()
      return { ok: true, value: numUpdatedRows }
    })
    await expect(taken).rejects.toThrow(/unique/i)
  })

  test('is not offered for real money without a key', async () => {
    app.env = { ...app.env, payments: 'live' }
    const { bookingId, secret } = await placed(app)
    expect(refusalOf(await startAttempt(app, bookingId, secret, 'khalti'))).toEqual({
      code: 'unsupported_method',
      message: 'Khalti is not set up yet',
    })
    expect(await rows(app.db.read, 'payments')).toEqual([])
  })

  test('money goes back through the stand-in, and a lookup says so', async () => {
    const payment = await begin()
    const { transactionId = '' } = await pay(payment, 'pay')
    const attempt = {
      id: payment.paymentId,
      bookingId: payment.bookingId,
      method: 'khalti',
      amount: payment.amount as never,
      createdAt: app.now(),
      gatewayId: pidxOf(payment),
    } as const
    const order = {
      id: 'r1',
      providerReference: transactionId,
      amount: attempt.amount,
      received: attempt.amount,
      refundedBefore: 0 as never,
      isRetry: false,
    }
    expect(await app.gateways.khalti?.refund?.(attempt, order)).toEqual({ kind: 'done' })
    expect(await app.gateways.khalti?.lookup(attempt)).toMatchObject({ kind: 'refunded', whole: true })
    expect(await app.gateways.khalti?.refund?.(attempt, order)).toMatchObject({ kind: 'failed' })
    expect(await app.gateways.khalti?.refund?.(attempt, { ...order, isRetry: true })).toEqual({ kind: 'done' })
  })
  test('what it answered to a refund is kept word for word, also where nobody can read it', async () => {
    const payment = await begin()
    await pay(payment, 'pay')
    const context = { ...app.env, mode: 'sandbox' as const, now: app.now }
    const answers = [
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      Response.json({ detail: 'Not found.' }, { status: 404 }),
    ]
    app.gateways = openGateways({ ...context, fetch: async () => answers.shift() ?? Response.error() })
    const wanted = { way: 'gateway', amount: payment.amount, reason: 'Asked by phone' } as const
    expect(granted(await createRefund(app, payment.paymentId, wanted, await someStaff(app), newKey())).state).toBe(
      'sent',
    )
    app.clock.advance(10 * MINUTE)
    await resumeRefunds(app)
    const kept = (await rows(app.db.read, 'payment_reports')).filter(({ source }) => source === 'refund')
    expect(kept.map(({ payment_id }) => payment_id)).toEqual(Array(2).fill(payment.paymentId))
    const heard = kept.flatMap(({ body }) => JSON.parse(body) as { status: number; body: string }[])
    // Before it is sent a second time it is looked for.
    expect(heard).toContainEqual(expect.objectContaining({ status: 502, body: '<h1>Bad gateway</h1>' }))
    expect(heard).toContainEqual(expect.objectContaining({ status: 404, body: '{"detail":"Not found."}' }))
    const booking = await bookingRow(app, payment.bookingId)
    const events = await readTimeline(app.db.read, booking, [await paymentRow(app, payment.paymentId)])
    expect(events.filter((event) => event.kind === 'report' && event.source === 'refund')).toEqual([])
  })
})
