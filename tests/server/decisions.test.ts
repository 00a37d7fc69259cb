import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { getBrand } from '#server/catalogue.ts'
import { setApp } from '#server/open-app.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import { MINUTE, mailsTo, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey, order, refusalOf, seatsTaken } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { sendDrawn } from '../support/uploads.ts'
import { deciding, found, PRICE, paid, REJECT } from './deciding.ts'

const SEAT = { decision: 'give_place' } as const

describe.each(ENGINES)('what staff decide, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })
  const { states, say, full, late } = deciding(() => app)
  /** Money came, and the place is gone. */
  async function placeless() {
    const { catalogue } = app
    const payment = await late()
    full()
    await settle(app, payment.paymentId, paid(), 'lookup')
    app.catalogue = catalogue
    return payment
  }

  test('an approval is on record with who, what and how it was before', async () => {
    const { paymentId, bookingId } = await started(app, order(), 'bank_transfer')
    granted(await say(paymentId, { ...found(PRICE, 'nic 123-456'), saw: 'pending' }))
    expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
    expect(await paymentRow(app, paymentId)).toMatchObject({ provider_reference: 'NIC123456', received: PRICE })
    const [deed] = await rows(app.db.read, 'audit')
    expect(deed).toMatchObject({ action: 'payment_approved', subject: 'payment', subject_id: paymentId })
    expect(deed?.label).toContain(bookingId)
    expect(JSON.parse(deed?.before ?? '')).toEqual({ payment: 'pending', booking: 'pending_verification' })
    expect(JSON.parse(deed?.after ?? '')).toMatchObject({ payment: 'confirmed', amount: PRICE })
  })

  describe('two at once', () => {
    test.each([
      ['approve', found(), 'approve', found()],
      ['approve', found(), 'reject', REJECT],
      ['reject', REJECT, 'approve', found()],
    ] as const)('%s, %j, and %s, %j: one wins, the other is told who', async (_, one, __, other) => {
      for (let round = 0; round < 5; round++) {
        await app.empty()
        const { paymentId } = await started(app, order(), 'bank_transfer')
        const first = await someStaff(app, { email: 'first@chautari.example' })
        const second = { ...first, email: 'second@chautari.example' }
        const outcomes = await Promise.all([
          decide(app, first, paymentId, { ...one, saw: 'pending' }),
          decide(app, second, paymentId, { ...other, saw: 'pending' }),
        ])
        expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
        const loser = outcomes.find(({ ok }) => !ok)
        const winner = outcomes[0].ok ? 'first' : 'second'
        expect(loser && refusalOf(loser)).toMatchObject({
          code: 'not_decidable',
          message: expect.stringMatching(
            new RegExp(`^${winner}@chautari.example was faster and (approved|rejected|took) a payment\\b.*, `),
          ),
        })
        expect(await rows(app.db.read, 'audit')).toHaveLength(1)
      }
    })
  })

  test('whoever decides what they have decided is told that it was themselves', async () => {
    const { paymentId } = await started(app, order(), 'bank_transfer')
    granted(await say(paymentId, { ...found(), saw: 'pending' }))
    expect(refusalOf(await say(paymentId, { ...REJECT, saw: 'pending' }))).toMatchObject({
      code: 'not_decidable',
      message: expect.stringMatching(/^You have decided this already: approved a payment, /),
    })
  })

  describe('late money whose place is gone', () => {
    test('gets it as it was where seats are free, and is refused where they are not', async () => {
      const { catalogue } = app
      const { paymentId } = await placeless()
      expect(await states(paymentId)).toEqual(['confirmed', 'needs_decision'])
      full()
      expect(refusalOf(await say(paymentId, SEAT))).toMatchObject({ code: 'sold_out' })
      app.catalogue = catalogue
      granted(await say(paymentId, { ...SEAT, saw: 'confirmed' }))
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
      expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'place_given' }])
      expect(refusalOf(await say(paymentId, SEAT)).code).toBe('not_decidable')
    })

    test('of two who give it its place one does, and seats are taken once', async () => {
      const { paymentId } = await placeless()
      const by = await someStaff(app)
      const both = await Promise.all([1, 2].map(() => decide(app, by, paymentId, SEAT)))
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect(new Set(Object.values(await seatsTaken(app)))).toEqual(new Set([1]))
    })

    test('sent back, the booking ends, whatever codes were shown and never paid', async () => {
      const first = await started(app)
      granted(await startAttempt(app, first.bookingId, first.secret, 'qr_payment'))
      const booking = await bookingRow(app, first.bookingId)
      await app.db.write(async (db) => succeed(await transitionBooking(db, booking, 'expired', app.now())))
      full()
      await settle(app, first.paymentId, paid(), 'lookup')
      const by = await someStaff(app)
      const all = { way: 'manual', amount: PRICE, reason: 'No seat is left' } as const
      granted(await createRefund(app, first.paymentId, all, by, newKey()))
      expect(await states(first.paymentId)).toEqual(['refunded', 'cancelled'])
    })
  })

  test('a transfer that came after its booking expired is approved, with its place or to go back', async () => {
    for (const [withoutPlace, booking] of [
      [false, 'confirmed'],
      [true, 'needs_decision'],
    ] as const) {
      const { paymentId } = await started(app, order(), 'bank_transfer')
      app.clock.advance(72 * 60 * MINUTE)
      await expireBookings(app)
      expect(await states(paymentId)).toEqual(['pending', 'expired'])
      granted(await say(paymentId, { ...found(), withoutPlace }))
      expect(await states(paymentId)).toEqual(['confirmed', booking])
    }
  })

  test('a rejected receipt keeps the place while another receipt of the booking waits', async () => {
    const first = await started(app, order(), 'qr_payment')
    app.clock.advance(6 * MINUTE)
    const second = granted(await startAttempt(app, first.bookingId, first.secret, 'qr_payment'))
    expect(second.paymentId).not.toBe(first.paymentId)
    await sendDrawn(first)
    await sendDrawn({ ...second, secret: first.secret })
    granted(await say(first.paymentId, REJECT))
    expect(await states(first.paymentId)).toEqual(['failed', 'pending_verification'])
    granted(await say(second.paymentId, REJECT))
    expect(await states(second.paymentId)).toEqual(['failed', 'cancelled'])
    expect(await mailsTo(app, 'aarati@example.com')).toHaveLength(1)
  })

  test('a gateway that never said: refused while it is asked, then closed by staff; money that comes yet is found', async () => {
    const { paymentId } = await started(app)
    expect(refusalOf(await say(paymentId, REJECT)).code).toBe('not_decidable')
    await app.db.write(async (db) => {
      await db
        .updateTable('payments')
        .set({ left_to_staff_at: '2026-12-02T04:15:00.000Z' as never })
        .execute()
      return succeed(undefined)
    })
    expect(refusalOf(await say(paymentId, found())).code).toBe('not_decidable')
    granted(await say(paymentId, REJECT))
    expect((await paymentRow(app, paymentId)).state).toBe('failed')
    await settle(app, paymentId, paid(), 'lookup')
    expect((await paymentRow(app, paymentId)).state).toBe('confirmed')
  })

  test('elsewhere it is as if the payment were not there', async () => {
    const { paymentId } = await started(app, order(), 'bank_transfer')
    const by = await someStaff(app, { role: 'manager', workplaces: ['kausimaa'] })
    const before = await stored(app)
    for (const decision of [
      found(),
      REJECT,
      SEAT,
      { decision: 'seen', alert: 'paid_twice', raised: 'never', reason: 'Seen' } as const,
    ])
      expect(refusalOf(await decide(app, by, paymentId, decision))).toEqual({ code: 'not_found' })
    expect(await stored(app)).toEqual(before)
    expect(await mailsTo(app, getBrand().email)).toEqual([])
  })
})
