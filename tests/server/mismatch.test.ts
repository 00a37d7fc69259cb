import { describe, expect, test } from 'vitest'
import { npr, paisa } from '#domain/money.ts'
import { getBrand } from '#server/catalogue.ts'
import { verifyAttempt } from '#server/payments/attempts.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { settle } from '#server/payments/settlement.ts'
import { MINUTE, mailsTo, rows, stored, type TestApp, untouched, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, order, refusalOf } from '../support/orders.ts'
import { alertsOf, paymentRow, reporting, started } from '../support/payments.ts'
import { deciding, found, PRICE, paid, REJECT } from './deciding.ts'

describe.each(ENGINES)('a mismatch, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  const { states, say, full, late } = deciding(() => app)

  test('is taken as it is: what came is on record, and the booking is confirmed', async () => {
    const { paymentId } = await started(app)
    await settle(app, paymentId, paid(PRICE - 100, 'REF-1'), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ received: PRICE - 100, provider_reference: 'REF-1' })
    granted(await say(paymentId, { ...found(PRICE - 100, 'REF-1'), reason: 'One rupee', saw: 'mismatch' }))
    expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
    expect(await paymentRow(app, paymentId)).toMatchObject({ received: PRICE - 100, provider_reference: 'REF-1' })
    expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'payment_accepted', reason: 'One rupee' }])
  })

  test('after its place was given away takes it again, or waits on where it is gone', async () => {
    const { catalogue } = app
    for (const [isFull, booking] of [
      [false, 'confirmed'],
      [true, 'needs_decision'],
    ] as const) {
      const { paymentId } = await late()
      await settle(app, paymentId, paid(PRICE - 100, paymentId), 'lookup')
      expect(await states(paymentId)).toEqual(['mismatch', 'needs_decision'])
      if (isFull) full()
      granted(await say(paymentId, found(PRICE - 100, paymentId)))
      app.catalogue = catalogue
      expect(await states(paymentId)).toEqual(['confirmed', booking])
      expect(await alertsOf(app, paymentId)).toEqual([])
    }
  })

  test('whose money is here is not rejected; one that nothing came of is, and its place is free', async () => {
    const kept = await started(app)
    await settle(app, kept.paymentId, paid(PRICE - 100), 'lookup')
    const before = await stored(app)
    expect(refusalOf(await say(kept.paymentId, REJECT))).toMatchObject({
      code: 'not_decidable',
      message: /send it back/,
    })
    expect(await stored(app)).toMatchObject({ payments: before.payments, bookings: before.bookings })
    const empty = await started(app, order({ startDate: '2027-03-10' }))
    await settle(app, empty.paymentId, { kind: 'mismatch', reason: 'names another payment' }, 'lookup')
    granted(await say(empty.paymentId, REJECT))
    expect(await states(empty.paymentId)).toEqual(['failed', 'cancelled'])
  })

  test('of which all has gone back is closed', async () => {
    const { paymentId } = await started(app)
    await settle(app, paymentId, { kind: 'refunded', whole: true, reason: 'FULL_REFUND' }, 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'mismatch', received: PRICE, refunded: PRICE })
    granted(await say(paymentId, REJECT))
    expect(await states(paymentId)).toEqual(['refunded', 'cancelled'])
    const told = (await rows(app.db.read, 'mails')).map(({ subject }) => subject)
    expect(told.filter((subject) => /went back|could not find/.test(subject))).toEqual([
      expect.stringMatching(/^Your payment went back: /),
    ])
  })

  test('is taken as the gateway said it came, whatever is typed', async () => {
    const { paymentId } = await started(app)
    await settle(app, paymentId, paid(PRICE - 100, 'REF-1'), 'lookup')
    await someStaff(app)
    await untouched(app, async () => {
      expect(refusalOf(await say(paymentId, found(PRICE * 100, 'REF-OF-ANOTHER'))).fields).toEqual({
        amount: `The gateway has said that ${npr(paisa(PRICE - 100))} came`,
        transactionId: 'The gateway has named it REF-1',
      })
    })
  })

  test('of which the gateway said no sum is taken as staff found it there', async () => {
    const { paymentId } = await started(app)
    await settle(app, paymentId, { kind: 'mismatch', reason: 'names another payment' }, 'lookup')
    granted(await say(paymentId, found(PRICE, 'REF-1')))
    expect(await paymentRow(app, paymentId)).toMatchObject({ received: PRICE, provider_reference: 'REF-1' })
  })

  test('that staff closed does not come back by our own questions; money that comes yet is found', async () => {
    const { paymentId } = await started(app)
    reporting(app, () => ({ kind: 'mismatch', reason: 'names another payment' }))
    for (let round = 0; round < 5; round++) {
      app.clock.advance(6 * MINUTE)
      await reconcile(app)
      if (round === 0) granted(await say(paymentId, REJECT))
      expect(await states(paymentId)).toEqual(['failed', 'cancelled'])
    }
    expect(await mailsTo(app, getBrand().email)).toHaveLength(1)
    expect(await mailsTo(app, 'aarati@example.com')).toHaveLength(1)
    reporting(app, () => paid(PRICE, 'REF-1'))
    granted(await verifyAttempt(app, paymentId, {}))
    expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
  })

  test('with a transaction that paid another booking is refused', async () => {
    const other = await started(app)
    await settle(app, other.paymentId, paid(PRICE, 'REF-1'), 'lookup')
    const { paymentId } = await started(app, order({ startDate: '2027-03-10' }))
    await settle(app, paymentId, paid(PRICE, 'REF-1'), 'lookup')
    expect(refusalOf(await say(paymentId, found(PRICE, 'REF-1')))).toMatchObject({
      fields: { transactionId: 'This transaction has paid another booking' },
    })
  })
})
