import { beforeEach, expect, test } from 'vitest'
import { PAYEE_MISSING } from '#contract/validation-messages.ts'
import { npr } from '#domain/money.ts'
import { getRefundDue } from '#server/bookings/refund-due.ts'
import { payOutRefund } from '#server/payments/cash-payout.ts'
import { readPaymentList } from '#server/payments/list.ts'
import { resumeRefunds } from '#server/payments/refund-calls.ts'
import { decideOpenRefund, readRefunds } from '#server/payments/refunds.ts'
import { readQueueEntries, readReviewReasons } from '#server/payments/review-queue.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, expectNothingStored, HOUR, kathmandu, rows } from '../../support/app.ts'
import { takenAtDesk, takenByCard } from '../../support/desk-payments.ts'
import { bookingRow, failureOf, granted } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { paymentRow } from '../../support/payments.ts'
import { endBooking, refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

describeOnEachEngine('refunds in cash on %s', (app) => {
  let owner: Staff
  let desk: Staff
  let paymentId: string
  beforeEach(async () => {
    owner = await staffMember(app)
    desk = await staffMember(app, 'desk')
    paymentId = await takenAtDesk(app, desk, 'cash')
  })
  const request = async (amount: number, over = {}) =>
    refund(app, owner, paymentId, amount, { channel: 'cash', ...over })
  const payOut = (id: string, by = desk) => payOutRefund(app, by, id, { name: 'Nisha Gurung' })

  test('are open until the desk has paid them out, once', async () => {
    const { amount } = await paymentRow(app, paymentId)
    const { refundId, state } = granted(await request(amount))
    expect(state).toBe('requested')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', refunded: amount })
    expect(await readQueueEntries(app)).toMatchObject([{ id: paymentId, reason: 'cash_refund' }])
    const listed = async () => {
      const filter = { receivedFrom: '2026-12-01', receivedTo: '2026-12-01' }
      const { items, totals } = granted(await readPaymentList(app, owner, filter))
      return [items[0]?.refunded, items[0]?.unpaidCash, totals?.refunded]
    }
    expect(await listed()).toEqual([0, amount, 0])
    app.now = () => kathmandu('2026-12-02', '09:00')
    const outcomes = await atOnce(3, () => payOut(refundId))
    expect(outcomes.map(codeOf).toSorted()).toEqual(['not_decidable', 'not_decidable', 'ok'])
    expect(await rows(app.db.read, 'refunds')).toMatchObject([
      { state: 'done', reference: 'Nisha Gurung', paid_by: desk.id, staff_id: owner.id, refunded_on: '2026-12-02' },
    ])
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'refunded', refunded: amount })
    expect(await listed()).toEqual([amount, 0, amount])
    expect(await readQueueEntries(app)).toEqual([])
    expect((await auditEntries(app)).map(({ action }) => action)).toEqual([
      'booking_confirmed',
      'refund_requested',
      'refund_paid_out',
    ])
  })

  test('are not paid out without a name', async () => {
    const { refundId } = granted(await request(100))
    const outcome = await payOutRefund(app, desk, refundId, { name: '' })
    expect(failureOf(outcome)).toMatchObject({ code: 'invalid', fields: { name: PAYEE_MISSING } })
    expect(await rows(app.db.read, 'refunds')).toMatchObject([{ state: 'requested' }])
  })

  test('are not sent to a gateway, however long they are open', async () => {
    granted(await request(100))
    app.clock.advance(72 * HOUR)
    await resumeRefunds(app)
    expect(await rows(app.db.read, 'refunds')).toMatchObject([
      { state: 'requested', queried_at: null, left_to_staff_at: null },
    ])
  })

  test('are withdrawn by a manager, who cannot record them as paid', async () => {
    const { refundId } = granted(await request(100))
    const decide = (succeeded: boolean) => decideOpenRefund(app, owner, refundId, { succeeded, reason: 'Not wanted' })
    expect((await rejection(app, () => decide(true))).code).toBe('not_decidable')
    expect(granted(await decide(false))).toEqual({ state: 'failed' })
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', refunded: 0 })
    expect((await rejection(app, () => payOut(refundId))).code).toBe('not_decidable')
  })

  test('are offered for cash and QR codes at the desk, one at a time', async () => {
    const channelsOf = async (id: string) => granted(await readRefunds(app, owner, id)).channels
    const byCard = await takenByCard(app, desk)
    expect(await channelsOf(paymentId)).toEqual(['cash', 'manual'])
    expect(await channelsOf(await takenAtDesk(app, desk, 'counter_qr', 'QR-1'))).toEqual(['cash', 'manual'])
    expect(await channelsOf(byCard)).toEqual(['manual'])
    granted(await request(100))
    expect(await channelsOf(paymentId)).toEqual(['manual'])
    expect((await rejection(app, () => request(100))).code).toBe('in_flight')
    const ofCard = () => refund(app, owner, byCard, 100, { channel: 'cash' })
    expect((await rejection(app, ofCard)).code).toBe('unsupported_method')
  })

  test('are not paid out for other locations or other channels', async () => {
    const stranger = await staffMember(app, 'desk', ['kausimaa'])
    const { refundId } = granted(await request(100))
    const { refundId: manualId } = granted(await refund(app, owner, paymentId, 100))
    await expectNothingStored(app, async () => {
      expect(codeOf(await payOut(refundId, stranger))).toBe('not_found')
      expect(codeOf(await payOut('unknown'))).toBe('not_found')
      expect(codeOf(await payOut(manualId))).toBe('not_decidable')
    })
  })

  test('cancel the booking when they are requested for everything', async () => {
    const { amount, booking_id } = await paymentRow(app, paymentId)
    granted(await request(amount, { cancelBooking: true }))
    expect(await bookingRow(app, booking_id)).toMatchObject({ state: 'cancelled' })
  })

  test('leave the money of a cancelled booking due when they are withdrawn', async () => {
    const { amount } = await paymentRow(app, paymentId)
    const { refundId } = granted(await request(amount, { cancelBooking: true }))
    granted(await decideOpenRefund(app, owner, refundId, { succeeded: false, reason: 'Wants a transfer' }))
    expect(await readQueueEntries(app)).toMatchObject([{ id: paymentId, reason: 'refund_due' }])
    const payment = await paymentRow(app, paymentId)
    expect(payment).toMatchObject({ refunded: 0, refund_due: amount })
    expect(getRefundDue(payment)).toBe(amount)
    granted(await refund(app, owner, paymentId, amount))
    expect(await readQueueEntries(app)).toEqual([])
  })

  test('leave the rest that is due undecided until they are paid out', async () => {
    const { booking_id } = await paymentRow(app, paymentId)
    granted(await endBooking(app, owner, booking_id))
    const { refundId } = granted(await request(100))
    expect(await readReviewReasons(app, paymentId)).toEqual(['cash_refund'])
    granted(await payOut(refundId))
    expect(await readReviewReasons(app, paymentId)).toEqual(['refund_due'])
  })

  test('leave a part due that was requested after the end of free cancellation', async () => {
    const { booking_id } = await paymentRow(app, paymentId)
    granted(await refund(app, owner, paymentId, 50))
    app.now = () => kathmandu('2026-12-09', '20:00')
    granted(await endBooking(app, owner, booking_id))
    const { refundId } = granted(await request(100))
    granted(await decideOpenRefund(app, owner, refundId, { succeeded: false, reason: 'Not wanted' }))
    expect(getRefundDue(await paymentRow(app, paymentId))).toBe(100)
  })

  test('are announced to the customer with place, hours and amount, and their withdrawal too', async () => {
    const { amount } = await paymentRow(app, paymentId)
    const refundEmails = async () =>
      (await rows(app.db.read, 'emails'))
        .filter(({ subject }) => subject.startsWith('Your refund of'))
        .map(({ body }) => body)
    const { refundId } = granted(await request(amount, { cancelBooking: true }))
    const [ready] = await refundEmails()
    for (const text of [npr(amount), 'Front desk, Dhobighat Hub', 'does not expire']) expect(ready).toContain(text)
    expect(ready).toMatch(/Opening hours: \S+ \d\d:\d\d–\d\d:\d\d/)
    granted(await decideOpenRefund(app, owner, refundId, { succeeded: false, reason: 'Wants a transfer' }))
    const emails = await refundEmails()
    expect(emails.filter((body) => body.includes('We will refund it in another way'))).toHaveLength(1)
  })

  test('are reported to staff once when they wait for more than seven days', async () => {
    granted(await request(100))
    const reminders = async () =>
      (await rows(app.db.read, 'emails')).filter(({ subject }) => subject.startsWith('Cash is still to pay out'))
    app.clock.advance(7 * 24 * HOUR)
    await resumeRefunds(app)
    expect(await reminders()).toEqual([])
    app.clock.advance(HOUR)
    await Promise.all([resumeRefunds(app), resumeRefunds(app)])
    await resumeRefunds(app)
    expect(await reminders()).toHaveLength(1)
    expect(await readQueueEntries(app)).toMatchObject([{ id: paymentId, reason: 'cash_refund' }])
  })
})
