import { describe, expect, test } from 'vitest'
import { getBrand } from '#server/catalogue.ts'
import { lookupPaymentNow } from '#server/desk/payment-view.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { openGateways } from '#server/payments/gateways/index.ts'
import type { FonepayChoice } from '#server/payments/gateways/sandbox/fonepay-outcome.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { readReviewReasons } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeSite } from '#server/reports/site.ts'
import { emailsTo, HOUR, MINUTE, rows, type TestApp, useApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, failureOf, granted } from '../support/orders.ts'
import { atOnce, runAfter } from '../support/outcomes.ts'
import { paid, paymentRow, replaceGateway, type Started, started, statesOf, verified } from '../support/payments.ts'
import { drawnReceipt } from '../support/receipt-uploads.ts'
import { someStaff } from '../support/staff-accounts.ts'

const start = (app: TestApp, date?: string) => started(app, dayPass(date ? { startDate: date } : {}), 'qr_payment')
const choose = async (app: TestApp, { paymentId }: Started, choice: FonepayChoice) =>
  app.sandbox?.fonepay.decide((await paymentRow(app, paymentId)).gateway_id ?? '', choice)
/** Counts the status calls. */
function countLookups(app: TestApp) {
  const counted = { count: 0 }
  const lookup = app.gateways.qr_payment?.lookup
  replaceGateway(app, 'qr_payment', {
    lookup: (attempt) => {
      counted.count++
      return lookup?.(attempt) ?? Promise.reject(new Error('no gateway'))
    },
  })
  return counted
}
const again = async (app: TestApp, { bookingId, secret }: Awaited<ReturnType<typeof start>>) =>
  granted(await startAttempt(app, bookingId, secret, 'qr_payment'))

