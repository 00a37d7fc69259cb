import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { RAISED_AGAIN } from '#contract/sentences.ts'
import { npr, paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { PaymentAlert } from '#domain/waiting.ts'
import { useApp } from '#server/app.ts'
import { brand } from '#server/catalogue.ts'
import { decide } from '#server/decisions.ts'
import { expireBookings } from '#server/expiry.ts'
import { viewPayment } from '#server/payment-view.ts'
import { start, verify } from '#server/payments.ts'
import { reconcile } from '#server/reconciliation.ts'
import { refund } from '#server/refunds.ts'
import { settle } from '#server/settlement.ts'
import { moveBooking } from '#server/transitions.ts'
import { waitsOf } from '#server/waiting.ts'
import { MINUTE, mailsTo, rows, stored, type TestApp, untouched, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey, order, refusalOf, seatsTaken } from '../support/orders.ts'
import { alertsOf, lookedAfter, paymentRow, reporting, started } from '../support/payments.ts'
import { sendDrawn } from '../support/uploads.ts'

const PRICE = 950_000
const paid = (amount = PRICE, providerReference: string = crypto.randomUUID()): GatewayReport => ({
  kind: 'paid',
  amount: paisa(amount),
  providerReference,
})
const found = (amount = PRICE, transactionId: string = crypto.randomUUID()) =>
  ({ decision: 'confirm', amount, transactionId }) as const
const REJECT = { decision: 'reject', reason: 'Not in the account' } as const
const SEAT = { decision: 'give_place' } as const

describe.each(ENGINES)('what staff decide, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    useApp(app)
  })

  const states = async (paymentId: string) => {
    const payment = await paymentRow(app, paymentId)
    return [payment.state, (await bookingRow(app, payment.booking_id)).state]
  }
  const say = async (paymentId: string, decision: Parameters<typeof decide>[3]) =>
    decide(app, await someStaff(app), paymentId, decision)
  const looked = async (paymentId: string, alert: PaymentAlert, reason: string) =>
    say(paymentId, await lookedAfter(app, paymentId, alert, reason))
  const full = () => {
    app.catalogue = { ...app.catalogue, locations: app.catalogue.locations.map((hub) => ({ ...hub, capacity: 0 })) }
  }
  async function late(method = 'esewa') {
    const payment = await started(app, order(), method)
    const booking = await bookingRow(app, payment.bookingId)
    await app.db.write(async (db) => succeed(await moveBooking(db, booking, 'expired', app.now())))
    return payment
  }
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
          message: expect.stringMatching(new RegExp(`^${winner}@chautari.example was faster: .*a payment, `)),
        })
        expect(await rows(app.db.read, 'audit')).toHaveLength(1)
      }
    })
  })

  describe('a mismatch', () => {
    test('is taken as it is: what came is on record, and the booking is confirmed', async () => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, paid(PRICE - 100, 'REF-1'), 'lookup')
      expect(await paymentRow(app, paymentId)).toMatchObject({ received: PRICE - 100, provider_reference: 'REF-1' })
      granted(await say(paymentId, { ...found(PRICE - 100, 'REF-1'), reason: 'One rupee', saw: 'mismatch' }))
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
      expect(await paymentRow(app, paymentId)).toMatchObject({ received: PRICE - 100, provider_reference: 'REF-1' })
      expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'payment_accepted', reason: 'One rupee' }])
    })

    test('after its place was given away takes it again, or waits on where it is gone', async () => {
      const { catalogue } = app
      for (const [isFull, booking] of [
        [false, 'confirmed'],
        [true, 'needs_decision'],
      ] as const) {
        const { paymentId } = await late()
        await settle(app, paymentId, paid(PRICE - 100, paymentId), 'lookup')
        expect(await states(paymentId)).toEqual(['mismatch', 'needs_decision'])
        if (isFull) full()
        granted(await say(paymentId, found(PRICE - 100, paymentId)))
        app.catalogue = catalogue
        expect(await states(paymentId)).toEqual(['confirmed', booking])
        expect(await alertsOf(app, paymentId)).toEqual([])
      }
    })

    test('whose money is here is not rejected; one that nothing came of is, and its place is free', async () => {
      const kept = await started(app)
      await settle(app, kept.paymentId, paid(PRICE - 100), 'lookup')
      const before = await stored(app)
      expect(refusalOf(await say(kept.paymentId, REJECT))).toMatchObject({
        code: 'not_decidable',
        message: /send it back/,
      })
      expect(await stored(app)).toMatchObject({ payments: before.payments, bookings: before.bookings })
      const empty = await started(app, order({ startDate: '2027-03-10' }))
      await settle(app, empty.paymentId, { kind: 'mismatch', reason: 'names another payment' }, 'lookup')
      granted(await say(empty.paymentId, REJECT))
      expect(await states(empty.paymentId)).toEqual(['failed', 'cancelled'])
    })

    test('of which all has gone back is closed', async () => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, { kind: 'refunded', whole: true, reason: 'FULL_REFUND' }, 'lookup')
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'mismatch', received: PRICE, refunded: PRICE })
      granted(await say(paymentId, REJECT))
      expect(await states(paymentId)).toEqual(['refunded', 'cancelled'])
    })

    test('is taken as the gateway said it came, whatever is typed', async () => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, paid(PRICE - 100, 'REF-1'), 'lookup')
      await someStaff(app)
      await untouched(app, async () => {
        expect(refusalOf(await say(paymentId, found(PRICE * 100, 'REF-OF-ANOTHER'))).fields).toEqual({
          amount: `The gateway has said that ${npr(paisa(PRICE - 100))} came`,
          transactionId: 'The gateway has named it REF-1',
        })
      })
    })

    test('of which the gateway said no sum is taken as staff found it there', async () => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, { kind: 'mismatch', reason: 'names another payment' }, 'lookup')
      granted(await say(paymentId, found(PRICE, 'REF-1')))
      expect(await paymentRow(app, paymentId)).toMatchObject({ received: PRICE, provider_reference: 'REF-1' })
    })

    test('that staff closed does not come back by our own questions; money that comes yet is found', async () => {
      const { paymentId } = await started(app)
      reporting(app, () => ({ kind: 'mismatch', reason: 'names another payment' }))
      for (let round = 0; round < 5; round++) {
        app.clock.advance(6 * MINUTE)
        await reconcile(app)
        if (round === 0) granted(await say(paymentId, REJECT))
        expect(await states(paymentId)).toEqual(['failed', 'cancelled'])
      }
      expect(await mailsTo(app, brand().email)).toHaveLength(1)
      expect(await mailsTo(app, 'aarati@example.com')).toHaveLength(1)
      reporting(app, () => paid(PRICE, 'REF-1'))
      granted(await verify(app, paymentId, {}))
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
    })

    test('with a transaction that paid another booking is refused', async () => {
      const other = await started(app)
      await settle(app, other.paymentId, paid(PRICE, 'REF-1'), 'lookup')
      const { paymentId } = await started(app, order({ startDate: '2027-03-10' }))
      await settle(app, paymentId, paid(PRICE, 'REF-1'), 'lookup')
      expect(refusalOf(await say(paymentId, found(PRICE, 'REF-1')))).toMatchObject({
        fields: { transactionId: 'This transaction has paid another booking' },
      })
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
      granted(await start(app, first.bookingId, first.secret, 'qr_payment'))
      const booking = await bookingRow(app, first.bookingId)
      await app.db.write(async (db) => succeed(await moveBooking(db, booking, 'expired', app.now())))
      full()
      await settle(app, first.paymentId, paid(), 'lookup')
      const by = await someStaff(app)
      const all = { way: 'manual', amount: PRICE, reason: 'No seat is left' } as const
      granted(await refund(app, first.paymentId, all, by, newKey()))
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
    const second = granted(await start(app, first.bookingId, first.secret, 'qr_payment'))
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

  test('what came twice waits until somebody has looked', async () => {
    const first = await started(app)
    const second = granted(await start(app, first.bookingId, first.secret, 'esewa'))
    await settle(app, first.paymentId, paid(), 'lookup')
    await settle(app, second.paymentId, paid(), 'lookup')
    expect(await alertsOf(app, second.paymentId)).toEqual(['paid_twice'])
    expect(refusalOf(await looked(first.paymentId, 'paid_twice', 'Nothing here')).code).toBe('not_decidable')
    expect(refusalOf(await looked(second.paymentId, 'disputed', 'Nothing here')).code).toBe('not_decidable')
    granted(await looked(second.paymentId, 'paid_twice', 'Kept for the next month'))
    expect(await alertsOf(app, second.paymentId)).toEqual([])
  })

  test('what came twice and is disputed before anybody has looked waits for both, each with its own reason', async () => {
    const first = await started(app)
    const second = granted(await start(app, first.bookingId, first.secret, 'esewa'))
    await settle(app, first.paymentId, paid(), 'lookup')
    await settle(app, second.paymentId, paid(), 'lookup')
    await settle(app, second.paymentId, { kind: 'disputed', reason: 'The payer disputes it' }, 'lookup')
    expect(await waitsOf(app, second.paymentId)).toEqual(['paid_twice', 'disputed'])
    granted(await looked(second.paymentId, 'paid_twice', 'Kept for the next month'))
    expect(await waitsOf(app, second.paymentId)).toEqual(['disputed'])
    granted(await looked(second.paymentId, 'disputed', 'Answered at the bank'))
    expect(await waitsOf(app, second.paymentId)).toEqual([])
    expect(
      (await rows(app.db.read, 'audit')).map(({ reason, after }) => [JSON.parse(after ?? '{}').seen, reason]),
    ).toEqual([
      ['Paid twice', 'Kept for the next month'],
      ['Disputed by the payer', 'Answered at the bank'],
    ])
  })

  test('what happened again since somebody looked is not looked after; nor what was looked after and happened anew', async () => {
    const { paymentId } = await started(app)
    await settle(app, paymentId, paid(), 'lookup')
    const back = (sum: number) =>
      settle(app, paymentId, { kind: 'refunded', whole: false, back: paisa(sum), reason: `${sum} went` }, 'lookup')
    await back(1000)
    const first = await lookedAfter(app, paymentId, 'went_back', 'The 10 rupees are fine')
    expect(granted(await viewPayment(app, { workplaces: null }, paymentId)).alerts).toEqual([
      { alert: 'went_back', raised: first.raised },
    ])
    await back(500_000)
    expect(refusalOf(await say(paymentId, { ...first, saw: 'partly_refunded' }))).toMatchObject({
      code: 'changed_meanwhile',
      message: RAISED_AGAIN,
      current: { state: 'partly_refunded' },
    })
    expect(await waitsOf(app, paymentId)).toEqual(['went_back'])
    granted(await looked(paymentId, 'went_back', 'All 5,000 are fine'))
    expect(refusalOf(await say(paymentId, first)).code).toBe('not_decidable')
    await back(600_000)
    expect(refusalOf(await say(paymentId, first)).code).toBe('changed_meanwhile')
    expect(await waitsOf(app, paymentId)).toEqual(['went_back'])
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
    expect(await mailsTo(app, brand().email)).toEqual([])
  })
})
