import { describe, expect, test } from 'vitest'
import { extendBookingHold } from '#server/bookings/placement.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { recordPaymentReport } from '#server/payments/gateway-reports.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { describeOnEachEngine, HOUR, MINUTE, NOW, rows, stored, useApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, failureOf, granted, order, placed, seatsTaken, transitionTo } from '../support/orders.ts'
import { atOnce, codeOf, rejection, runAfter } from '../support/outcomes.ts'
import { arrive, decide, paymentRow, started, verified } from '../support/payments.ts'
import { verdictOf } from './decision-steps.ts'
import { returnData } from './gateways/doubles.ts'

type Parameters = Record<string, string>

describeOnEachEngine('on %s', (app) => {
  describe('starting', () => {
    test('returns the gateway’s form with the booking’s amount, and stores the attempt first', async () => {
      const { paymentId, bookingId, ...attempt } = await started(app)
      expect(attempt).toMatchObject({ method: 'esewa', state: 'pending', amount: 950_000, fee: 0 })
      expect(attempt.next).toMatchObject({
        kind: 'form',
        action: 'http://localhost:4321/sandbox/esewa/api/epay/main/v2/form',
        fields: { total_amount: '9500.00', transaction_uuid: paymentId, product_code: 'EPAYTEST' },
      })
      // Letters, digits and hyphens only, and 256 random bits.
      expect(paymentId).toMatch(/^[A-Za-z0-9-]{43}$/)
      expect(await paymentRow(app, paymentId)).toEqual({
        id: paymentId,
        booking_id: bookingId,
        method: 'esewa',
        state: 'pending',
        amount: 950_000,
        fee: 0,
        currency: 'NPR',
        gateway_id: null,
        qr_code: null,
        provider_reference: null,
        reason: null,
        queried_at: null,
        received: null,
        received_at: null,
        received_on: null,
        taken_by: null,
        reconciled_at: null,
        reconciled_by: null,
        refunded: 0,
        refund_due: null,
        refund_due_at: null,
        billable: 1,
        bill_due_at: null,
        notified_refunded: null,
        difference_version: null,
        purpose: 'booking',
        change_id: null,
        held_since: null,
        left_to_staff_at: null,
        reminded_at: null,
        created_at: '2026-12-01T04:15:00.000Z',
        updated_at: '2026-12-01T04:15:00.000Z',
      })
    })

    test('holds the seats for the gateway’s window and 15 minutes', async () => {
      const booking = await placed(app)
      app.clock.advance(29 * MINUTE)
      granted(await startAttempt(app, booking.bookingId, booking.secret, 'esewa'))
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ expires_at: '2026-12-01T05:14:00.000Z' })
    })

    test('never shortens a hold', async () => {
      const booking = await placed(app)
      granted(await extendBookingHold(app, booking.bookingId, booking.secret))
      granted(await startAttempt(app, booking.bookingId, booking.secret, 'esewa'))
      expect(await bookingRow(app, booking.bookingId)).toMatchObject({ expires_at: '2026-12-01T05:15:00.000Z' })
      app.env = { ...app.env, transferHours: 1, holdMinutes: 120 }
      const longer = await started(app, order(), 'bank_transfer')
      expect(await bookingRow(app, longer.bookingId)).toMatchObject({ expires_at: '2026-12-01T06:15:00.000Z' })
    })

    test('loses no extension made at the same moment', async () => {
      for (let round = 0; round < 5; round++) {
        const { bookingId, secret } = await placed(app)
        const calls = [extendBookingHold, startAttempt, extendBookingHold, startAttempt, extendBookingHold] as const
        await Promise.all(calls.map((call) => call(app, bookingId, secret, 'esewa')))
        const extended = { expires_at: '2026-12-01T06:15:00.000Z', extensions: 3 }
        expect(await bookingRow(app, bookingId)).toMatchObject(extended)
      }
    })

    test.each(['cash', '', '__proto__'])('rejects the method %j', async (method) => {
      const booking = await placed(app)
      expect(await rejection(app, () => startAttempt(app, booking.bookingId, booking.secret, method))).toEqual({
        code: 'unsupported_method',
        message: `Unsupported payment method: ${method}`,
      })
    })

    test('is rejected after the hold, whether the expiry job ran or not, and for a cancelled booking', async () => {
      const [late, cancelled] = [await placed(app), await placed(app)]
      await transitionTo(app, cancelled.bookingId, 'cancelled')
      app.clock.advance(30 * MINUTE)
      for (const job of [async () => {}, expireBookings]) {
        await job(app)
        for (const { bookingId, secret } of [late, cancelled])
          for (const method of ['esewa', 'bank_transfer'])
            expect(codeOf(await startAttempt(app, bookingId, secret, method))).toBe('not_payable')
      }
      expect(await rows(app.db.read, 'payments')).toEqual([])
    })

    test('is rejected for a confirmed booking', async () => {
      const payment = await started(app)
      await decide(app, payment, 'pay')
      await verifyAttempt(app, payment.paymentId, {})
      for (const method of ['esewa', 'bank_transfer'])
        expect(codeOf(await startAttempt(app, payment.bookingId, payment.secret, method))).toBe('not_payable')
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
    })
  })

  describe('verifying', () => {
    test('returns pending before a payment', async () => {
      const payment = await started(app)
      const pending = { success: false, state: 'pending', bookingState: 'held' }
      for (const arrival of [async () => {}, () => arrive(app, payment)]) {
        await arrival()
        expect(await verified(app, payment.paymentId)).toEqual(verdictOf(payment, pending))
      }
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'held' })
    })

    test('confirms a payment with the gateway’s number, a membership and an email', async () => {
      const payment = await started(app, order({ endDate: '2027-01-10', addOns: ['virtual-office'] }))
      const parameters = await decide(app, payment, 'pay')
      const verdict = await verified(app, payment.paymentId, parameters)
      const transactionId = expect.stringMatching(/^[0-9A-Z]{7}$/)
      const confirmed = { success: true, state: 'confirmed', bookingState: 'confirmed', transactionId }
      expect(verdict).toEqual(verdictOf({ ...payment, amount: 2_500_000 }, confirmed))
      const row = { state: 'confirmed', provider_reference: verdict.transactionId }
      expect(await paymentRow(app, payment.paymentId)).toMatchObject(row)
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed', expires_at: null })
      expect(await rows(app.db.read, 'memberships')).toEqual([
        {
          id: expect.any(String),
          booking_id: payment.bookingId,
          customer_name: 'Aarati Shrestha',
          email: 'aarati@example.com',
          phone: '+9779841234567',
          membership_type: 'professional',
          status: 'active',
          start_date: '2026-12-10',
          end_date: '2027-02-10',
          amount: 2_500_000,
          billing_cycle: 'monthly',
          location_id: 'dhobighat-hub',
          auto_renew: 0,
          notes: null,
          search: `aarati shrestha aarati@example.com +9779841234567 ${payment.bookingId.toLowerCase()}`,
          version: 1,
          created_at: '2026-12-01T04:15:00.000Z',
          updated_at: '2026-12-01T04:15:00.000Z',
        },
      ])
      expect(await rows(app.db.read, 'emails')).toMatchObject([{ recipient: 'aarati@example.com', sent_at: null }])
      // A repeated verification returns the same with any parameters.
      expect(await verified(app, payment.paymentId)).toEqual(verdict)
      expect(await verified(app, payment.paymentId, { data: 'x' })).toEqual(verdict)
    })

    test('confirms once for twenty concurrent calls, with one membership, event and email', async () => {
      const payment = await started(app)
      await decide(app, payment, 'pay')
      const verdicts = await atOnce(20, () => verifyAttempt(app, payment.paymentId, {}))
      expect(new Set(verdicts.map((verdict) => granted(verdict).transactionId)).size).toBe(1)
      expect(verdicts.map((verdict) => granted(verdict).state)).toEqual(Array(20).fill('confirmed'))
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
      expect(await rows(app.db.read, 'emails')).toHaveLength(1)
      const events = await rows(app.db.read, 'staff_events')
      expect(events.map(({ kind }) => kind).sort()).toEqual(['booking_new', 'booking_update', 'membership_new'])
      expect(new Set(Object.values(await seatsTaken(app)))).toEqual(new Set([1]))
    })

    test('returns not_found for an unknown payment', async () => {
      const payment = await started(app)
      const before = await stored(app)
      for (const id of [payment.bookingId, 'x', '', `${payment.paymentId}x`])
        expect(failureOf(await verifyAttempt(app, id, { data: 'x' }))).toEqual({ code: 'not_found' })
      expect(await stored(app)).toEqual(before)
    })

    test('stores the return parameters as evidence', async () => {
      const payment = await started(app)
      await verifyAttempt(app, payment.paymentId, { data: 'x'.repeat(20_000), refId: '0007' })
      const [report] = await rows(app.db.read, 'payment_reports')
      expect(report).toMatchObject({ payment_id: payment.paymentId, source: 'return' })
      expect(report?.body.length).toBeLessThanOrEqual(8_000)
    })

    test('stores the gateway’s response verbatim, and no fields that it lacks', async () => {
      const payment = await started(app)
      await verifyAttempt(app, payment.paymentId, {})
      expect(await rows(app.db.read, 'payment_reports')).toEqual([])
      await decide(app, payment, 'pay')
      await verifyAttempt(app, payment.paymentId, {})
      const [report] = await rows(app.db.read, 'payment_reports')
      expect(report).toMatchObject({ payment_id: payment.paymentId, source: 'lookup' })
      const [{ status, body }] = JSON.parse(report?.body ?? '[{}]')
      const complete = { status: 'COMPLETE', transaction_uuid: payment.paymentId }
      expect([status, JSON.parse(body)]).toMatchObject([200, complete])
    })

    test('records whether a return was signed', async () => {
      const payment = await started(app)
      await verifyAttempt(app, payment.paymentId, { data: returnData({}, { secret: 'guess' }) })
      await verifyAttempt(app, payment.paymentId, await decide(app, payment, 'pay'))
      const reports = await rows(app.db.read, 'payment_reports')
      const verdicts = reports.flatMap(({ source, body }) => (source === 'return' ? [JSON.parse(body).verdict] : []))
      expect(verdicts).toHaveLength(2)
      expect(verdicts).toContainEqual({ kind: 'rejected', reason: 'the signature is not valid' })
      expect(verdicts).toContainEqual(expect.objectContaining({ kind: 'signed', attemptId: payment.paymentId }))
    })
  })

  describe('repeated attempts', () => {
    test('hold the seat for a day from placement, and start no attempt that could be paid too late', async () => {
      const { bookingId, secret } = await placed(app)
      const again = () => startAttempt(app, bookingId, secret, 'khalti')
      const heldFor = async () => Date.parse((await bookingRow(app, bookingId)).expires_at ?? '') - NOW
      for (; app.now() < NOW + 23 * HOUR; app.clock.advance(HOUR)) granted(await again())
      expect(await heldFor()).toBe(24 * HOUR - 45 * MINUTE)
      granted(await again())
      expect(await heldFor()).toBe(24 * HOUR)
      app.clock.advance(1)
      expect(failureOf(await again())).toMatchObject({
        code: 'no_more_extensions',
        message: expect.stringContaining('held for a day'),
      })
      granted(await startAttempt(app, bookingId, secret, 'esewa'))
      expect(await heldFor()).toBe(24 * HOUR)
    })

    test('store the newest fifty returns and claims', async () => {
      const { paymentId } = await started(app)
      for (let times = 0; times < 120; times++) {
        app.clock.advance(1)
        await recordPaymentReport(app, paymentId, times % 2 ? 'return' : 'claim', `${times}`)
      }
      const reports = await rows(app.db.read, 'payment_reports')
      expect(reports.filter(({ source }) => source === 'claim')).toHaveLength(50)
      const numbers = reports.map(({ body }) => Number(JSON.parse(body))).sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, number) => number + 20))
    })
  })

  test.each<[string, (id: string, others: Parameters) => Parameters]>([
    ['report a payment in the format of eSewa v1', (oid) => ({ oid, amt: '9500', refId: '0007' })],
    ['are another payment’s genuine ones', (_, others) => others],
    [
      'are signed by the published test key',
      (id) => ({ data: returnData({ transaction_uuid: id, total_amount: '9500.0' }) }),
    ],
    ['are signed by an unknown key', (id) => ({ data: returnData({ transaction_uuid: id }, { secret: 'guess' }) })],
    ['are malformed', () => ({ data: '%%%' })],
    ['claim success', () => ({ success: 'true', status: 'COMPLETE', state: 'confirmed' })],
  ])('return parameters that %s do not confirm the payment', async (_, parameters) => {
    const another = await started(app)
    const others = await decide(app, another, 'pay')
    const mine = await started(app)
    await arrive(app, mine)
    const verdict = granted(await verifyAttempt(app, mine.paymentId, parameters(mine.paymentId, others)))
    expect(verdict).toMatchObject({ success: false, state: 'pending', bookingState: 'held' })
    expect(verdict).not.toHaveProperty('transactionId')
    expect(await rows(app.db.read, 'memberships')).toEqual([])
    // The other one is verified by its own id alone.
    expect(await paymentRow(app, another.paymentId)).toMatchObject({ state: 'pending' })
  })
})

