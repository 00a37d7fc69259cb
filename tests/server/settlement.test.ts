import type { KyselyPlugin } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { succeed } from '#contract/failure.ts'
import type { Evidence, GatewayReport } from '#domain/payment.ts'
import { createBooking, extendBookingHold } from '#server/bookings/placement.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { getBrand } from '#server/catalogue.ts'
import { cancel, reject } from '#server/desk/cancellation.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { readReviewQueue } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import {
  describeOnEachEngine,
  emailsTo,
  execute,
  expectNothingStored,
  HOUR,
  MINUTE,
  rows,
  stored,
} from '../support/app.ts'
import {
  bookingRow,
  dayPass,
  granted,
  newKey,
  order,
  PRICE,
  placed,
  seatsTaken,
  transitionTo,
} from '../support/orders.ts'
import { runAfter } from '../support/outcomes.ts'
import { paid, paymentRow, reporting, started, statesOf } from '../support/payments.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { endBooking, refund } from '../support/staff-actions.ts'
import { approval } from './decision-steps.ts'

describeOnEachEngine('on %s', (app) => {
  const states = (paymentId: string) => statesOf(app, paymentId)

  describe('a report of a payment', () => {
    test.each<[string, Evidence, string, string]>([
      ['esewa', 'lookup', 'confirmed', 'confirmed'],
      ['esewa', 'staff', 'pending', 'held'],
      ['esewa', 'visitor', 'pending', 'held'],
      ['esewa', 'clock', 'pending', 'held'],
      ['esewa', 'webhook', 'pending', 'held'],
      ['bank_transfer', 'staff', 'confirmed', 'confirmed'],
      ['bank_transfer', 'lookup', 'pending', 'pending_verification'],
      ['bank_transfer', 'visitor', 'pending', 'pending_verification'],
    ])('sets a %s payment, reported by %s, to %s and its booking to %s', async (method, by, payment, booking) => {
      const { paymentId } = await started(app, order(), method)
      const before = await stored(app)
      await settle(app, paymentId, paid(), by)
      expect(await states(paymentId)).toEqual([payment, booking])
      if (payment === 'pending') expect(await stored(app)).toEqual(before)
      expect(await rows(app.db.read, 'memberships')).toHaveLength(payment === 'confirmed' ? 1 : 0)
    })

    test.each<[string, string, Evidence, (bookingId: string) => Promise<void>]>([
      [
        'a transfer found by staff after the booking expired',
        'bank_transfer',
        'staff',
        () => runAfter(app, 72 * HOUR, expireBookings),
      ],
      ['a payment for a cancelled booking', 'esewa', 'lookup', (id) => transitionTo(app, id, 'cancelled')],
    ])('restores the seats for %s', async (_, method, by, end) => {
      const { paymentId, bookingId } = await started(app, order(), method)
      await end(bookingId)
      expect(await seatsTaken(app)).toEqual({})
      await settle(app, paymentId, paid(), by)
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
      expect(await bookingRow(app, bookingId)).toMatchObject({ expires_at: null })
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
    })
  })

  describe('a payment that arrives after staff ended the booking', () => {
    const ended = async (bookingId: string, end?: typeof cancel) =>
      granted(await endBooking(app, await someStaff(app), bookingId, end))
    const decided = async (paymentId: string, decision: Parameters<typeof decide>[3]) =>
      granted(await decide(app, await someStaff(app), paymentId, decision))

    test.each([
      ['cancel', cancel],
      ['reject', reject],
    ])('reserves no seats (%s); staff decide, and staff and payer are notified', async (_, end) => {
      const { paymentId, bookingId } = await started(app)
      await ended(bookingId, end)
      expect((await bookingRow(app, bookingId)).cancelled_by).toBe((await someStaff(app)).id)
      const before = (await emailsTo(app, 'aarati@example.com')).length
      for (let times = 0; times < 2; times++) await settle(app, paymentId, paid(), 'lookup')
      expect(await states(paymentId)).toEqual(['confirmed', 'needs_decision'])
      expect(await seatsTaken(app)).toEqual({})
      expect(await emailsTo(app, getBrand().email)).toEqual([`Payment received for a cancelled booking: ${bookingId}`])
      const subject = `We received your payment for ${bookingId} after its cancellation`
      expect((await emailsTo(app, 'aarati@example.com')).slice(before)).toEqual([subject])
      const { items } = granted(await readReviewQueue(app, { workplaces: null }))
      expect(items).toMatchObject([{ reviewReasons: ['after_cancel'] }])
    })

    test('reserves no seats, even in full after a payment of another amount', async () => {
      const placed = await started(app)
      const other = granted(await startAttempt(app, placed.bookingId, placed.secret, 'khalti'))
      await ended(placed.bookingId)
      await settle(app, placed.paymentId, paid(949_900), 'lookup')
      expect(await states(placed.paymentId)).toEqual(['mismatch', 'needs_decision'])
      await settle(app, other.paymentId, paid(), 'lookup')
      expect(await states(other.paymentId)).toEqual(['confirmed', 'needs_decision'])
      expect(await seatsTaken(app)).toEqual({})
      expect(await emailsTo(app, getBrand().email)).toHaveLength(2)
    })

    test('restores the seats by a decision of staff, which reverts the cancellation', async () => {
      const { paymentId, bookingId } = await started(app)
      await ended(bookingId)
      await settle(app, paymentId, paid(), 'lookup')
      await decided(paymentId, { decision: 'give_place' })
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed', cancelled_by: null })
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
    })

    test('restores the seats when staff find it as a transfer', async () => {
      const { paymentId, bookingId } = await started(app, order(), 'bank_transfer')
      await ended(bookingId)
      await decided(paymentId, approval(PRICE, 'NIC 123'))
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
    })

    test('reserves no seats when it is refunded in full', async () => {
      const first = await started(app)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'khalti'))
      await settle(app, first.paymentId, paid(949_900), 'lookup')
      await settle(app, second.paymentId, { kind: 'ended', as: 'failed', reason: 'Khalti: Failed' }, 'lookup')
      granted(await refund(app, await someStaff(app), first.paymentId, 949_900))
      expect(await states(first.paymentId)).toEqual(['refunded', 'cancelled'])
      await settle(app, second.paymentId, paid(), 'lookup')
      expect(await states(second.paymentId)).toEqual(['confirmed', 'needs_decision'])
    })
  })

  test('a transaction in the account pays one of two concurrent bookings, by transfer or by QR', async () => {
    const transfer = await started(app, order(), 'bank_transfer')
    const qr = await started(app, order(), 'qr_payment')
    await Promise.all([transfer, qr].map(({ paymentId }) => settle(app, paymentId, paid(PRICE, 'R1'), 'staff')))
    const payments = await rows(app.db.read, 'payments')
    expect(payments.map(({ provider_reference }) => provider_reference).sort()).toEqual(['R1', null])
    expect(payments.filter(({ state }) => state === 'confirmed')).toHaveLength(1)
    const same = { provider_reference: 'R1' }
    const forced = execute(app, (db) => db.updateTable('payments').set(same).where('state', '!=', 'confirmed'))
    await expect(forced).rejects.toThrow(/unique/i)
  })

  describe('a report without effect', () => {
    test.each<[string, GatewayReport]>([
      ['the same transaction again', paid(PRICE, 'R1')],
      ['another transaction', paid(PRICE, 'R2')],
      ['an end', { kind: 'ended', as: 'cancelled', reason: 'late report' }],
      ['a mismatch', { kind: 'mismatch', reason: 'late report' }],
    ])('records nothing after the confirmation: %s', async (_, report) => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, paid(PRICE, 'R1'), 'lookup')
      await expectNothingStored(app, async () => {
        await settle(app, paymentId, report, 'lookup')
      })
    })

    test('records a reason for review once, without an event', async () => {
      const { paymentId } = await started(app)
      const notified = vi.fn()
      onTestFinished(app.notifier.subscribe(notified))
      await settle(app, paymentId, { kind: 'pending', reason: 'AMBIGUOUS' }, 'lookup')
      const before = await stored(app)
      app.clock.advance(MINUTE)
      await settle(app, paymentId, { kind: 'pending', reason: 'AMBIGUOUS' }, 'lookup')
      expect(await stored(app)).toEqual(before)
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'pending', reason: 'AMBIGUOUS' })
      expect(notified).not.toHaveBeenCalled()
    })
  })

  test('a report of payment applies before concurrent reports of an end', async () => {
    for (let round = 0; round < 10; round++) {
      const { paymentId } = await started(app, dayPass())
      const reports: GatewayReport[] = [
        { kind: 'ended', as: 'cancelled', reason: 'CANCELED' },
        paid(50_000),
        { kind: 'ended', as: 'failed', reason: 'FAILED' },
      ]
      await Promise.all(reports.map((report) => settle(app, paymentId, report, 'lookup')))
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
    }
  })

  describe('a transition that the table does not list', () => {
    test('is thrown as a bug and changes nothing', async () => {
      const { bookingId } = await placed(app)
      const booking = await bookingRow(app, bookingId)
      const before = await stored(app)
      const move = app.db.write(async (db) => succeed(await transitionBooking(app, db, booking, 'needs_decision')))
      await expect(move).rejects.toThrow('a booking cannot go from held to needs_decision')
      expect(await stored(app)).toEqual(before)
    })

    test('changes nothing from a state that has changed', async () => {
      const { bookingId } = await placed(app)
      const booking = await bookingRow(app, bookingId)
      const move = () => app.db.write(async (db) => succeed(await transitionBooking(app, db, booking, 'cancelled')))
      expect(await Promise.all([move(), move(), move()])).toContainEqual({ ok: true, value: true })
      expect(await move()).toEqual({ ok: true, value: false })
      expect(await seatsTaken(app)).toEqual({})
      expect(await rows(app.db.read, 'staff_events')).toHaveLength(2)
    })
  })

  describe('a transaction', () => {
    /** Makes the writes of the app fail after this many statements. */
    function breakAfter(statements: number): { broke(): boolean; restore(): void } {
      const { db } = app
      let left = statements
      const breaking: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (left-- === 0) throw new Error('broken down')
          return result
        },
      }
      app.db = { ...db, write: (job) => db.write((transaction) => job(transaction.withPlugin(breaking))) }
      return {
        broke: () => left < 0,
        restore: () => {
          app.db = db
          app.bugs.length = 0
        },
      }
    }

    async function paying() {
      const payment = await started(app)
      reporting(app, () => paid())
      return payment
    }
    const FLOWS: Record<string, () => Promise<() => Promise<unknown>>> = {
      placing: async () => () => createBooking(app, order(), newKey()),
      'replacing a hold': async () => {
        const { bookingId, secret } = await placed(app)
        return () => createBooking(app, dayPass({ replaces: { bookingId, secret } }), newKey())
      },
      extending: async () => {
        const { bookingId, secret } = await placed(app)
        return () => extendBookingHold(app, bookingId, secret)
      },
      starting: async () => {
        const { bookingId, secret } = await placed(app)
        return () => startAttempt(app, bookingId, secret, 'esewa')
      },
      'announcing a transfer': async () => {
        const { bookingId, secret } = await placed(app)
        return () => startAttempt(app, bookingId, secret, 'bank_transfer')
      },
      confirming: async () => {
        const { paymentId } = await paying()
        return () => verifyAttempt(app, paymentId, {})
      },
      'confirming late': async () => {
        const { bookingId, paymentId } = await paying()
        await transitionTo(app, bookingId, 'expired')
        return () => verifyAttempt(app, paymentId, {})
      },
      expiring: async () => {
        await placed(app, dayPass())
        app.clock.advance(30 * MINUTE)
        return () => expireBookings(app)
      },
    }

    test.each(Object.entries(FLOWS))('stores nothing if %s fails after any of its statements', async (_, prepare) => {
      const run = await prepare()
      const before = await stored(app)
      for (let statements = 0; ; statements++) {
        const { broke, restore } = breakAfter(statements)
        await run().catch(() => {})
        restore()
        if (!broke()) break
        expect(await stored(app), `after statement ${statements + 1}`).toEqual(before)
      }
      expect(await stored(app)).not.toEqual(before)
    })
  })
})
