import { expect, test } from 'vitest'
import { listBookings } from '#contract/admin/bookings.ts'
import { decidePayment, downloadReceiptImage } from '#contract/admin/payments.ts'
import { readBooking } from '#contract/bookings.ts'
import { sendReceipt } from '#contract/receipts.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { describeOnEachEngine, HOUR, MINUTE, rows, stored } from '../support/app.ts'
import { granted, order, seatsTaken } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { drawnReceipt, upload, uploadReceipt } from '../support/receipt-uploads.ts'
import { call, rejected, SAME_ORIGIN, send } from '../support/requests.ts'
import { owner, setRole, type TestBrowser } from '../support/staff-accounts.ts'

describeOnEachEngine('receipts on %s', (app) => {
  const qr = () => started(app, order(), 'qr_payment')
  /** A decision of staff, which confirms the whole amount by default. */
  const decision = (staff: TestBrowser, id: string, over: object = {}) => ({
    id,
    headers: { ...staff.sent.headers, ...SAME_ORIGIN },
    body: { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234', ...over },
  })
  const CONFIRMED = { state: 'confirmed', bookingState: 'confirmed' }
  const toCheck = async (staff: TestBrowser, bookingId: string) =>
    (await call(listBookings, staff.sent)).items.find((row) => row.bookingId === bookingId)?.paymentToCheck

  test('sends the booking to staff, whose decision confirms it once', async () => {
    const payment = await qr()
    expect(payment.next).toMatchObject({ kind: 'qr', reference: payment.bookingId })
    const { receiptId, bookingState } = await uploadReceipt(payment)
    expect(bookingState).toBe('pending_verification')
    const { secret, bookingId, paymentId: id } = payment
    expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
      status: 'pending_verification',
      expiresAt: '2026-12-04T04:15:00.000Z',
      payments: [{ receiptAt: '2026-12-01T04:15:00.000Z' }],
    })
    const staff = await owner(app)
    expect(await toCheck(staff, bookingId)).toEqual({
      paymentId: id,
      amount: 950_000,
      receipts: [{ receiptId, sentAt: '2026-12-01T04:15:00.000Z', reading: null, problems: [], duplicate: false }],
    })
    const confirming = decision(staff, id, { transactionId: '8842 1170-356' })
    expect(await call(decidePayment, confirming)).toEqual(CONFIRMED)
    expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
      status: 'confirmed',
      payments: [{ state: 'confirmed', transactionId: '88421170356' }],
    })
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    const reports = await rows(app.db.read, 'payment_reports')
    expect(reports.map(({ source, body: report }) => [source, JSON.parse(report)])).toEqual([
      ['staff', { by: 'owner@chautari.example', ...confirming.body }],
    ])
    await rejected('not_decidable', decidePayment, confirming)
    await rejected('not_payable', sendReceipt, upload(payment, await drawnReceipt()))
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    expect(await toCheck(staff, bookingId)).toBeNull()
  })

  test('returns the same QR code while it is valid, and a new one afterwards', async () => {
    const payment = await qr()
    const { bookingId, secret } = payment
    const again = async () => granted(await startAttempt(app, bookingId, secret, 'qr_payment')).paymentId
    app.clock.advance(4 * MINUTE)
    expect(await again()).toBe(payment.paymentId)
    app.clock.advance(2 * MINUTE)
    expect(await again()).not.toBe(payment.paymentId)
    // The payer may have used the earlier code.
    expect((await uploadReceipt(payment)).bookingState).toBe('pending_verification')
  })

  test('confirms only the requested amount, and one payment for each transaction', async () => {
    const [first, second] = [await qr(), await qr()]
    for (const payment of [first, second]) await uploadReceipt(payment)
    const staff = await owner(app)
    await call(decidePayment, decision(staff, first.paymentId, { transactionId: 'ABC-1234' }))
    const another = (over: object) => decision(staff, second.paymentId, over)
    const before = await stored(app)
    const failure = await rejected('invalid', decidePayment, another({ amount: 95_000, transactionId: 'abc 1234' }))
    expect(failure.fields).toEqual({
      amount: expect.stringMatching(/NPR\s9,500 was requested/),
      transactionId: 'This transaction was used for another booking',
    })
    for (const over of [
      { amount: undefined, transactionId: undefined },
      { transactionId: undefined },
      { transactionId: ' ' },
      { amount: 'x', transactionId: undefined },
      { decision: 'reject', amount: undefined, transactionId: undefined },
    ])
      await rejected('invalid', decidePayment, another(over))
    await rejected('not_found', decidePayment, decision(staff, 'x'))
    expect(await stored(app)).toEqual(before)
  })

  test('rejects a manual confirmation of a gateway’s payment', async () => {
    const payment = await started(app)
    await rejected('not_decidable', decidePayment, decision(await owner(app), payment.paymentId))
    await rejected('not_payable', sendReceipt, upload(payment, await drawnReceipt()))
  })

  test('lets the front desk view receipts but not decide', async () => {
    const payment = await qr()
    const { receiptId } = await uploadReceipt(payment)
    const staff = await owner(app)
    await setRole(app, 'desk')
    await rejected('forbidden', decidePayment, decision(staff, payment.paymentId))
    expect((await send(downloadReceiptImage, { id: receiptId, ...staff.sent })).status).toBe(200)
    expect((await paymentRow(app, payment.paymentId)).state).toBe('pending')
  })

  test('releases the seat of a rejected payment, emails the customer, and accepts a later payment', async () => {
    const payment = await qr()
    await uploadReceipt(payment)
    const staff = await owner(app)
    const { paymentId: id } = payment
    const rejecting = { ...decision(staff, id), body: { decision: 'reject', reason: 'Nothing arrived' } }
    expect(await call(decidePayment, rejecting)).toEqual({ state: 'failed', bookingState: 'cancelled' })
    expect(await seatsTaken(app)).toEqual({})
    expect((await paymentRow(app, id)).reason).toBe('Staff: Nothing arrived')
    expect((await rows(app.db.read, 'emails')).map(({ subject }) => subject)).toEqual([
      'We could not find your payment: Dhobighat Hub',
    ])
    expect(await call(decidePayment, decision(staff, id))).toEqual(CONFIRMED)
  })

  test('never shortens the hold of a transfer when a receipt arrives', async () => {
    const payment = await started(app, order(), 'bank_transfer')
    app.clock.advance(60 * HOUR)
    await uploadReceipt(payment)
    const { bookingId: id, secret } = payment
    expect((await call(readBooking, { id, secret })).expiresAt).toBe('2026-12-06T16:15:00.000Z')
  })

  test('shows staff a receipt that arrives after the seat was released', async () => {
    const payment = await qr()
    app.clock.advance(2 * HOUR)
    await expireBookings(app)
    expect(await uploadReceipt(payment)).toMatchObject({ bookingState: 'expired' })
    const staff = await owner(app)
    expect((await toCheck(staff, payment.bookingId))?.receipts).toHaveLength(1)
    expect(await call(decidePayment, decision(staff, payment.paymentId))).toEqual(CONFIRMED)
  })
})
