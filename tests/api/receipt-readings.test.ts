import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { listBookings } from '#contract/admin/bookings.ts'
import { decidePayment } from '#contract/admin/payments.ts'
import { reportReceiptReading, sendReceipt } from '#contract/receipts.ts'
import { setApp } from '#server/open-app.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { HOUR, MINUTE, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { owner, type Visitor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, order } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { call, OWN, refused } from '../support/requests.ts'
import { drawnReceipt, sendDrawn, upload } from '../support/uploads.ts'

describe.each(ENGINES)('readings of receipts on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  const qr = () => started(app, order(), 'qr_payment')
  const listed = async (staff: Visitor) => (await call(listBookings, staff.sent)).items
  const reading = (more: object = {}) => ({
    confidence: 0.95,
    amount: 950_000,
    transactionId: '8842 1170-356',
    ...more,
  })

  test('the same receipt, picture or transaction for another booking is told to staff', async () => {
    const [first, second, third, fourth] = [await qr(), await qr(), await qr(), await qr()]
    const drawn = await drawnReceipt('one receipt')
    const saved = await sharp(drawn).png({ compressionLevel: 1 }).withMetadata({ density: 300 }).toBuffer()
    expect(saved.equals(drawn)).toBe(false)
    const sent = await call(sendReceipt, upload(first, drawn))
    await call(sendReceipt, upload(second, saved))
    const other = await sendDrawn(third)
    await sendDrawn(fourth)
    const staff = await owner(app)
    const seen = async () => (await listed(staff)).map(({ bookingId, attention }) => [bookingId, attention]).sort()
    const expected = (...flagged: { bookingId: string }[]) =>
      [first, second, third, fourth]
        .map((each) => [each.bookingId, flagged.includes(each) ? 'receipt_seen' : null])
        .sort()
    expect(await seen()).toEqual(expected(first, second))
    const tell = (payment: typeof first, receiptId: string, transactionId: string) =>
      call(reportReceiptReading, {
        id: payment.paymentId,
        secret: payment.secret,
        body: { receiptId, reading: reading({ transactionId }) },
        headers: OWN,
      })
    await tell(first, sent.receiptId, '8842 1170 356')
    await tell(third, other.receiptId, '88421170356')
    expect(await seen()).toEqual(expected(first, second, third))
  })

  test('another try of the same booking is no other booking', async () => {
    const payment = await qr()
    app.clock.advance(6 * MINUTE)
    const again = { ...payment, ...granted(await startAttempt(app, payment.bookingId, payment.secret, 'qr_payment')) }
    for (const each of [payment, again]) await sendDrawn(each, 'one receipt')
    const [row] = await listed(await owner(app))
    expect(row?.attention).toBeNull()
  })

  test('a booking tells ten readings at once, then fewer', async () => {
    const { paymentId: id, secret } = await qr()
    const sent = { id, secret, body: { receiptId: 'x', reading: reading() }, headers: OWN }
    for (let times = 0; times < 10; times++) await refused('not_found', reportReceiptReading, sent)
    await refused('too_many', reportReceiptReading, sent)
  })

  test('a reading is judged by the rules, and proves nothing', async () => {
    const payment = await qr()
    const { receiptId } = await sendDrawn(payment)
    app.clock.advance(MINUTE)
    const other = await sendDrawn(payment)
    const tell = (id: string, more: object) =>
      call(reportReceiptReading, {
        id: payment.paymentId,
        secret: payment.secret,
        body: { receiptId: id, reading: reading(more) },
        headers: OWN,
      })
    expect(await tell(other.receiptId, {})).toEqual({ problems: [] })
    expect(await tell(receiptId, { amount: 1, confidence: 0.8, transactedAt: app.now() - HOUR })).toEqual({
      problems: ['low_confidence', 'amount_mismatch', 'too_old'],
    })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending', provider_reference: null })
    const staff = await owner(app)
    const row = (await listed(staff)).find(({ bookingId }) => bookingId === payment.bookingId)
    expect(row?.toCheck?.receipts).toMatchObject([
      { problems: ['low_confidence', 'amount_mismatch', 'too_old'], reading: { amount: 1 } },
      { problems: [] },
    ])
    const body = { receiptId, reading: reading() }
    const { secret, paymentId: id } = payment
    await refused('not_found', reportReceiptReading, { id, secret, body: { ...body, receiptId: 'x' } })
    await refused('not_found', reportReceiptReading, { id, body })
    await refused('not_found', reportReceiptReading, { id: (await qr()).paymentId, secret, body })
  })

  test('the first reading of a receipt stands, and none comes after the decision', async () => {
    const payment = await qr()
    const { paymentId: id, secret } = payment
    const [read, unread] = [await sendDrawn(payment), await sendDrawn(payment)]
    const told = (receiptId: string, more: object) => ({
      id,
      secret,
      body: { receiptId, reading: reading(more) },
      headers: OWN,
    })
    const kept = async () =>
      (await rows(app.db.read, 'payment_evidence')).map(({ transaction_id }) => transaction_id).sort()
    expect(await call(reportReceiptReading, told(read.receiptId, { amount: 1 }))).toEqual({
      problems: ['amount_mismatch'],
    })
    expect(await call(reportReceiptReading, told(read.receiptId, { transactionId: 'another one' }))).toEqual({
      problems: ['amount_mismatch'],
    })
    expect(await kept()).toEqual(['88421170356', null])
    const { headers } = (await owner(app)).sent
    await call(decidePayment, { id, body: { decision: 'reject', reason: 'Nothing arrived' }, headers })
    const before = await stored(app)
    for (const { receiptId } of [read, unread])
      await refused('not_payable', reportReceiptReading, told(receiptId, { transactionId: 'another one' }))
    expect(await stored(app)).toEqual(before)
  })
})
