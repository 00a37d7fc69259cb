import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { readBookingList } from '#server/bookings/list.ts'
import { isRefundDue } from '#server/bookings/refund-due.ts'
import { getBrand } from '#server/catalogue.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { decide } from '#server/payments/decisions.ts'
import { settleRefund } from '#server/payments/refund-calls.ts'
import { createRefund, readRefunds } from '#server/payments/refunds.ts'
import { readReviewQueue } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import { remindStaff } from '#server/payments/staff-reminders.ts'
import { loadToday } from '#server/reports/today.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { describeOnEachEngine, emailsTo, HOUR, rows } from '../support/app.ts'
import { openedChange, paidAt, payChange } from '../support/moves.ts'
import { bookingRow, failureOf, granted, newKey, order, PRICE } from '../support/orders.ts'
import { codeOf, rejection, runAfter } from '../support/outcomes.ts'
import { paid, paidBooking, paymentRow, started } from '../support/payments.ts'
import { planOf } from '../support/query-plan.ts'
import { BANK_ACCOUNT, RefundingGateway } from '../support/refunds.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { endBooking, refund } from '../support/staff-actions.ts'
import { staffMember } from '../support/staff-member.ts'

describeOnEachEngine('refunds due on %s', (app, engine) => {
  async function cancelled(method: 'esewa' | 'bank_transfer' = 'esewa'): Promise<{ paymentId: string; by: Staff }> {
    const { paymentId, bookingId } = await paidBooking(app, order(), method)
    const by = await someStaff(app)
    granted(await endBooking(app, by, bookingId))
    return { paymentId, by }
  }
  /** Returns the reasons and the refund due of each payment in the queue. The dashboard counts the same. */
  async function waiting(workplaces: Staff['workplaces'] = null) {
    const { items } = granted(await readReviewQueue(app, { workplaces }))
    const due = items.filter(({ reviewReasons }) => reviewReasons.includes('refund_due'))
    expect(granted(await loadToday(app, { id: 'm', role: 'manager', workplaces })).waiting.refundsDue).toBe(due.length)
    return items.map(({ reviewReasons, payment }) => [...reviewReasons, payment.refundDue])
  }
  const sendRefund = (paymentId: string, by: Staff, amount: number, channel: 'manual' | 'gateway' = 'manual') =>
    refund(app, by, paymentId, amount, { channel })

  test.runIf(engine === 'sqlite')('are found by an index among any number of paid payments', async () => {
    const read = () => app.db.read.selectFrom('payments').select('id').where(isRefundDue).execute()
    expect(await planOf(app, 'payments', read)).toBe('SCAN payments USING INDEX payments_refund_due')
  })

  test('are listed from the cancellation until manual refunds cover them', async () => {
    const { paymentId, by } = await cancelled()
    expect(await waiting()).toEqual([['refund_due', PRICE]])
    expect(await waiting(['kausimaa'])).toEqual([])
    granted(await sendRefund(paymentId, by, 50_000))
    expect(await waiting()).toEqual([['refund_due', PRICE - 50_000]])
    // The amount depends on the day of the cancellation.
    app.clock.advance(60 * 24 * HOUR)
    expect(await waiting()).toEqual([['refund_due', PRICE - 50_000]])
    granted(await sendRefund(paymentId, by, PRICE - 50_000))
    expect(await waiting()).toEqual([])
  })

  test('are shown with the cancelled booking in the list until they are sent', async () => {
    const { paymentId, by } = await cancelled()
    const listed = async () => granted(await readBookingList(app, {}, by)).items
    expect(await listed()).toMatchObject([{ attention: 'refund_due', paymentToDecide: paymentId }])
    granted(await sendRefund(paymentId, by, PRICE))
    expect(await listed()).toMatchObject([{ attention: null, paymentToDecide: null }])
  })

  test('are shown with the booking in the list when a change of date was paid too late', async () => {
    const booking = await paidAt(app, PRICE - 50_000)
    const { changeId } = await openedChange(app, booking, '2026-12-20')
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await runAfter(app, 3 * HOUR, expireChanges)
    await settle(app, paymentId, paid(50_000), 'lookup')
    expect(granted(await readBookingList(app, {}, await someStaff(app))).items).toMatchObject([
      { bookingId: booking.bookingId, method: 'esewa', attention: 'refund_due', paymentToDecide: paymentId },
    ])
  })

  test('are listed again after the gateway rejects the refund', async () => {
    const { paymentId, by } = await cancelled()
    const gateway = new RefundingGateway().replaceIn(app)
    gateway.nextResult = () => 'rejects'
    expect(granted(await sendRefund(paymentId, by, PRICE, 'gateway')).state).toBe('failed')
    expect(await waiting()).toEqual([['refund_failed', 'refund_due', PRICE]])
    gateway.nextResult = () => 'succeeds'
    expect(granted(await sendRefund(paymentId, by, PRICE, 'gateway')).state).toBe('done')
    expect(await waiting()).toEqual([])
  })

  test('end when the gateway has refunded the payment', async () => {
    const { paymentId } = await cancelled()
    const all = { whole: true, refundedAmount: paisa(PRICE), reason: 'refunded' }
    await settle(app, paymentId, { kind: 'refunded', ...all }, 'lookup')
    expect(await waiting()).toEqual([['went_back', 0]])
  })

  test.each([
    ['names another payment', async (_: string) => ({ kind: 'mismatch', reason: 'names another payment' }) as const],
    [
      'was used for another booking',
      async (reference: string) => {
        const other = await started(app, order({ startDate: '2027-03-10' }))
        await settle(app, other.paymentId, paid(PRICE, reference), 'lookup')
        return paid(PRICE, reference)
      },
    ],
  ] as const)('are never created for a transaction that %s', async (_, report) => {
    const { paymentId, bookingId } = await started(app)
    await settle(app, paymentId, await report('R1'), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'mismatch', received: null })
    const by = await someStaff(app)
    const { cancellation } = granted(await endBooking(app, by, bookingId))
    expect(cancellation).toMatchObject({ refund: 0, paid: 0 })
    expect(await waiting()).toEqual([['mismatch', 0]])
    expect(granted(await readRefunds(app, by, paymentId))).toMatchObject({ received: 0, refundable: 0, channels: [] })
    expect(codeOf(await sendRefund(paymentId, by, 500))).toBe('not_refundable')
    granted(await decide(app, by, paymentId, { decision: 'reject', reason: 'Not received' }))
    expect(await waiting()).toEqual([])
    const emails = (await rows(app.db.read, 'emails')).map(({ subject, body }) => `${subject} ${body}`)
    expect(emails.filter((email) => /cancelled/.test(email))).toHaveLength(1)
    expect(emails.filter((email) => /have refunded|will refund|Refund of/.test(email))).toEqual([])
  })

  test('allow a refund of a payment that staff find after the cancellation', async () => {
    const { paymentId, bookingId } = await started(app)
    await settle(app, paymentId, { kind: 'mismatch', reason: 'names another payment' }, 'lookup')
    const by = await someStaff(app)
    granted(await endBooking(app, by, bookingId))
    const found = { decision: 'confirm', amount: 700_000, transactionId: 'RF1', withoutSeats: true } as const
    granted(await decide(app, by, paymentId, found))
    expect(await waiting()).toEqual([['after_cancel', 0]])
    expect(codeOf(await sendRefund(paymentId, by, 700_001))).toBe('invalid')
    granted(await sendRefund(paymentId, by, 700_000))
    expect(await waiting()).toEqual([])
  })

  test('cannot be declined during a refund and remain after it fails', async () => {
    const { paymentId, by } = await cancelled()
    new RefundingGateway().replaceIn(app).nextResult = () => 'unreachable'
    const { refundId } = granted(await sendRefund(paymentId, by, 400_000, 'gateway'))
    expect(granted(await readRefunds(app, by, paymentId)).channels).toEqual(['manual'])
    const decision = { decision: 'keep', reason: 'The rest is a credit' } as const
    const message = expect.stringContaining('in progress')
    expect(failureOf(await decide(app, by, paymentId, decision))).toMatchObject({ code: 'in_flight', message })
    await settleRefund(app, refundId, paymentId, { kind: 'failed', reason: 'The wallet is closed' })
    expect(await waiting()).toEqual([['refund_failed', 'refund_due', PRICE]])
    granted(await sendRefund(paymentId, by, 500))
    expect(await waiting()).toEqual([['refund_failed', 'refund_due', PRICE - 500]])
    granted(await decide(app, by, paymentId, decision))
    expect(await waiting()).toEqual([['refund_failed', 0]])
    granted(await sendRefund(paymentId, by, PRICE - 500))
    expect(await waiting()).toEqual([])
  })

  test('are declined once with a reason in the audit log and the email', async () => {
    const { paymentId, by } = await cancelled()
    granted(await sendRefund(paymentId, by, 50_000))
    const decision = { decision: 'keep', reason: 'Credit for January' } as const
    granted(await decide(app, by, paymentId, decision))
    expect(await waiting()).toEqual([])
    const email = (await rows(app.db.read, 'emails')).find(({ subject }) => /^No refund of NPR\s9,000 /.test(subject))
    expect(email).toMatchObject({ recipient: 'aarati@example.com', body: expect.stringContaining(decision.reason) })
    const before = expect.stringContaining(`"owed":${PRICE - 50_000}`)
    const entry = { action: 'payment_kept', staff_id: by.id, subject_id: paymentId, reason: decision.reason, before }
    expect((await rows(app.db.read, 'audit')).at(-1)).toMatchObject(entry)
    expect(codeOf(await decide(app, by, paymentId, decision))).toBe('not_decidable')
    const other = await started(app)
    expect(codeOf(await decide(app, by, other.paymentId, decision))).toBe('not_decidable')
    expect((await emailsTo(app, 'aarati@example.com')).filter((subject) => /^No refund/.test(subject))).toHaveLength(1)
    // Staff can still refund it later.
    granted(await sendRefund(paymentId, by, PRICE - 50_000))
  })

  test('are not created by a late cancellation', async () => {
    app.clock.set(Date.parse('2026-12-09T00:15:00.001Z'))
    await cancelled('bank_transfer')
    expect(await waiting()).toEqual([])
  })

  test('are reported without the account of the customer, with a link to the payment that has it', async () => {
    const { bookingId, secret, paymentId } = await paidBooking(app)
    const own = { id: bookingId, secret }
    granted(await cancelAsCustomer(app, own, { refundTo: BANK_ACCOUNT }, newKey()))
    await runAfter(app, 24 * HOUR, remindStaff)
    const email = (await rows(app.db.read, 'emails')).find(({ subject }) => subject === '1 refund to send')
    expect(email?.body).toContain(`/admin/payments?open=${paymentId}`)
    expect(email?.body).toContain('where only managers can see it')
    expect(`${email?.body}${email?.html}`).not.toMatch(/Nabil|••••|00123/)
    const manager = await staffMember(app, 'manager')
    expect(granted(await loadPaymentView(app, manager, paymentId)).hasRefundAccount).toBe(true)
  })

  test('remind staff once after a day, even after a verification reminder', async () => {
    const { paymentId, bookingId } = await started(app, order({ startDate: '2027-01-10' }), 'bank_transfer')
    await runAfter(app, 25 * HOUR, remindStaff)
    const by = await someStaff(app)
    granted(await decide(app, by, paymentId, { decision: 'confirm', amount: PRICE, transactionId: 'NIC-1' }))
    granted(await endBooking(app, by, bookingId))
    granted(await sendRefund(paymentId, by, 50_000))
    await runAfter(app, 24 * HOUR - 1, remindStaff)
    expect(await emailsTo(app, getBrand().email)).toEqual(['1 payment to verify'])
    app.clock.advance(1)
    await Promise.all([remindStaff(app), remindStaff(app)])
    await remindStaff(app)
    expect(await emailsTo(app, getBrand().email)).toEqual(['1 payment to verify', '1 refund to send'])
    const email = (await rows(app.db.read, 'emails')).find(({ subject }) => subject === '1 refund to send')
    const address = new URL(`/admin/payments?open=${paymentId}`, app.env.siteUrl).href
    expect(email?.body).toMatch(new RegExp(`${bookingId}, Aarati Shrestha: NPR\\s9,000:\n${RegExp.escape(address)}\n`))
    expect(email?.html).toContain(`href="${address}"`)
  })
})

