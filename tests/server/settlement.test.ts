import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import type { Evidence, GatewayReport } from '#domain/payment.ts'
import { createBooking, extendBookingHold } from '#server/bookings/placement.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { getBrand } from '#server/catalogue.ts'
import { cancel, reject } from '#server/desk/cancellation.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { readReviewQueue } from '#server/payments/review-queue.ts'
import { settle } from '#server/payments/settlement.ts'
import { MINUTE, mailsTo, NOW, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, order, placed, seatsTaken } from '../support/orders.ts'
import { paymentRow, reporting, started } from '../support/payments.ts'

const paid = (providerReference = 'R1', amount = 950_000): GatewayReport => ({
  kind: 'paid',
  amount: paisa(amount),
  providerReference,
})

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const states = async (paymentId: string) => {
    const payment = await paymentRow(app, paymentId)
    return [payment.state, (await bookingRow(app, payment.booking_id)).state]
  }

  describe('money is believed', () => {
    test.each<[string, Evidence, string, string]>([
      ['esewa', 'lookup', 'confirmed', 'confirmed'],
      ['esewa', 'staff', 'pending', 'held'],
      ['esewa', 'visitor', 'pending', 'held'],
      ['esewa', 'clock', 'pending', 'held'],
      ['esewa', 'webhook', 'pending', 'held'],
      ['bank_transfer', 'staff', 'confirmed', 'confirmed'],
      ['bank_transfer', 'lookup', 'pending', 'pending_verification'],
      ['bank_transfer', 'visitor', 'pending', 'pending_verification'],
    ])('%s, on the word of %s: %s, the booking %s', async (method, by, payment, booking) => {
      const { paymentId } = await started(app, order(), method)
      const before = await stored(app)
      await settle(app, paymentId, paid(), by)
      expect(await states(paymentId)).toEqual([payment, booking])
      if (payment === 'pending') expect(await stored(app)).toEqual(before)
      expect(await rows(app.db.read, 'memberships')).toHaveLength(payment === 'confirmed' ? 1 : 0)
    })

    test('a transfer that staff see after the booking expired takes its seats again', async () => {
      const { paymentId, bookingId } = await started(app, order(), 'bank_transfer')
      app.clock.advance(72 * 60 * MINUTE)
      await expireBookings(app)
      expect(await seatsTaken(app)).toEqual({})
      await settle(app, paymentId, paid('TRANSFER-1'), 'staff')
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
      expect(await bookingRow(app, bookingId)).toMatchObject({ expires_at: null })
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
    })

    test('money for a cancelled booking takes its seats again where they are free', async () => {
      const { paymentId, bookingId } = await started(app)
      const booking = await bookingRow(app, bookingId)
      await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'cancelled', NOW)))
      expect(await seatsTaken(app)).toEqual({})
      await settle(app, paymentId, paid(), 'lookup')
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
    })
  })

  describe('money that comes after staff ended the booking', () => {
    const versionOf = async (bookingId: string) => (await bookingRow(app, bookingId)).version
    const ended = {
      cancel: async (bookingId: string) =>
        granted(
          await cancel(app, await someStaff(app), bookingId, {
            version: await versionOf(bookingId),
            reason: 'Asked by phone',
          }),
        ),
      reject: async (bookingId: string) =>
        granted(
          await reject(app, await someStaff(app), bookingId, {
            version: await versionOf(bookingId),
            reason: 'The house is closed',
          }),
        ),
    }

    test.each(['cancel', 'reject'] as const)('(%s) takes no place: staff decide, and all are told', async (act) => {
      const { paymentId, bookingId } = await started(app)
      await ended[act](bookingId)
      expect((await bookingRow(app, bookingId)).cancelled_by).toBe((await someStaff(app)).id)
      const before = (await mailsTo(app, 'aarati@example.com')).length
      for (let times = 0; times < 2; times++) await settle(app, paymentId, paid(), 'lookup')
      expect(await states(paymentId)).toEqual(['confirmed', 'needs_decision'])
      expect(await seatsTaken(app)).toEqual({})
      expect(await mailsTo(app, getBrand().email)).toEqual([`Money came for a booking that we cancelled: ${bookingId}`])
      expect((await mailsTo(app, 'aarati@example.com')).slice(before)).toEqual([
        `Your payment for ${bookingId} came after its cancellation`,
      ])
      expect(granted(await readReviewQueue(app, { workplaces: null })).items).toMatchObject([
        { waits: ['after_cancel'] },
      ])
    })

    test('and differs, then comes in full by another try: takes no place either', async () => {
      const placed = await started(app)
      const other = granted(await startAttempt(app, placed.bookingId, placed.secret, 'khalti'))
      await ended.cancel(placed.bookingId)
      await settle(app, placed.paymentId, paid('R1', 949_900), 'lookup')
      expect(await states(placed.paymentId)).toEqual(['mismatch', 'needs_decision'])
      await settle(app, other.paymentId, paid('K1'), 'lookup')
      expect(await states(other.paymentId)).toEqual(['confirmed', 'needs_decision'])
      expect(await seatsTaken(app)).toEqual({})
      expect(await mailsTo(app, getBrand().email)).toHaveLength(2)
    })

    test('takes its place by the word of staff, and their cancellation is over', async () => {
      const { paymentId, bookingId } = await started(app)
      await ended.cancel(bookingId)
      await settle(app, paymentId, paid(), 'lookup')
      granted(await decide(app, await someStaff(app), paymentId, { decision: 'give_place' }))
      expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed', cancelled_by: null })
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
    })

    test('of a transfer is found by staff, and takes its place', async () => {
      const { paymentId, bookingId } = await started(app, order(), 'bank_transfer')
      await ended.cancel(bookingId)
      const found = { decision: 'confirm', amount: 950_000, transactionId: 'NIC 123' } as const
      granted(await decide(app, await someStaff(app), paymentId, found))
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
    })

    test('by sending all its money back takes no place', async () => {
      const first = await started(app)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'khalti'))
      await settle(app, first.paymentId, paid('R1', 949_900), 'lookup')
      const back = { way: 'manual', amount: 949_900, reason: 'Too little' } as const
      await settle(app, second.paymentId, { kind: 'ended', as: 'failed', reason: 'Khalti: Failed' }, 'lookup')
      granted(await createRefund(app, first.paymentId, back, await someStaff(app), newKey()))
      expect(await states(first.paymentId)).toEqual(['refunded', 'cancelled'])
      await settle(app, second.paymentId, paid('K1'), 'lookup')
      expect(await states(second.paymentId)).toEqual(['confirmed', 'needs_decision'])
    })
  })

  test('a transaction in the account pays one booking, by transfer or by QR, also of two at once', async () => {
    const transfer = await started(app, order(), 'bank_transfer')
    const qr = await started(app, order(), 'qr_payment')
    await Promise.all([transfer, qr].map(({ paymentId }) => settle(app, paymentId, paid(), 'staff')))
    const found = await rows(app.db.read, 'payments')
    expect(found.map(({ provider_reference }) => provider_reference).sort()).toEqual(['R1', null])
    expect(found.filter(({ state }) => state === 'confirmed')).toHaveLength(1)
    const open = found.find(({ state }) => state !== 'confirmed')
    const forced = app.db.write(async (db) =>
      succeed(
        await db
          .updateTable('payments')
          .set({ provider_reference: 'R1' })
          .where('id', '=', open?.id ?? '')
          .execute(),
      ),
    )
    await expect(forced).rejects.toThrow(/unique/i)
  })

  describe('what changes nothing leaves nothing', () => {
    test.each<[string, GatewayReport]>([
      ['the same money again', paid()],
      ['money of another number', paid('R2')],
      ['an end', { kind: 'ended', as: 'cancelled', reason: 'late news' }],
      ['a mismatch', { kind: 'mismatch', reason: 'late news' }],
    ])('after the confirmation: %s', async (_, report) => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, paid(), 'lookup')
      const before = await stored(app)
      await settle(app, paymentId, report, 'lookup')
      expect(await stored(app)).toEqual(before)
    })

    test('a reason to wait is noted once and is no news', async () => {
      const { paymentId } = await started(app)
      let rings = 0
      const stop = app.notifier.subscribe(() => rings++)
      await settle(app, paymentId, { kind: 'pending', reason: 'AMBIGUOUS' }, 'lookup')
      const before = await stored(app)
      app.clock.advance(MINUTE)
      await settle(app, paymentId, { kind: 'pending', reason: 'AMBIGUOUS' }, 'lookup')
      expect(await stored(app)).toEqual(before)
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'pending', reason: 'AMBIGUOUS' })
      expect(rings).toBe(0)
      stop()
    })
  })

  test('of two reports at the same moment that speak of money and of an end, money is believed', async () => {
    for (let round = 0; round < 10; round++) {
      const { paymentId } = await started(app, dayPass())
      const reports: GatewayReport[] = [
        { kind: 'ended', as: 'cancelled', reason: 'CANCELED' },
        paid(`R-${round}`, 50_000),
        { kind: 'ended', as: 'failed', reason: 'FAILED' },
      ]
      await Promise.all(reports.map((report) => settle(app, paymentId, report, 'lookup')))
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
    }
  })

  describe('a move that the table does not list', () => {
    test('is a bug and changes nothing', async () => {
      const { bookingId } = await placed(app)
      const booking = await bookingRow(app, bookingId)
      const before = await stored(app)
      const move = app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'needs_decision', NOW)))
      await expect(move).rejects.toThrow('a booking cannot go from held to needs_decision')
      expect(await stored(app)).toEqual(before)
    })

    test('from a state that is not any more moves nothing', async () => {
      const { bookingId } = await placed(app)
      const booking = await bookingRow(app, bookingId)
      const move = () => app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'cancelled', NOW)))
      expect(await Promise.all([move(), move(), move()])).toContainEqual({ ok: true, value: true })
      expect(await move()).toEqual({ ok: true, value: false })
      expect(await seatsTaken(app)).toEqual({})
      expect(await rows(app.db.read, 'staff_events')).toHaveLength(2)
    })
  })

  describe('all or nothing:', () => {
    /** Makes the app's writes fail after so many statements, as a database does that breaks down in the middle. */
    function breakAfter(statements: number): { broke(): boolean; mend(): void } {
      const { db } = app
      let left = statements
      const breaking: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (left-- === 0) throw new Error('broken down')
          return result
        },
      }
      app.db = { ...db, write: (job) => db.write((writing) => job(writing.withPlugin(breaking))) }
      return {
        broke: () => left < 0,
        mend: () => {
          app.db = db
          app.bugs.length = 0
        },
      }
    }

    const PREPARED = { booking: '', secret: '', paymentId: '' }
    type Prepared = typeof PREPARED
    const FLOWS: [name: string, prepare: () => Promise<Prepared>, run: (of: Prepared) => Promise<unknown>][] = [
      ['placing', async () => PREPARED, () => createBooking(app, order(), newKey())],
      ['replacing a hold', held, ({ booking, secret }) => replace(booking, secret)],
      ['extending', held, ({ booking, secret }) => extendBookingHold(app, booking, secret)],
      ['starting', held, ({ booking, secret }) => startAttempt(app, booking, secret, 'esewa')],
      ['announcing a transfer', held, ({ booking, secret }) => startAttempt(app, booking, secret, 'bank_transfer')],
      ['confirming', begun, ({ paymentId }) => verifyAttempt(app, paymentId, {})],
      ['confirming late', expired, ({ paymentId }) => verifyAttempt(app, paymentId, {})],
      ['expiring', unpaid, () => expireBookings(app)],
    ]

    const replace = (bookingId: string, secret: string) =>
      createBooking(app, dayPass({ replaces: { bookingId, secret } }), newKey())

    async function held() {
      const { bookingId, secret } = await placed(app)
      return { ...PREPARED, booking: bookingId, secret }
    }
    async function begun() {
      const { paymentId } = await started(app)
      reporting(app, () => paid())
      return { ...PREPARED, paymentId }
    }
    async function expired() {
      const { bookingId, paymentId } = await started(app)
      const booking = await bookingRow(app, bookingId)
      await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'expired', NOW)))
      reporting(app, () => paid())
      return { ...PREPARED, paymentId }
    }
    async function unpaid() {
      await placed(app, dayPass())
      app.clock.advance(30 * MINUTE)
      return PREPARED
    }

    test.each(FLOWS)('%s that breaks down after any of its statements leaves nothing', async (_, prepare, run) => {
      const prepared = await prepare()
      const before = await stored(app)
      for (let statements = 0; ; statements++) {
        const { broke, mend } = breakAfter(statements)
        await run(prepared).catch(() => {})
        mend()
        if (!broke()) break
        expect(await stored(app), `after statement ${statements + 1}`).toEqual(before)
      }
      expect(await stored(app)).not.toEqual(before)
    })
  })
})
