import sharp from 'sharp'
import { expect, test } from 'vitest'
import { listBookings } from '#contract/admin/bookings.ts'
import { decidePayment } from '#contract/admin/payments.ts'
import { reportReceiptReading, sendReceipt } from '#contract/receipts.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { describeOnEachEngine, expectNothingStored, HOUR, MINUTE, rows } from '../support/app.ts'
import { granted, order } from '../support/orders.ts'
import { paymentRow, type Started, started } from '../support/payments.ts'
import { drawnReceipt, upload, uploadReceipt } from '../support/receipt-uploads.ts'
import { call, rejected, SAME_ORIGIN } from '../support/requests.ts'
import { owner, type TestBrowser } from '../support/staff-accounts.ts'

describeOnEachEngine('readings of receipts on %s', (app) => {
  const qr = () => started(app, order(), 'qr_payment')
  const listed = async (staff: TestBrowser) => (await call(listBookings, staff.sent)).items
  /** A call that reports a reading with these fields changed. */
  const report = (
    { paymentId: id, secret }: Pick<Started, 'paymentId'> & { secret: string },
    receiptId: string,
    more: object = {},
  ) => ({
    id,
    secret,
    headers: SAME_ORIGIN,
    body: { receiptId, reading: { confidence: 0.95, amount: 950_000, transactionId: '8842 1170-356', ...more } },
  })

  test('notifies staff of a receipt, image or transaction that another booking used', async () => {
    const [first, second, third, fourth] = [await qr(), await qr(), await qr(), await qr()]
    const drawn = await drawnReceipt('one receipt')
    const saved = await sharp(drawn).png({ compressionLevel: 1 }).withMetadata({ density: 300 }).toBuffer()
    expect(saved.equals(drawn)).toBe(false)
    const sent = await call(sendReceipt, upload(first, drawn))
    await call(sendReceipt, upload(second, saved))
    const other = await uploadReceipt(third)
    await uploadReceipt(fourth)
    const staff = await owner(app)
    const flagged = async () => (await listed(staff)).map(({ bookingId, attention }) => [bookingId, attention]).sort()
    const expected = (...seen: { bookingId: string }[]) =>
      [first, second, third, fourth]
        .map((each) => [each.bookingId, seen.includes(each) ? 'receipt_reused' : null])
        .sort()
    expect(await flagged()).toEqual(expected(first, second))
    await call(reportReceiptReading, report(first, sent.receiptId, { transactionId: '8842 1170 356' }))
    await call(reportReceiptReading, report(third, other.receiptId, { transactionId: '88421170356' }))
    expect(await flagged()).toEqual(expected(first, second, third))
  })

  test('ignores another attempt of the same booking', async () => {
    const payment = await qr()
    app.clock.advance(6 * MINUTE)
    const again = { ...payment, ...granted(await startAttempt(app, payment.bookingId, payment.secret, 'qr_payment')) }
    for (const each of [payment, again]) await uploadReceipt(each, 'one receipt')
    const [row] = await listed(await owner(app))
    expect(row?.attention).toBeNull()
  })

  test('limits a booking to ten readings at once', async () => {
    const sent = report(await qr(), 'x')
    for (let times = 0; times < 10; times++) await rejected('not_found', reportReceiptReading, sent)
    await rejected('too_many', reportReceiptReading, sent)
  })

  test('checks a reading by the rules, without confirming anything', async () => {
    const payment = await qr()
    const { receiptId } = await uploadReceipt(payment)
    app.clock.advance(MINUTE)
    const other = await uploadReceipt(payment)
    const problems = ['low_confidence', 'amount_mismatch', 'too_old']
    const bad = { amount: 1, confidence: 0.8, transactedAt: app.now() - HOUR }
    expect(await call(reportReceiptReading, report(payment, other.receiptId))).toEqual({ problems: [] })
    expect(await call(reportReceiptReading, report(payment, receiptId, bad))).toEqual({ problems })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'pending', provider_reference: null })
    const staff = await owner(app)
    const row = (await listed(staff)).find(({ bookingId }) => bookingId === payment.bookingId)
    expect(row?.paymentToCheck?.receipts).toMatchObject([{ problems, reading: { amount: 1 } }, { problems: [] }])
    await rejected('not_found', reportReceiptReading, report(payment, 'x'))
    const { secret, ...withoutSecret } = report(payment, receiptId)
    await rejected('not_found', reportReceiptReading, withoutSecret)
    await rejected('not_found', reportReceiptReading, report({ ...(await qr()), secret }, receiptId))
  })

  test('stores the first reading of a receipt, and none after the decision', async () => {
    const payment = await qr()
    const [read, unread] = [await uploadReceipt(payment), await uploadReceipt(payment)]
    for (const more of [{ amount: 1 }, { transactionId: 'another one' }])
      expect(await call(reportReceiptReading, report(payment, read.receiptId, more))).toEqual({
        problems: ['amount_mismatch'],
      })
    const stored = (await rows(app.db.read, 'receipts')).map(({ transaction_id }) => transaction_id)
    expect(stored.sort()).toEqual(['88421170356', null])
    const { headers } = (await owner(app)).sent
    const body = { decision: 'reject', reason: 'Nothing arrived' }
    await call(decidePayment, { id: payment.paymentId, body, headers })
    await expectNothingStored(app, async () => {
      for (const { receiptId } of [read, unread])
        await rejected('not_payable', reportReceiptReading, report(payment, receiptId, { transactionId: 'another' }))
    })
  })
})
