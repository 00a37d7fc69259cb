import { expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { TRANSACTION_MESSAGES } from '#contract/validation-messages.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { setApp } from '#server/open-app.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { readPaymentRows } from '#server/payments/rows.ts'
import { MINUTE, mailsTo, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { bookingRow, granted, order, refusalOf } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { sendDrawn } from '../support/uploads.ts'

const REJECT = { decision: 'reject', reason: 'Not in the account' } as const

let app: TestApp
withApp('sqlite', (opened) => {
  app = opened
  setApp(app)
})

test('a payment says beforehand whether its booking ends with its rejection, and whether anybody is told', async () => {
  const by = await someStaff(app)
  const view = async (id: string) => {
    const { endsBooking, hasEmail } = granted(await loadPaymentView(app, by, id))
    return { endsBooking, hasEmail }
  }
  const first = await started(app, order(), 'qr_payment')
  app.clock.advance(6 * MINUTE)
  const second = granted(await startAttempt(app, first.bookingId, first.secret, 'qr_payment'))
  await sendDrawn(first)
  await sendDrawn({ ...second, secret: first.secret })
  expect(await view(first.paymentId)).toEqual({ endsBooking: false, hasEmail: true })
  granted(await decide(app, by, first.paymentId, REJECT))
  expect((await bookingRow(app, first.bookingId)).state).toBe('pending_verification')
  await app.db.write(async (db) => {
    await db.updateTable('bookings').set({ email: '' }).execute()
    return succeed(undefined)
  })
  expect(await view(second.paymentId)).toEqual({ endsBooking: true, hasEmail: false })
  granted(await decide(app, by, second.paymentId, REJECT))
  expect((await bookingRow(app, first.bookingId)).state).toBe('cancelled')
  expect(await mailsTo(app, 'aarati@example.com')).toEqual([])
})

test('dashes are no transaction', async () => {
  const payment = await started(app, order(), 'qr_payment')
  await sendDrawn(payment)
  const dashes = { decision: 'confirm', amount: 950_000, transactionId: '- - -' } as const
  expect(refusalOf(await decide(app, await someStaff(app), payment.paymentId, dashes)).fields).toEqual({
    transactionId: TRANSACTION_MESSAGES.missing,
  })
})

test('a customer of one name has no space after it', async () => {
  const { paymentId } = await started(app, order(), 'bank_transfer')
  await app.db.write(async (db) => succeed(await db.updateTable('bookings').set({ last_name: '' }).execute()))
  expect((await readPaymentRows(app.db.read, [paymentId])).get(paymentId)?.customerName).toBe('Aarati')
})

test('whoever was faster is named as colleagues know them', async () => {
  const { paymentId } = await started(app, order(), 'bank_transfer')
  const by = await someStaff(app)
  await app.db.write(async (db) => succeed(await db.updateTable('staff').set({ name: 'Maya Gurung' }).execute()))
  granted(await decide(app, by, paymentId, { ...REJECT, saw: 'pending' }))
  expect(granted(await loadPaymentView(app, by, paymentId)).decided?.by).toBe('Maya Gurung')
  const { message } = refusalOf(await decide(app, by, paymentId, { ...REJECT, saw: 'pending' }))
  expect(message).toMatch(/^Maya Gurung was faster and rejected a payment, /)
})
