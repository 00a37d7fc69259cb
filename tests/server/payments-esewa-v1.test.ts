import { describe, expect, test } from 'vitest'
import { verifyAttempt } from '#server/payments/attempts.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { MINUTE, rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted } from '../support/orders.ts'
import { arrive, decide, paymentRow, started } from '../support/payments.ts'

describe.each(ENGINES)('paying with ESEWA_API=v1 on %s', (engine) => {
  let app: TestApp
  withApp(
    engine,
    (opened) => {
      app = opened
    },
    { env: { ESEWA_API: 'v1' } },
  )

  test('goes to v1’s address, and comes back with what transrec confirms', async () => {
    const payment = await started(app)
    expect(payment.next).toMatchObject({ action: 'http://localhost:4321/sandbox/esewa/epay/main', orRedirect: true })
    const hints = await decide(app, payment, 'pay')
    expect(hints).toEqual({
      payment: payment.paymentId,
      oid: payment.paymentId,
      amt: '9500.00',
      refId: expect.any(String),
    })
    expect(granted(await verifyAttempt(app, payment.paymentId, hints))).toMatchObject({
      success: true,
      bookingState: 'confirmed',
      transactionId: hints.refId,
    })
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
  })

  test('before the payer is back, and after a failure, it is being checked', async () => {
    const payment = await started(app)
    expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({ success: false, state: 'pending' })
    expect(await decide(app, payment, 'fail')).toEqual({ payment: payment.paymentId })
    expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({ success: false, state: 'pending' })
  })

  test('a number that came back while transrec was down is asked about again', async () => {
    const payment = await started(app)
    const hints = await decide(app, payment, 'outage')
    expect(granted(await verifyAttempt(app, payment.paymentId, hints))).toMatchObject({ state: 'pending' })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ reason: 'eSewa answered 503' })
    app.clock.advance(MINUTE)
    await reconcile(app)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('made-up numbers, before the true one and after it, lose nothing', async () => {
    const payment = await started(app)
    const oid = payment.paymentId
    await verifyAttempt(app, oid, { oid, refId: 'MADE-UP' })
    const hints = await decide(app, payment, 'outage')
    await verifyAttempt(app, oid, hints)
    await verifyAttempt(app, oid, { oid, refId: 'ANOTHER' })
    app.clock.advance(MINUTE)
    await reconcile(app)
    expect(await paymentRow(app, oid)).toMatchObject({ state: 'confirmed', provider_reference: hints.refId })
  })

  test('another payment’s number confirms nothing, under either name', async () => {
    const [paid, mine] = [await started(app), await started(app)]
    const { refId = '', amt = '' } = await decide(app, paid, 'pay')
    await arrive(app, mine)
    for (const oid of [paid.paymentId, mine.paymentId])
      expect(granted(await verifyAttempt(app, mine.paymentId, { oid, amt, refId }))).toMatchObject({ state: 'pending' })
    expect(granted(await verifyAttempt(app, paid.paymentId, { oid: paid.paymentId, amt, refId }))).toMatchObject({
      success: true,
    })
  })

  test('one number pays one payment, even where the gateway would say success twice', async () => {
    const [first, second] = [await started(app), await started(app)]
    const gateway = app.gateways.esewa
    if (!gateway) throw new Error('there is no eSewa')
    app.gateways = {
      esewa: { ...gateway, lookup: async ({ amount }) => ({ kind: 'paid', amount, providerReference: '0007G36' }) },
    }
    expect(granted(await verifyAttempt(app, first.paymentId, {}))).toMatchObject({ success: true })
    expect(granted(await verifyAttempt(app, second.paymentId, {}))).toMatchObject({ success: false, state: 'mismatch' })
  })
})
