import { describe, expect, test } from 'vitest'
import { npr, paisa } from '#domain/money.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { readReviewReasons } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import { mailsTo, rows, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey } from '../support/orders.ts'
import { alertsOf, paymentRow, started } from '../support/payments.ts'
import { PRICE, paid } from './deciding.ts'

const CARD_AMOUNT = 984_250
const CUSTOMER = 'aarati@example.com'

describe.each(ENGINES)('a booking that is paid twice, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  /** One booking with an eSewa payment and a card payment, both open. */
  async function twoPayments() {
    const first = await started(app)
    const second = granted(await startAttempt(app, first.bookingId, first.secret, 'stripe'))
    return { first, second }
  }
  const twiceMails = async () => (await mailsTo(app, CUSTOMER)).filter((subject) => /^You paid twice/.test(subject))
  const sendBack = async (paymentId: string, amount: number) =>
    granted(
      await createRefund(
        app,
        paymentId,
        { way: 'manual', amount, reason: 'Paid twice' },
        await someStaff(app),
        newKey(),
      ),
    )

  test('marks the second payment as refund due and tells customer and staff', async () => {
    const { first, second } = await twoPayments()
    await settle(app, first.paymentId, paid(), 'lookup')
    await settle(app, second.paymentId, paid(CARD_AMOUNT), 'webhook')
    expect(await paymentRow(app, first.paymentId)).toMatchObject({ state: 'confirmed', owed: null })
    expect(await paymentRow(app, second.paymentId)).toMatchObject({ state: 'confirmed', owed: CARD_AMOUNT })
    expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'confirmed' })
    expect(await twiceMails()).toEqual([`You paid twice: we refund ${npr(paisa(CARD_AMOUNT))} for ${first.bookingId}`])
    expect(await alertsOf(app, second.paymentId)).toEqual(['paid_twice'])
    expect(await readReviewReasons(app, second.paymentId)).toEqual(['owed', 'paid_twice'])
    const { payments } = granted(await readBooking(app, first.bookingId, first.secret))
    expect(payments.map(({ refundDue }) => refundDue)).toEqual([undefined, CARD_AMOUNT])
  })

  test('waits for nothing after the refund', async () => {
    const { first, second } = await twoPayments()
    await settle(app, first.paymentId, paid(), 'lookup')
    await settle(app, second.paymentId, paid(CARD_AMOUNT), 'webhook')
    await sendBack(second.paymentId, CARD_AMOUNT)
    expect(await readReviewReasons(app, second.paymentId)).toEqual([])
    expect(await bookingRow(app, first.bookingId)).toMatchObject({ state: 'confirmed' })
    const { payments } = granted(await readBooking(app, first.bookingId, first.secret))
    expect(payments.map(({ refundDue }) => refundDue)).toEqual([undefined, undefined])
  })

  test('marks exactly one of two payments that are confirmed at the same time', async () => {
    const { first, second } = await twoPayments()
    await Promise.all([
      settle(app, first.paymentId, paid(), 'lookup'),
      settle(app, second.paymentId, paid(CARD_AMOUNT), 'lookup'),
    ])
    const due = (await rows(app.db.read, 'payments')).filter(({ owed }) => owed !== null)
    expect(due).toHaveLength(1)
    expect(await twiceMails()).toHaveLength(1)
  })

  test('marks nothing if the same payment is confirmed again', async () => {
    const { first } = await twoPayments()
    const report = paid()
    for (const by of ['lookup', 'webhook', 'lookup'] as const) await settle(app, first.paymentId, report, by)
    expect(await paymentRow(app, first.paymentId)).toMatchObject({ state: 'confirmed', owed: null })
    expect(await twiceMails()).toEqual([])
  })

  test('leaves a second payment to staff if the first has been refunded', async () => {
    const { first, second } = await twoPayments()
    await settle(app, first.paymentId, paid(), 'lookup')
    await sendBack(first.paymentId, PRICE)
    await settle(app, second.paymentId, paid(CARD_AMOUNT), 'lookup')
    expect(await paymentRow(app, second.paymentId)).toMatchObject({ state: 'confirmed', owed: null })
    expect(await readReviewReasons(app, second.paymentId)).toEqual(['paid_twice'])
    expect(await twiceMails()).toEqual([])
  })
})