describe.each(ENGINES)('payments with ESEWA_API=v1 on %s', (engine) => {
  const app = useApp(engine, { env: { ESEWA_API: 'v1' } })

  test('start at the v1 address, and are confirmed with the number of the status call', async () => {
    const payment = await started(app)
    expect(payment.next).toMatchObject({ action: 'http://localhost:4321/sandbox/esewa/epay/main', orRedirect: true })
    const { paymentId } = payment
    const parameters = await decide(app, payment, 'pay')
    const refId = expect.any(String)
    expect(parameters).toEqual({ payment: paymentId, oid: paymentId, amt: '9500.00', refId })
    const confirmed = { success: true, bookingState: 'confirmed', transactionId: parameters.refId }
    expect(await verified(app, paymentId, parameters)).toMatchObject(confirmed)
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
  })

  test('are checked again before the payer returns and after a failure', async () => {
    const payment = await started(app)
    expect(await verified(app, payment.paymentId)).toMatchObject({ success: false, state: 'pending' })
    expect(await decide(app, payment, 'fail')).toEqual({ payment: payment.paymentId })
    expect(await verified(app, payment.paymentId)).toMatchObject({ success: false, state: 'pending' })
  })

  test('are queried again by a returned number if the status call failed', async () => {
    const payment = await started(app)
    const parameters = await decide(app, payment, 'outage')
    expect(await verified(app, payment.paymentId, parameters)).toMatchObject({ state: 'pending' })
    expect(await paymentRow(app, payment.paymentId)).toMatchObject({ reason: 'eSewa responded with 503' })
    await runAfter(app, MINUTE, reconcile)
    expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'confirmed' })
  })

  test('are found by the true number among made-up ones', async () => {
    const payment = await started(app)
    const oid = payment.paymentId
    await verifyAttempt(app, oid, { oid, refId: 'MADE-UP' })
    const parameters = await decide(app, payment, 'outage')
    await verifyAttempt(app, oid, parameters)
    await verifyAttempt(app, oid, { oid, refId: 'ANOTHER' })
    await runAfter(app, MINUTE, reconcile)
    expect(await paymentRow(app, oid)).toMatchObject({ state: 'confirmed', provider_reference: parameters.refId })
  })

  test('are not confirmed by another payment’s number under either name', async () => {
    const [paid, mine] = [await started(app), await started(app)]
    const { refId = '', amt = '' } = await decide(app, paid, 'pay')
    await arrive(app, mine)
    for (const oid of [paid.paymentId, mine.paymentId])
      expect(await verified(app, mine.paymentId, { oid, amt, refId })).toMatchObject({ state: 'pending' })
    const own = { oid: paid.paymentId, amt, refId }
    expect(await verified(app, paid.paymentId, own)).toMatchObject({ success: true })
  })
})