describeOnEachEngine('a full refund on %s', (app) => {
  async function scene() {
    const payment = await paidBooking(app)
    const by = await staffMember(app, 'manager')
    const send = (over: Parameters<typeof refund>[4] = {}) => refund(app, by, payment.paymentId, payment.amount, over)
    const taken = async () => (await rows(app.db.read, 'seat_days')).reduce((sum, { taken }) => sum + taken, 0)
    const listed = async (staff = by) => granted(await loadToday(app, staff)).refunded.map(({ bookingId }) => bookingId)
    return { ...payment, by, send, taken, listed }
  }

  test.each(['manual', 'gateway'] as const)(
    'cancels the booking and releases its seats through the %s channel',
    async (channel) => {
      const { paymentId, bookingId, by, taken, listed } = await scene()
      new RefundingGateway().replaceIn(app)
      expect(granted(await loadPaymentView(app, by, paymentId)).canCancel).toBe(true)
      expect(await taken()).toBeGreaterThan(0)
      const key = newKey()
      const all = { channel, amount: PRICE, reason: 'Asked by phone', cancelBooking: true }
      for (let index = 0; index < 2; index++) granted(await createRefund(app, paymentId, all, by, key))
      expect((await bookingRow(app, bookingId)).state).toBe('cancelled')
      expect(await taken()).toBe(0)
      expect(await listed()).toEqual([])
      expect((await rows(app.db.read, 'memberships'))[0]?.status).toBe('cancelled')
      const emails = await emailsTo(app, 'aarati@example.com')
      expect(emails.filter((subject) => subject.startsWith('Booking cancelled'))).toHaveLength(1)
      expect(emails.filter((subject) => subject.startsWith('Refund of'))).toHaveLength(1)
      const actions = (await rows(app.db.read, 'audit')).map(({ action }) => action)
      expect(actions.filter((action) => action === 'booking_cancelled')).toHaveLength(1)
    },
  )

  test('lists a booking that it does not cancel on the dashboard until the booking ends', async () => {
    const { bookingId, send, taken, listed } = await scene()
    granted(await send())
    expect((await bookingRow(app, bookingId)).state).toBe('confirmed')
    expect(await taken()).toBeGreaterThan(0)
    expect(await listed()).toEqual([bookingId])
    expect(await listed(await staffMember(app, 'desk', ['dhobighat-hub']))).toEqual([bookingId])
    expect(await listed(await staffMember(app, 'desk', ['kausimaa']))).toEqual([])
    expect(await listed(await staffMember(app, 'desk', []))).toEqual([])
    app.clock.set(Date.parse(`${(await bookingRow(app, bookingId)).end_date}T18:15:00Z`))
    expect(await listed()).toEqual([])
  })

  test('is the only refund that may cancel the booking', async () => {
    const { amount, send, listed } = await scene()
    const failure = await rejection(app, () => send({ amount: amount - 1, cancelBooking: true }))
    expect(failure).toMatchObject({ code: 'invalid', fields: { cancelBooking: expect.any(String) } })
    granted(await send({ amount: amount - 1 }))
    expect(await listed()).toEqual([])
  })
})
