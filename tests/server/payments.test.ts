import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { extendBookingHold } from '#server/bookings/placement.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { MINUTE, NOW, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, order, placed, refusalOf, seatsTaken } from '../support/orders.ts'
import { arrive, decide, paymentRow, started } from '../support/payments.ts'
import { returnData } from './gateways/doubles.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  describe('starting', () => {
    test('answers with the gateway’s form over the booking’s amount, and stores the attempt first', async () => {
      const { paymentId, bookingId, ...answer } = await started(app)
      expect(answer).toMatchObject({ method: 'esewa', state: 'pending', amount: 950_000, fee: 0 })
      expect(answer.next).toMatchObject({
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
        provider_reference: null,
        reason: null,
        asked_at: null,
        received: null,
        refunded: 0,
        owed: null,
        owed_at: null,
        told_gone: null,
        difference_at: null,
        kept_since: null,
        left_to_staff_at: null,
        reminded_at: null,
        created_at: '2026-12-01T04:15:00.000Z',
        updated_at: '2026-12-01T04:15:00.000Z',
      })
    })

    test('keeps the seats for the gateway’s window and a quarter of an hour', async () => {
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

    test('and extending at the same moment lose none of the time given', async () => {
      for (let round = 0; round < 5; round++) {
        const { bookingId, secret } = await placed(app)
        const ways = [extendBookingHold, startAttempt, extendBookingHold, startAttempt, extendBookingHold] as const
        await Promise.all(ways.map((way) => way(app, bookingId, secret, 'esewa')))
        expect(await bookingRow(app, bookingId)).toMatchObject({
          expires_at: '2026-12-01T06:15:00.000Z',
          extensions: 3,
        })
      }
    })

    test.each(['cash', '', '__proto__'])('by %j is not supported', async (method) => {
      const booking = await placed(app)
      const before = await stored(app)
      expect(refusalOf(await startAttempt(app, booking.bookingId, booking.secret, method))).toEqual({
        code: 'unsupported_method',
        message: `Unsupported payment method: ${method}`,
      })
      expect(await stored(app)).toEqual(before)
    })

    test('is for who holds the secret', async () => {
      const [mine, another] = [await placed(app), await placed(app)]
      const before = await stored(app)
      for (const [id, secret] of [
        [mine.bookingId, another.secret],
        [mine.bookingId, ''],
        ['BK-1796098500000-ZZZZ', mine.secret],
      ] as const)
        expect(refusalOf(await startAttempt(app, id, secret, 'esewa'))).toEqual({ code: 'not_found' })
      expect(await stored(app)).toEqual(before)
    })

    test('is over with the hold, swept or not', async () => {
      const { bookingId, secret } = await placed(app)
      app.clock.advance(30 * MINUTE)
      expect(refusalOf(await startAttempt(app, bookingId, secret, 'esewa')).code).toBe('not_payable')
      await expireBookings(app)
      expect(refusalOf(await startAttempt(app, bookingId, secret, 'esewa')).code).toBe('not_payable')
      expect(await rows(app.db.read, 'payments')).toEqual([])
    })

    test.each(['esewa', 'bank_transfer'])('by %s is refused on a cancelled booking', async (method) => {
      const { bookingId, secret } = await placed(app)
      const booking = await bookingRow(app, bookingId)
      await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'cancelled', NOW)))
      expect(refusalOf(await startAttempt(app, bookingId, secret, method)).code).toBe('not_payable')
      expect(await rows(app.db.read, 'payments')).toEqual([])
    })

    test('is refused on a confirmed booking', async () => {
      const payment = await started(app)
      await decide(app, payment, 'pay')
      await verifyAttempt(app, payment.paymentId, {})
      for (const method of ['esewa', 'bank_transfer'])
        expect(refusalOf(await startAttempt(app, payment.bookingId, payment.secret, method)).code).toBe('not_payable')
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
    })
  })

  describe('verifying', () => {
    test('before anything was paid: still pending', async () => {
      const payment = await started(app)
      for (const arrival of [() => {}, () => arrive(app, payment)]) {
        await arrival()
        expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toEqual({
          success: false,
          paymentId: payment.paymentId,
          method: 'esewa',
          amount: 950_000,
          state: 'pending',
          bookingState: 'held',
        })
      }
      expect(await bookingRow(app, payment.bookingId)).toMatchObject({ state: 'held' })
    })

    test('what was paid: confirmed with the gateway’s number, a membership and a mail', async () => {
      const payment = await started(app, order({ endDate: '2027-01-10', addOns: ['virtual-office'] }))
      const hints = await decide(app, payment, 'pay')
      const verdict = granted(await verifyAttempt(app, payment.paymentId, hints))
      expect(verdict).toEqual({
        success: true,
        paymentId: payment.paymentId,
        method: 'esewa',
        amount: 2_500_000,
        state: 'confirmed',
        bookingState: 'confirmed',
        transactionId: expect.stringMatching(/^[0-9A-Z]{7}$/),
      })
      expect(await paymentRow(app, payment.paymentId)).toMatchObject({
        state: 'confirmed',
        provider_reference: verdict.transactionId,
      })
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
      expect(await rows(app.db.read, 'mails')).toMatchObject([{ recipient: 'aarati@example.com', sent_at: null }])
      // Asked again, whatever is brought along, the answer is the same.
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toEqual(verdict)
      expect(granted(await verifyAttempt(app, payment.paymentId, { data: 'x' }))).toEqual(verdict)
    })

    test('a day pass makes no membership', async () => {
      const payment = await started(app, dayPass())
      await decide(app, payment, 'pay')
      expect(granted(await verifyAttempt(app, payment.paymentId, {}))).toMatchObject({
        success: true,
        bookingState: 'confirmed',
      })
      expect(await rows(app.db.read, 'memberships')).toEqual([])
    })

    test('twenty times at once: one confirmation, one membership, one event, one mail', async () => {
      const payment = await started(app)
      await decide(app, payment, 'pay')
      const verdicts = await Promise.all(Array.from({ length: 20 }, () => verifyAttempt(app, payment.paymentId, {})))
      expect(new Set(verdicts.map((verdict) => granted(verdict).transactionId)).size).toBe(1)
      expect(verdicts.map((verdict) => granted(verdict).state)).toEqual(Array(20).fill('confirmed'))
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
      expect(await rows(app.db.read, 'mails')).toHaveLength(1)
      const events = await rows(app.db.read, 'staff_events')
      expect(events.map(({ kind }) => kind).sort()).toEqual(['booking_new', 'booking_update', 'membership_new'])
      expect(new Set(Object.values(await seatsTaken(app)))).toEqual(new Set([1]))
    })

    test('an unknown payment is not found', async () => {
      const payment = await started(app)
      const before = await stored(app)
      for (const id of [payment.bookingId, 'x', '', `${payment.paymentId}x`])
        expect(refusalOf(await verifyAttempt(app, id, { data: 'x' }))).toEqual({ code: 'not_found' })
      expect(await stored(app)).toEqual(before)
    })

    test('keeps what came back as evidence', async () => {
      const payment = await started(app)
      await verifyAttempt(app, payment.paymentId, { data: 'x'.repeat(20_000), refId: '0007' })
      const [report] = await rows(app.db.read, 'payment_reports')
      expect(report).toMatchObject({ payment_id: payment.paymentId, source: 'return' })
      expect(report?.body.length).toBeLessThanOrEqual(8_000)
    })

    test('keeps what the gateway answered, word for word, and nothing of what is not known yet', async () => {
      const payment = await started(app)
      await verifyAttempt(app, payment.paymentId, {})
      expect(await rows(app.db.read, 'payment_reports')).toEqual([])
      await decide(app, payment, 'pay')
      await verifyAttempt(app, payment.paymentId, {})
      const [kept] = await rows(app.db.read, 'payment_reports')
      expect(kept).toMatchObject({ payment_id: payment.paymentId, source: 'lookup' })
      const [{ status, body }] = JSON.parse(kept?.body ?? '[{}]')
      expect([status, JSON.parse(body)]).toMatchObject([
        200,
        { status: 'COMPLETE', transaction_uuid: payment.paymentId },
      ])
    })

    test('notes whether a return was signed', async () => {
      const payment = await started(app)
      await verifyAttempt(app, payment.paymentId, { data: returnData({}, { secret: 'guess' }) })
      await verifyAttempt(app, payment.paymentId, await decide(app, payment, 'pay'))
      const kept = await rows(app.db.read, 'payment_reports')
      const verdicts = kept.flatMap(({ source, body }) => (source === 'return' ? [JSON.parse(body).verdict] : []))
      expect(verdicts).toHaveLength(2)
      expect(verdicts).toContainEqual({ kind: 'refused', reason: 'the signature is wrong' })
      expect(verdicts).toContainEqual(expect.objectContaining({ kind: 'signed', attemptId: payment.paymentId }))
    })
  })

  describe('return parameters that', () => {
    test.each<[string, (of: { paymentId: string; others: Record<string, string> }) => Record<string, string>]>([
      ['say paid in the manner of eSewa v1', ({ paymentId }) => ({ oid: paymentId, amt: '9500', refId: '0007' })],
      ['are another payment’s genuine ones', ({ others }) => others],
      [
        'are signed by the published test key',
        ({ paymentId }) => ({ data: returnData({ transaction_uuid: paymentId, total_amount: '9500.0' }) }),
      ],
      [
        'are signed by nobody’s key',
        ({ paymentId }) => ({ data: returnData({ transaction_uuid: paymentId }, { secret: 'guess' }) }),
      ],
      ['are broken', () => ({ data: '%%%' })],
      ['name success', () => ({ success: 'true', status: 'COMPLETE', state: 'confirmed' })],
    ])('%s confirm nothing', async (_, hints) => {
      const another = await started(app)
      const others = await decide(app, another, 'pay')
      const mine = await started(app)
      await arrive(app, mine)
      const verdict = granted(await verifyAttempt(app, mine.paymentId, hints({ paymentId: mine.paymentId, others })))
      expect(verdict).toMatchObject({ success: false, state: 'pending', bookingState: 'held' })
      expect(verdict).not.toHaveProperty('transactionId')
      expect(await rows(app.db.read, 'memberships')).toEqual([])
      // The other one is verified by its own id alone.
      expect(await paymentRow(app, another.paymentId)).toMatchObject({ state: 'pending' })
    })
  })
})
