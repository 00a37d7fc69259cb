import { expect, test } from 'vitest'
import { TRANSACTION_MESSAGES } from '#contract/validation-messages.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { readPaymentRows } from '#server/payments/rows.ts'
import { emailsTo, execute, MINUTE, useApp } from '../../support/app.ts'
import { bookingRow, failureOf, granted, order } from '../../support/orders.ts'
import { started } from '../../support/payments.ts'
import { uploadReceipt } from '../../support/receipt-uploads.ts'
import { someStaff } from '../../support/staff-accounts.ts'

const REJECT = { decision: 'reject', reason: 'Not in the account' } as const

const app = useApp('sqlite')

test('the payment view shows whether rejecting ends the booking and emails the customer', async () => {
  const by = await someStaff(app)
  const view = async (id: string) => granted(await loadPaymentView(app, by, id))
  const first = await started(app, order(), 'qr_payment')
  app.clock.advance(6 * MINUTE)
  const second = granted(await startAttempt(app, first.bookingId, first.secret, 'qr_payment'))
  await uploadReceipt(first)
  await uploadReceipt({ ...second, secret: first.secret })
  expect(await view(first.paymentId)).toMatchObject({ endsBooking: false, hasEmail: true })
  granted(await decide(app, by, first.paymentId, REJECT))
  expect((await bookingRow(app, first.bookingId)).state).toBe('pending_verification')
  await execute(app, (db) => db.updateTable('bookings').set({ email: '' }))
  expect(await view(second.paymentId)).toMatchObject({ endsBooking: true, hasEmail: false })
  granted(await decide(app, by, second.paymentId, REJECT))
  expect((await bookingRow(app, first.bookingId)).state).toBe('cancelled')
  expect(await emailsTo(app, 'aarati@example.com')).toEqual([])
})

test('dashes are not a transaction id', async () => {
  const payment = await started(app, order(), 'qr_payment')
  await uploadReceipt(payment)
  const dashes = { decision: 'confirm', amount: 950_000, transactionId: '- - -' } as const
  expect(failureOf(await decide(app, await someStaff(app), payment.paymentId, dashes)).fields).toEqual({
    transactionId: TRANSACTION_MESSAGES.missing,
  })
})

test('a customer with one name has no trailing space', async () => {
  const { paymentId } = await started(app, order(), 'bank_transfer')
  await execute(app, (db) => db.updateTable('bookings').set({ last_name: '' }))
  expect((await readPaymentRows(app.db.read, [paymentId])).get(paymentId)?.customerName).toBe('Aarati')
})

test('the view names the colleague who decided first', async () => {
  const { paymentId } = await started(app, order(), 'bank_transfer')
  const by = await someStaff(app)
  await execute(app, (db) => db.updateTable('staff').set({ name: 'Maya Gurung' }))
  granted(await decide(app, by, paymentId, { ...REJECT, expectedState: 'pending' }))
  expect(granted(await loadPaymentView(app, by, paymentId)).lastDecision?.by).toBe('Maya Gurung')
  const { message } = failureOf(await decide(app, by, paymentId, { ...REJECT, expectedState: 'pending' }))
  expect(message).toMatch(/^Maya Gurung has already decided this: rejected a payment, /)
})
