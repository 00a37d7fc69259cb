import { expect, test } from 'vitest'
import { readTimeline } from '#server/desk/booking-timeline.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { openGateways } from '#server/payments/gateways/index.ts'
import type { KhaltiChoice } from '#server/payments/gateways/sandbox/khalti-outcome.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { resumeRefunds } from '#server/payments/refund-calls.ts'
import { describeOnEachEngine, execute, MINUTE, rows } from '../support/app.ts'
import { bookingRow, dayPass, failureOf, granted, order, placed } from '../support/orders.ts'
import { atOnce, runAfter } from '../support/outcomes.ts'
import { paymentRow, type Started, started, statesOf, verified } from '../support/payments.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { refund } from '../support/staff-actions.ts'
import { toAttempt } from './decision-steps.ts'
import { refundOrder } from './gateways/doubles.ts'

describeOnEachEngine('a Khalti payment on %s', (app) => {
  const start = (sent = order()) => started(app, sent, 'khalti')
  const pidxOf = ({ next }: Pick<Started, 'next'>) =>
    next.kind === 'redirect' ? (new URL(next.url).pathname.split('/').at(-1) ?? '') : ''
  /** Decides at the sandbox and returns the parameters of the return URL. */
  const decide = async (payment: Pick<Started, 'next'>, choice: KhaltiChoice) => {
    const back = await app.sandbox?.khalti.decide(pidxOf(payment), choice)
    return back === undefined ? {} : Object.fromEntries(new URL(back).searchParams)
  }
  const pay = async (payment: Started, choice: KhaltiChoice) =>
    granted(await verifyAttempt(app, payment.paymentId, await decide(payment, choice)))

  test('starts with the booking’s amount, and stores the pidx before the payer leaves', async () => {
    const payment = await start()
    expect(payment).toMatchObject({ method: 'khalti', state: 'pending', amount: 950_000, fee: 0 })
    expect(payment.next).toMatchObject({ kind: 'redirect' })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ gateway_id: pidxOf(payment), state: 'pending' })
    expect(await app.sandbox?.khalti.find(pidxOf(payment))).toMatchObject({
      orderId: payment.paymentId,
      amount: 950_000,
      returnUrl: `http://localhost:4321/payment?payment=${payment.paymentId}`,
    })
    // The hour of the link and 15 minutes.
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ expires_at: '2026-12-01T05:30:00.000Z' })
  })

  test('confirms the booking once if the return is repeated', async () => {
    const payment = await start()
    const parameters = await decide(payment, 'pay')
    expect(parameters).toMatchObject({ payment: payment.paymentId, pidx: pidxOf(payment), status: 'Completed' })
    const outcomes = await atOnce(5, () => verifyAttempt(app, payment.paymentId, parameters))
    const confirmed = { success: true, bookingState: 'confirmed', transactionId: parameters.tidx }
    for (const outcome of outcomes) expect(granted(outcome)).toMatchObject(confirmed)
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
  })

  test.each<[KhaltiChoice, object]>([
    ['cancel', { state: 'cancelled', bookingState: 'held', error: 'Payment verification failed' }],
    ['expired', { state: 'expired', bookingState: 'held' }],
    ['failed', { state: 'failed', bookingState: 'held' }],
    ['leave', { state: 'pending', bookingState: 'held' }],
    ['hold', { state: 'pending', bookingState: 'held' }],
    ['outage', { state: 'pending', bookingState: 'held' }],
    ['html', { state: 'pending', bookingState: 'held' }],
    ['altered', { state: 'mismatch', bookingState: 'pending_verification' }],
    ['refunded', { state: 'mismatch', bookingState: 'pending_verification' }],
    ['partly_refunded', { state: 'mismatch', bookingState: 'pending_verification' }],
  ])('is not confirmed if the payer chooses %s: %j', async (choice, verdict) => {
    expect(await pay(await start(), choice)).toMatchObject({ success: false, ...verdict })
    expect(await rows(app.db.read, 'memberships')).toEqual([])
  })

  test('is confirmed by reconciliation if the browser never returned or the lookup failed', async () => {
    for (const choice of ['silent', 'outage', 'html', 'late'] as const) {
      const payment = await start(dayPass())
      await decide(payment, choice)
      await runAfter(app, MINUTE, reconcile)
      expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
    }
  })

  test('expires with its link after an hour without a payment', async () => {
    const payment = await start()
    await runAfter(app, 60 * MINUTE, reconcile)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'expired', reason: 'Khalti: Expired' })
  })

  test('is not settled by the return of a cheaper payment', async () => {
    const [cheap, expensive] = [await start(dayPass()), await start()]
    const parameters = await decide(cheap, 'pay')
    expect(await verified(app, expensive.paymentId, parameters)).toMatchObject({ success: false, state: 'pending' })
    const open = { gateway_id: pidxOf(expensive), reason: 'Khalti: Initiated' }
    expect(await paymentRow(app, expensive.paymentId)).toMatchObject(open)
    expect(await verified(app, cheap.paymentId)).toMatchObject({ success: true })
  })

  test('fails if Khalti does not start it, and the visitor can try again', async () => {
    const { bookingId, secret } = await placed(app)
    const context = { ...app.env, mode: 'sandbox' as const, now: app.now }
    const broken = async () => Response.json({ detail: 'Invalid token.', status_code: 401 }, { status: 401 })
    const gateways = app.gateways
    app.gateways = openGateways({ ...context, fetch: broken })
    expect(failureOf(await startAttempt(app, bookingId, secret, 'khalti'))).toEqual({ code: 'gateway_unavailable' })
    expect(await rows(app.db.read, 'payments')).toMatchObject([
      { state: 'failed', gateway_id: null, reason: 'Khalti did not start the payment (401): Invalid token.' },
    ])
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'held' })
    app.gateways = gateways
    expect(granted(await startAttempt(app, bookingId, secret, 'khalti'))).toMatchObject({ state: 'pending' })
  })

  test('has a pidx that no other payment can have', async () => {
    const [one, two] = [await start(dayPass()), await start(dayPass())]
    const gateway_id = pidxOf(one)
    const taken = execute(app, (db) => db.updateTable('payments').set({ gateway_id }).where('id', '=', two.paymentId))
    await expect(taken).rejects.toThrow(/unique/i)
  })

  test('is not offered for real money without a key', async () => {
    app.env = { ...app.env, payments: 'live' }
    const { bookingId, secret } = await placed(app)
    expect(failureOf(await startAttempt(app, bookingId, secret, 'khalti'))).toEqual({
      code: 'unsupported_method',
      message: 'Khalti is not set up yet',
    })
    expect(await rows(app.db.read, 'payments')).toEqual([])
  })

  test('is refunded through the sandbox gateway, and a lookup confirms it', async () => {
    const payment = await start()
    const { transactionId = '' } = await pay(payment, 'pay')
    const attempt = toAttempt(app, payment, pidxOf(payment))
    const order = refundOrder(payment.amount, transactionId)
    expect(await app.gateways.khalti?.refund?.(attempt, order)).toEqual({ kind: 'done' })
    expect(await app.gateways.khalti?.lookup(attempt)).toMatchObject({ kind: 'refunded', whole: true })
    expect(await app.gateways.khalti?.refund?.(attempt, order)).toMatchObject({ kind: 'failed' })
    expect(await app.gateways.khalti?.refund?.(attempt, { ...order, isRetry: true })).toEqual({ kind: 'done' })
  })

  test('stores the response to a refund verbatim, also if it cannot be parsed', async () => {
    const payment = await start()
    await pay(payment, 'pay')
    const context = { ...app.env, mode: 'sandbox' as const, now: app.now }
    const responses = [
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      Response.json({ detail: 'Not found.' }, { status: 404 }),
    ]
    app.gateways = openGateways({ ...context, fetch: async () => responses.shift() ?? Response.error() })
    const by = await someStaff(app)
    const sent = granted(await refund(app, by, payment.paymentId, payment.amount, { channel: 'gateway' }))
    expect(sent.state).toBe('sent')
    await runAfter(app, 10 * MINUTE, resumeRefunds)
    const reports = (await rows(app.db.read, 'payment_reports')).filter(({ source }) => source === 'refund')
    expect(reports.map(({ payment_id }) => payment_id)).toEqual(Array(2).fill(payment.paymentId))
    const recorded = reports.flatMap(({ body }) => JSON.parse(body) as { status: number; body: string }[])
    // The refund is looked up before it is sent again.
    expect(recorded).toContainEqual(expect.objectContaining({ status: 502, body: '<h1>Bad gateway</h1>' }))
    expect(recorded).toContainEqual(expect.objectContaining({ status: 404, body: '{"detail":"Not found."}' }))
    const booking = await bookingRow(app, payment.bookingId)
    const events = await readTimeline(app.db.read, booking, [await paymentRow(app, payment.paymentId)])
    expect(events.filter((event) => event.kind === 'report' && event.source === 'refund')).toEqual([])
  })
})