describe.each(ENGINES)('a QR payment with Fonepay on %s', (engine) => {
  const app = useApp(engine, { env: { QR_PROVIDER: 'fonepay' } })

  test('is announced without a receipt', () => {
    expect(describeSite(app).methods).toContainEqual({
      id: 'qr_payment',
      available: true,
      note: 'You will see a QR code for your banking app. We confirm the payment within seconds.',
    })
  })

  test('stores the label and the code before the payer can pay', async () => {
    const payment = await start(app)
    const { next } = payment
    expect(next).toMatchObject({ kind: 'qr', confirmedBy: 'fonepay', reference: payment.bookingId })
    const row = await paymentRow(app, payment.paymentId)
    expect(row).toMatchObject({
      qr_code: next.kind === 'qr' && next.code,
      gateway_id: expect.stringMatching(/^\w{30}$/),
    })
  })

  test('is confirmed by polling within five seconds', async () => {
    const payment = await start(app)
    await choose(app, payment, 'pay')
    const states: string[] = []
    for (let second = 0; second <= 5; second++) {
      states.push((await verified(app, payment.paymentId)).state)
      app.clock.advance(1_000)
    }
    expect(states).toEqual(['pending', 'pending', 'pending', 'confirmed', 'confirmed', 'confirmed'])
    expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
    expect(await emailsTo(app, 'aarati@example.com')).toHaveLength(1)
  })

  test('is confirmed by the reconciler if the page was closed', async () => {
    const payment = await start(app)
    await choose(app, payment, 'pay')
    await runAfter(app, MINUTE, reconcile)
    expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
  })

  test('causes at most one status call in three seconds, however many pages poll', async () => {
    const lookups = countLookups(app)
    const { paymentId } = await start(app)
    await atOnce(8, () => verifyAttempt(app, paymentId, {}))
    expect(lookups.count).toBe(1)
    app.clock.advance(2_999)
    await verifyAttempt(app, paymentId, {})
    expect(lookups.count).toBe(1)
    app.clock.advance(1)
    await atOnce(8, () => verifyAttempt(app, paymentId, {}))
    expect(lookups.count).toBe(2)
  })

  test('shows the same code again after a reload, and a new one after five minutes', async () => {
    const payment = await start(app)
    const reloaded = await again(app, payment)
    expect([reloaded.paymentId, reloaded.next]).toEqual([payment.paymentId, payment.next])
    app.clock.advance(5 * MINUTE)
    const renewed = await again(app, payment)
    expect(renewed.paymentId).not.toBe(payment.paymentId)
    expect(renewed.next).not.toMatchObject({ code: payment.next.kind === 'qr' && payment.next.code })
    // The earlier code can still be paid.
    await choose(app, payment, 'pay')
    await runAfter(app, 10_000, reconcile)
    expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
  })

  test('is looked up before another payment starts, because its page may have been closed', async () => {
    const payment = await start(app)
    app.clock.advance(5 * MINUTE)
    await choose(app, payment, 'pay')
    app.clock.advance(2_000)
    expect(failureOf(await startAttempt(app, payment.bookingId, payment.secret, 'esewa')).code).toBe('not_payable')
    expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
    expect(await rows(app.db.read, 'payments')).toHaveLength(1)
  })

  test('never shows a code whose response was lost', async () => {
    const first = await start(app)
    const code = app.gateways.qr_payment?.start
    replaceGateway(app, 'qr_payment', {
      start: async (attempt, until) => {
        await code?.(attempt, until)
        return { ok: false, failure: { code: 'gateway_unavailable', message: 'no response' } }
      },
    })
    app.clock.advance(5 * MINUTE)
    expect(failureOf(await startAttempt(app, first.bookingId, first.secret, 'qr_payment')).code).toBe(
      'gateway_unavailable',
    )
    replaceGateway(app, 'qr_payment', { ...(code && { start: code }) })
    const retried = await again(app, first)
    const attempts = await rows(app.db.read, 'payments')
    expect(attempts.map(({ state }) => state).toSorted()).toEqual(['failed', 'pending', 'pending'])
    expect(retried.state).toBe('pending')
  })

  test('is not confirmed by a different amount, another’s transaction, or the visitor', async () => {
    const altered = await start(app)
    await choose(app, altered, 'altered')
    app.clock.advance(2_000)
    expect(await verified(app, altered.paymentId)).toMatchObject({ success: false, state: 'mismatch' })
    const [one, other] = [await start(app, '2026-12-10'), await start(app, '2026-12-11')]
    await settle(app, one.paymentId, paid(one.amount, 'TRACE1'), 'lookup')
    await settle(app, other.paymentId, paid(other.amount, 'TRACE1'), 'lookup')
    expect((await paymentRow(app, other.paymentId)).state).toBe('mismatch')
    const forged = await start(app, '2026-12-12')
    const parameters = { paymentStatus: 'success', prn: 'x', fonepayTraceId: '1' }
    expect(await verified(app, forged.paymentId, parameters)).toMatchObject({ success: false, state: 'pending' })
  })

  test('releases the seats of a code that was not scanned, and holds them while a payment is open', async () => {
    const [unscanned, opened] = [await start(app), await start(app, '2026-12-10')]
    await choose(app, opened, 'hold')
    await runAfter(app, 31 * MINUTE, expireBookings)
    expect((await bookingRow(app, unscanned.bookingId)).state).toBe('expired')
    expect((await bookingRow(app, opened.bookingId)).state).toBe('held')
  })

  test('confirms late money while seats are free, and leaves no code that was not scanned to staff', async () => {
    const [late, unscanned] = [await start(app, '2026-12-20'), await start(app, '2026-12-21')]
    await runAfter(app, 31 * MINUTE, expireBookings)
    await runAfter(app, 40 * MINUTE, reconcile)
    expect(await statesOf(app, late.paymentId)).toEqual(['expired', 'expired'])
    await choose(app, late, 'pay')
    await runAfter(app, HOUR, reconcile)
    expect(await statesOf(app, late.paymentId)).toEqual(['confirmed', 'confirmed'])
    await runAfter(app, 24 * HOUR, reconcile)
    expect((await paymentRow(app, unscanned.paymentId)).left_to_staff_at).not.toBeNull()
    expect(await readReviewReasons(app, unscanned.paymentId)).toEqual([])
    expect(await emailsTo(app, getBrand().email)).toEqual([])
  })

  test('stays open for staff once they have a receipt, and can be confirmed by either', async () => {
    const [byStaff, byLookup] = [await start(app), await start(app, '2026-12-10')]
    for (const { paymentId } of [byStaff, byLookup])
      await saveReceipt(app, await paymentRow(app, paymentId), await drawnReceipt())
    await choose(app, byStaff, 'failed')
    await runAfter(app, 2 * HOUR, reconcile)
    expect(await statesOf(app, byStaff.paymentId)).toEqual(['pending', 'pending_verification'])
    const staff = await someStaff(app)
    const decision = { decision: 'confirm', amount: byStaff.amount, transactionId: 'ABC-1234' } as const
    expect(await decide(app, staff, byStaff.paymentId, decision)).toMatchObject({ ok: true })
    await choose(app, byLookup, 'pay')
    app.clock.advance(2_000)
    expect(await lookupPaymentNow(app, staff, byLookup.paymentId)).toMatchObject({ ok: true })
    expect(await statesOf(app, byLookup.paymentId)).toEqual(['confirmed', 'confirmed'])
  })

  test('is found when Fonepay reports it after staff have rejected its receipt', async () => {
    const payment = await start(app)
    await saveReceipt(app, await paymentRow(app, payment.paymentId), await drawnReceipt())
    await choose(app, payment, 'outage')
    const decision = { decision: 'reject', reason: 'Not in the account' } as const
    granted(await decide(app, await someStaff(app), payment.paymentId, decision))
    expect(await statesOf(app, payment.paymentId)).toEqual(['failed', 'cancelled'])
    await runAfter(app, 3 * MINUTE, reconcile)
    expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'confirmed'])
  })

  test('holds no seats with an earlier code after staff have rejected a receipt, unless it is being paid', async () => {
    const staff = await someStaff(app)
    const rejectSecond = async (date: string, choice?: FonepayChoice) => {
      const first = await start(app, date)
      app.clock.advance(6 * MINUTE)
      const second = await again(app, first)
      await saveReceipt(app, await paymentRow(app, second.paymentId), await drawnReceipt())
      if (choice) await choose(app, first, choice)
      granted(await decide(app, staff, second.paymentId, { decision: 'reject', reason: 'Not in the account' }))
      await runAfter(app, 14 * MINUTE, expireBookings)
      expect((await bookingRow(app, first.bookingId)).state).toBe('pending_verification')
      await runAfter(app, MINUTE, expireBookings)
      return bookingRow(app, first.bookingId)
    }
    expect((await rejectSecond('2026-12-10')).state).toBe('expired')
    const { state, expires_at } = await rejectSecond('2026-12-11', 'hold')
    expect([state, expires_at]).toEqual(['pending_verification', new Date(app.now() + 5 * MINUTE).toISOString()])
  })

  test('records no token of the account', async () => {
    const payment = await start(app)
    await choose(app, payment, 'pay')
    app.clock.advance(2_000)
    // A new gateway logs in during the lookup.
    const { fetch, fonepay } = app.sandbox ?? {}
    if (!fetch || !fonepay) throw new Error('there is no sandbox')
    const options = { ...app.env, fonepay: fonepay.account, mode: 'sandbox', fetch, now: app.now } as const
    app.gateways = openGateways(options)
    expect(await verified(app, payment.paymentId)).toMatchObject({ success: true })
    const reports = (await rows(app.db.read, 'payment_reports')).map(({ body }) => body).join()
    expect(reports).toContain('accessToken')
    expect(reports).not.toContain('Bearer ')
  })
})

describe('a QR payment with the static code', () => {
  const app = useApp('sqlite')

  test('is never queried, and only staff confirm it', async () => {
    const lookups = countLookups(app)
    const payment = await start(app)
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ gateway_id: null, qr_code: null })
    expect(payment.next).not.toHaveProperty('confirmedBy')
    expect(failureOf(await verifyAttempt(app, payment.paymentId, {})).code).toBe('unsupported_method')
    expect(failureOf(await lookupPaymentNow(app, await someStaff(app), payment.paymentId)).code).toBe('not_decidable')
    await runAfter(app, 25 * HOUR, reconcile)
    await expireBookings(app)
    expect(lookups.count).toBe(0)
    expect(await statesOf(app, payment.paymentId)).toEqual(['pending', 'expired'])
  })
})
