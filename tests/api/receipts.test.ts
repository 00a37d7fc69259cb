import { describe, expect, test } from 'vitest'
import { listBookings } from '#contract/admin/bookings.ts'
import { decidePayment } from '#contract/admin/payments.ts'
import { downloadReceiptImage } from '#contract/admin/receipts.ts'
import { readBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { sendReceipt } from '#contract/receipts.ts'
import { setApp } from '#server/open-app.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { HOUR, MINUTE, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { owner, type Visitor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, order, seatsTaken } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { call, OWN, refused, send } from '../support/requests.ts'
import { drawnReceipt, sendDrawn, upload } from '../support/uploads.ts'

describe.each(ENGINES)('receipts on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  const qr = () => started(app, order(), 'qr_payment')
  const toCheck = async (staff: Visitor, bookingId: string) =>
    (await call(listBookings, staff.sent)).items.find((row) => row.bookingId === bookingId)?.toCheck

  test('a receipt hands the booking to staff, and their word confirms it once', async () => {
    const payment = await qr()
    expect(payment.next).toMatchObject({ kind: 'qr', reference: payment.bookingId })
    const { receiptId, bookingState } = await sendDrawn(payment)
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
    const body = { decision: 'confirm', amount: 950_000, transactionId: '8842 1170-356' }
    expect(await call(decidePayment, { id, body, headers: { ...staff.sent.headers, ...OWN } })).toEqual({
      state: 'confirmed',
      bookingState: 'confirmed',
    })
    expect(await call(readBooking, { id: bookingId, secret })).toMatchObject({
      status: 'confirmed',
      payments: [{ state: 'confirmed', transactionId: '88421170356' }],
    })
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    const reports = await rows(app.db.read, 'payment_reports')
    expect(reports.map(({ source, body: said }) => [source, JSON.parse(said)])).toEqual([
      ['staff', { by: 'owner@chautari.example', ...body }],
    ])
    await refused('not_decidable', decidePayment, { id, body, headers: staff.sent.headers })
    await refused('not_payable', sendReceipt, upload(payment, await drawnReceipt()))
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
    expect(await toCheck(staff, bookingId)).toBeNull()
  })

  test('a code whose time runs is shown again; a new try after that is a new one', async () => {
    const payment = await qr()
    const { bookingId, secret } = payment
    const again = async () => granted(await startAttempt(app, bookingId, secret, 'qr_payment')).paymentId
    app.clock.advance(4 * MINUTE)
    expect(await again()).toBe(payment.paymentId)
    app.clock.advance(2 * MINUTE)
    expect(await again()).not.toBe(payment.paymentId)
    // The money may have been sent by the code before.
    expect((await sendDrawn(payment)).bookingState).toBe('pending_verification')
  })

  test('what staff confirm must be what was asked, and one transaction pays one booking', async () => {
    const [first, second] = [await qr(), await qr()]
    for (const payment of [first, second]) await sendDrawn(payment)
    const staff = await owner(app)
    const { headers } = staff.sent
    const decision = (id: string, body: object) => ({ id, body: { decision: 'confirm', ...body }, headers })
    await call(decidePayment, decision(first.paymentId, { amount: 950_000, transactionId: 'ABC-1234' }))
    const before = await stored(app)
    expect(
      await refused(
        'invalid',
        decidePayment,
        decision(second.paymentId, { amount: 95_000, transactionId: 'abc 1234' }),
      ),
    ).toMatchObject({
      fields: {
        amount: expect.stringMatching(/NPR\s9,500 was asked for/),
        transactionId: 'This transaction has paid another booking',
      },
    })
    for (const body of [{}, { amount: 950_000 }, { amount: 950_000, transactionId: ' ' }, { amount: 'x' }])
      await refused('invalid', decidePayment, decision(second.paymentId, body))
    await refused('invalid', decidePayment, { id: second.paymentId, body: { decision: 'reject' }, headers })
    await refused('not_found', decidePayment, { ...decision('x', { amount: 1, transactionId: 'abc' }) })
    expect(await stored(app)).toEqual(before)
  })

  test('a gateway’s payment is nobody’s to confirm by hand', async () => {
    const payment = await started(app)
    const { headers } = (await owner(app)).sent
    const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
    await refused('not_decidable', decidePayment, { id: payment.paymentId, body, headers })
    await refused('not_payable', sendReceipt, upload(payment, await drawnReceipt()))
  })

  test('the front desk looks and does not decide', async () => {
    const payment = await qr()
    const { receiptId } = await sendDrawn(payment)
    const staff = await owner(app)
    await app.db.write(async (db) => {
      await db.updateTable('staff').set({ role: 'desk' }).execute()
      return succeed(undefined)
    })
    const { headers } = staff.sent
    const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
    await refused('forbidden', decidePayment, { id: payment.paymentId, body, headers })
    expect((await send(downloadReceiptImage, { id: receiptId, headers })).status).toBe(200)
    expect((await paymentRow(app, payment.paymentId)).state).toBe('pending')
  })

  test('a rejected payment frees the place and tells the customer; money that is found later still counts', async () => {
    const payment = await qr()
    await sendDrawn(payment)
    const { headers } = (await owner(app)).sent
    const id = payment.paymentId
    expect(await call(decidePayment, { id, body: { decision: 'reject', reason: 'Nothing arrived' }, headers })).toEqual(
      { state: 'failed', bookingState: 'cancelled' },
    )
    expect(await seatsTaken(app)).toEqual({})
    expect((await paymentRow(app, id)).reason).toBe('Staff: Nothing arrived')
    expect((await rows(app.db.read, 'mails')).map(({ subject }) => subject)).toEqual([
      'We could not find your payment: Dhobighat Hub',
    ])
    const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
    expect(await call(decidePayment, { id, body, headers })).toEqual({ state: 'confirmed', bookingState: 'confirmed' })
  })

  test('a transfer keeps its place for its own time, and a receipt never shortens it', async () => {
    const payment = await started(app, order(), 'bank_transfer')
    app.clock.advance(60 * HOUR)
    await sendDrawn(payment)
    const { bookingId: id, secret } = payment
    expect((await call(readBooking, { id, secret })).expiresAt).toBe('2026-12-06T16:15:00.000Z')
  })

  test('a receipt that comes after the place was given away is kept for staff', async () => {
    const payment = await qr()
    app.clock.advance(2 * HOUR)
    await expireBookings(app)
    expect(await sendDrawn(payment)).toMatchObject({ bookingState: 'expired' })
    const staff = await owner(app)
    expect((await toCheck(staff, payment.bookingId))?.receipts).toHaveLength(1)
    const body = { decision: 'confirm', amount: 950_000, transactionId: 'ABC1234' }
    expect(await call(decidePayment, { id: payment.paymentId, body, headers: staff.sent.headers })).toEqual({
      state: 'confirmed',
      bookingState: 'confirmed',
    })
  })
})
