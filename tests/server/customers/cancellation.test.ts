import { describe, expect, test } from 'vitest'
import { type IsoDate, listDays } from '#domain/calendar.ts'
import { calculateFreeCancellationEnd } from '#domain/cancellation.ts'
import { npr, paisa } from '#domain/money.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { getBrand } from '#server/catalogue.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { setRefundAccount } from '#server/customers/refund-account.ts'
import { instant } from '#server/db/instant.ts'
import { decide } from '#server/payments/decisions.ts'
import { resumeRefunds } from '#server/payments/refund-calls.ts'
import { readReviewReasons } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import {
  auditEntries,
  describeOnEachEngine,
  emailsTo,
  expectNothingStored,
  kathmandu,
  MINUTE,
  rows,
} from '../../support/app.ts'
import {
  bookingRow,
  dayPass,
  failureOf,
  granted,
  newKey,
  order,
  type Placed,
  PRICE,
  placed,
  seatsTaken,
  setCapacity,
  transitionTo,
} from '../../support/orders.ts'
import { atOnce, codeOf } from '../../support/outcomes.ts'
import { paid, paidBooking, paymentRow, started } from '../../support/payments.ts'
import { BANK_ACCOUNT, RefundingGateway } from '../../support/refunds.ts'
import { refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'
import { SandboxCards } from '../sandbox-cards.ts'

const AARATI = 'aarati@example.com'

describeOnEachEngine('a cancellation by the customer on %s', (app) => {
  const cards = new SandboxCards(app)
  const own = ({ bookingId, secret }: Placed) => ({ id: bookingId, secret })
  const cancel = (booking: Placed, input = {}, key = newKey()) => cancelAsCustomer(app, own(booking), input, key)
  const view = async (booking: Placed) => granted(await readBooking(app, booking.bookingId, booking.secret))
  const setAccount = (booking: Placed, refundTo: object = BANK_ACCOUNT) =>
    setRefundAccount(app, own(booking), { refundTo: { ...BANK_ACCOUNT, ...refundTo } }, newKey())
  const refunds = () => rows(app.db.read, 'refunds')
  const limit = () => {
    const location = app.catalogue.locations.find(({ id }) => id === 'dhobighat-hub')
    if (!location) throw new Error('the location is missing')
    return calculateFreeCancellationEnd(location, '2026-12-10' as IsoDate)
  }

  describe('of a booking', () => {
    test('cancels holds and transfers without a refund, and releases their seats', async () => {
      const [held, transfer] = [await placed(app), await started(app, order(), 'bank_transfer')]
      for (const booking of [held, transfer]) {
        expect((await view(booking)).actions.cancel).toMatchObject({ refund: 0, needsAccount: false, from: 'now' })
        const done = granted(await cancel(booking, { expectedRefund: 0 }))
        expect(done).toMatchObject({ status: 'cancelled', history: [], actions: { cancel: null } })
        const row = { state: 'cancelled', cancelled_by: null, cancelled_by_customer: 1, expires_at: null }
        expect(await bookingRow(app, booking.bookingId)).toMatchObject(row)
      }
      expect(await seatsTaken(app)).toEqual({})
    })

    test('emails about a transfer, and not about a hold, whose address may be a stranger’s', async () => {
      granted(await cancel(await placed(app)))
      expect(await emailsTo(app, AARATI)).toEqual([])
      granted(await cancel(await started(app, order(), 'bank_transfer')))
      expect(await emailsTo(app, AARATI)).toContainEqual(expect.stringContaining('Booking cancelled'))
    })

    test('refunds everything including the card fee until the limit, at once', async () => {
      const payment = await cards.pay()
      app.clock.set(limit())
      expect((await view(payment)).actions.cancel).toEqual({
        refund: 984_250,
        freeUntil: instant(limit()),
        needsAccount: false,
        from: 'now',
      })
      const done = granted(await cancel(payment, { expectedRefund: 984_250, refundTo: BANK_ACCOUNT }))
      expect(done).toMatchObject({ status: 'cancelled', refundAccount: null })
      expect(done.history).toMatchObject([
        { kind: 'payment', state: 'refunded', amount: 984_250 },
        { kind: 'refund', state: 'done', amount: 984_250, method: 'stripe' },
      ])
      expect((await cards.intentOf(payment)).refunds).toMatchObject([{ amount: 984_250 }])
      expect(await refunds()).toMatchObject([{ channel: 'gateway', state: 'done', staff_id: null }])
      expect(await readReviewReasons(app, payment.paymentId)).toEqual([])
      expect(await rows(app.db.read, 'refund_accounts')).toEqual([])
      expect(await seatsTaken(app)).toEqual({})
      expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'cancelled' }])
      expect((await auditEntries(app)).map(({ action, actor }) => [action, actor])).toEqual([
        ['membership_cancelled', 'customer'],
        ['refund_requested', null],
        ['booking_cancelled', 'customer'],
      ])
    })

    test('refunds nothing one millisecond later, and says so before', async () => {
      const payment = await cards.pay()
      app.clock.set(limit() + 1)
      expect((await view(payment)).actions.cancel).toMatchObject({ refund: 0, needsAccount: false, from: 'now' })
      const failure = failureOf(await expectNothingStored(app, () => cancel(payment, { expectedRefund: 984_250 })))
      expect(failure).toMatchObject({ code: 'changed_meanwhile', current: { status: 'confirmed' } })
      expect(granted(await cancel(payment, { expectedRefund: 0 }))).toMatchObject({ status: 'cancelled' })
      expect(await refunds()).toEqual([])
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refund_due: null })
      expect(await seatsTaken(app)).toEqual({})
    })

    test('sends a Khalti refund once', async () => {
      const payment = await paidBooking(app, order(), 'khalti')
      const gateway = new RefundingGateway().replaceIn(app, 'khalti')
      expect((await view(payment)).actions.cancel).toMatchObject({ refund: PRICE, needsAccount: false })
      granted(await cancel(payment))
      expect([...gateway.sent.values()]).toEqual([PRICE])
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'refunded', refunded: PRICE })
    })

    test.each(['esewa', 'bank_transfer'] as const)('leaves a refund of %s to a manager', async (method) => {
      const payment = await paidBooking(app, order(), method)
      expect((await view(payment)).actions.cancel).toMatchObject({ refund: PRICE, needsAccount: true })
      const done = granted(await cancel(payment))
      expect(done.history).toContainEqual(expect.objectContaining({ kind: 'refund', state: 'due', amount: PRICE }))
      expect(done.actions).toMatchObject({ cancel: null, refundAccount: true })
      expect(await refunds()).toEqual([])
      expect(await readReviewReasons(app, payment.paymentId)).toEqual(['refund_due'])
    })

    test('leaves the rest of a partly refunded Khalti payment to a manager', async () => {
      const payment = await paidBooking(app, order(), 'khalti')
      granted(await refund(app, await staffMember(app), payment.paymentId, 50_000))
      expect((await view(payment)).actions.cancel).toMatchObject({ refund: PRICE - 50_000, needsAccount: false })
      expect(granted(await cancel(payment)).actions).toMatchObject({ refundAccount: false })
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ refunded: 50_000, refund_due: PRICE })
      expect(await readReviewReasons(app, payment.paymentId)).toEqual(['refund_due'])
    })

    test('sends a refund later if the process ended before it was sent', async () => {
      const payment = await paidBooking(app, order(), 'khalti')
      const gateway = new RefundingGateway().replaceIn(app, 'khalti')
      gateway.nextResult = () => 'unreachable'
      app.clock.advance(MINUTE)
      expect(granted(await cancel(payment)).history).toMatchObject([{}, { kind: 'refund', state: 'sent' }])
      gateway.nextResult = () => 'succeeds'
      app.clock.advance(2 * MINUTE)
      await resumeRefunds(app)
      expect([...gateway.sent.values()]).toEqual([PRICE])
      expect((await view(payment)).history).toMatchObject([{}, { kind: 'refund', state: 'done' }])
    })

    test('leaves a rejected refund to a manager, and asks for an account', async () => {
      const payment = await paidBooking(app, order(), 'khalti')
      new RefundingGateway().replaceIn(app, 'khalti').nextResult = () => 'rejects'
      granted(await cancel(payment))
      expect(await readReviewReasons(app, payment.paymentId)).toEqual(['refund_failed', 'refund_due'])
      expect((await view(payment)).actions).toMatchObject({ refundAccount: true })
      expect(granted(await setAccount(payment)).refundAccount).toMatchObject({ name: 'Aarati Shrestha' })
    })

    test('refunds a booking in full that lost its seats, also after the limit', async () => {
      setCapacity(app, 1)
      const late = await started(app)
      await transitionTo(app, late.bookingId, 'expired')
      await placed(app)
      await settle(app, late.paymentId, paid(), 'lookup')
      expect(await bookingRow(app, late.bookingId)).toMatchObject({ state: 'needs_decision' })
      app.clock.set(limit() + 1)
      expect(granted(await cancel(late, { expectedRefund: PRICE }))).toMatchObject({ status: 'cancelled' })
      expect(await readReviewReasons(app, late.paymentId)).toEqual(['refund_due'])
    })

    test('rejects a wrong secret, an unknown id and a booking that has ended', async () => {
      const [mine, other] = [await placed(app), await placed(app)]
      await transitionTo(app, other.bookingId, 'expired')
      await expectNothingStored(app, async () => {
        expect(failureOf(await cancel({ ...mine, secret: other.secret })).code).toBe('not_found')
        expect(failureOf(await cancel({ ...mine, bookingId: 'BK-1796282100000-7K2M' })).code).toBe('not_found')
        expect(failureOf(await cancel(other)).code).toBe('wrong_state')
      })
    })

    test('changes nothing the second time, with the same key or another one', async () => {
      const payment = await cards.pay()
      const key = newKey()
      const first = granted(await cancel(payment, {}, key))
      await expectNothingStored(app, async () => {
        expect(granted(await cancel(payment, {}, key))).toEqual(first)
        expect(failureOf(await cancel(payment, { expectedRefund: 1 }, key)).code).toBe('idempotency_mismatch')
        expect(failureOf(await cancel(payment)).code).toBe('wrong_state')
      })
    })

    test('happens once if requested twice at once', async () => {
      const payment = await cards.pay()
      const codes = await atOnce(3, async () => codeOf(await cancel(payment)))
      expect(codes.toSorted()).toEqual(['ok', 'wrong_state', 'wrong_state'])
      expect((await cards.intentOf(payment)).refunds).toMatchObject([{ amount: 984_250 }])
      expect(await seatsTaken(app)).toEqual({})
    })
  })

  describe('of a started booking', () => {
    test('frees the days from tomorrow, ends the membership and refunds nothing', async () => {
      const payment = await paidBooking(app)
      app.clock.set(kathmandu('2026-12-12', '10:00'))
      expect((await view(payment)).actions.cancel).toMatchObject({ refund: 0, from: 'tomorrow' })
      const done = granted(await cancel(payment, { expectedRefund: 0 }))
      expect(done).toMatchObject({ status: 'confirmed', endDate: '2026-12-12', originalEndDate: '2027-01-09' })
      expect(done.actions.cancel).toBeNull()
      expect(Object.keys(await seatsTaken(app))).toEqual(listDays('2026-12-10' as IsoDate, '2026-12-12' as IsoDate))
      expect(await rows(app.db.read, 'memberships')).toMatchObject([{ status: 'cancelled' }])
      expect(await emailsTo(app, AARATI)).toContainEqual(expect.stringContaining('Booking ended'))
      expect(failureOf(await cancel(payment)).code).toBe('wrong_state')
    })

    test('keeps its first day from the start of that day on', async () => {
      const payment = await paidBooking(app)
      app.clock.set(kathmandu('2026-12-09', '23:59'))
      expect((await view(payment)).actions.cancel).toMatchObject({ from: 'now' })
      app.clock.set(kathmandu('2026-12-10', '00:00'))
      expect((await view(payment)).actions.cancel).toMatchObject({ from: 'tomorrow' })
    })

    test('on its first day keeps that day: nothing is left to cancel', async () => {
      const payment = await paidBooking(app)
      app.clock.set(kathmandu('2026-12-10', '08:00'))
      expect(granted(await cancel(payment))).toMatchObject({ endDate: '2026-12-10', actions: { cancel: null } })
      expect(failureOf(await cancel(payment)).code).toBe('wrong_state')
      expect(Object.keys(await seatsTaken(app))).toEqual(['2026-12-10'])
    })

    test('is rejected on the last day, when nothing is left to free', async () => {
      const payment = await paidBooking(app)
      app.clock.set(kathmandu('2027-01-09', '08:00'))
      expect((await view(payment)).actions.cancel).toBeNull()
      expect(failureOf(await expectNothingStored(app, () => cancel(payment))).code).toBe('wrong_state')
      app.clock.set(kathmandu('2027-01-08', '23:00'))
      granted(await cancel(payment))
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ end_date: '2027-01-08' })
    })

    test('is possible for a day pass that has not been used, on its day', async () => {
      const payment = await paidBooking(app, dayPass())
      app.clock.set(kathmandu('2026-12-10', '08:00'))
      expect(granted(await cancel(payment))).toMatchObject({ status: 'cancelled' })
      expect(await seatsTaken(app)).toEqual({})
    })
  })

  describe('before a payment arrives', () => {
    test('marks the money as due, notifies both, and takes no seat', async () => {
      const payment = await started(app)
      granted(await cancel(payment))
      await settle(app, payment.paymentId, paid(), 'lookup')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'confirmed', refund_due: PRICE })
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'cancelled', cancelled_by_customer: 1 })
      expect(await seatsTaken(app)).toEqual({})
      expect(await readReviewReasons(app, payment.paymentId)).toEqual(['refund_due'])
      expect(await emailsTo(app, AARATI)).toContain(`We will refund ${npr(paisa(PRICE))} for ${payment.bookingId}`)
      expect(await emailsTo(app, getBrand().email)).toEqual([
        `Payment received for a booking that its customer cancelled: ${payment.bookingId}`,
      ])
    })

    test('takes no seat and refunds everything, in either order', async () => {
      const payments = await atOnce(8, () => started(app))
      await Promise.all(
        payments.flatMap((payment) => [cancel(payment), settle(app, payment.paymentId, paid(), 'lookup')]),
      )
      for (const { bookingId, paymentId } of payments) {
        expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'cancelled', cancelled_by_customer: 1 })
        expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', refund_due: PRICE })
      }
      expect(await seatsTaken(app)).toEqual({})
      expect((await rows(app.db.read, 'memberships')).filter(({ status }) => status === 'active')).toEqual([])
    })

    test('marks a different amount as due, and leaves the booking cancelled', async () => {
      const payment = await started(app)
      granted(await cancel(payment))
      await settle(app, payment.paymentId, paid(900_000), 'lookup')
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({ state: 'mismatch', refund_due: 900_000 })
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'cancelled' })
      expect(await seatsTaken(app)).toEqual({})
    })

    test('lets staff who approve a transfer refund it, or restore the seats', async () => {
      const owner = await staffMember(app)
      const [refunded, restored] = [
        await started(app, order(), 'bank_transfer'),
        await started(app, order(), 'bank_transfer'),
      ]
      for (const payment of [refunded, restored]) granted(await cancel(payment))
      const approve = ({ paymentId }: { paymentId: string }, transactionId: string, withoutSeats: boolean) =>
        decide(app, owner, paymentId, { decision: 'confirm', amount: PRICE, transactionId, withoutSeats })
      granted(await approve(refunded, 'ABC1234', true))
      expect(await bookingRow(app, refunded.bookingId)).toMatchObject({ state: 'cancelled' })
      expect(await readReviewReasons(app, refunded.paymentId)).toEqual(['refund_due'])
      granted(await approve(restored, 'ABC1235', false))
      expect(await bookingRow(app, restored.bookingId)).toMatchObject({ state: 'confirmed', cancelled_by_customer: 0 })
    })
  })
})
