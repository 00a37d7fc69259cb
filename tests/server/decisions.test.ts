import { describe, expect, test } from 'vitest'
import { npr, paisa } from '#domain/money.ts'
import { getBrand } from '#server/catalogue.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { reconcile } from '#server/payments/reconciliation.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, emailsTo, execute, MINUTE, rows, stored } from '../support/app.ts'
import { failureOf, granted, order, PRICE, seatsTaken, setCapacity, transitionTo } from '../support/orders.ts'
import { codeOf, rejection, runAfter } from '../support/outcomes.ts'
import { alertsOf, paid, paymentRow, reporting, started, statesOf, verified } from '../support/payments.ts'
import { uploadReceipt } from '../support/receipt-uploads.ts'
import { someStaff } from '../support/staff-accounts.ts'
import { refund } from '../support/staff-actions.ts'
import { approval, decisionSteps, REJECT } from './decision-steps.ts'

const RESTORE_SEATS = { decision: 'give_place' } as const

describeOnEachEngine('decisions of staff on %s', (app) => {
  const { submit, startLate } = decisionSteps(app)
  const states = (paymentId: string) => statesOf(app, paymentId)
  async function paidWithoutSeat() {
    const { catalogue } = app
    const payment = await startLate()
    setCapacity(app, 0)
    await settle(app, payment.paymentId, paid(), 'lookup')
    app.catalogue = catalogue
    return payment
  }

  test('records an approval with actor, change and earlier state', async () => {
    const { paymentId, bookingId } = await started(app, order(), 'bank_transfer')
    granted(await submit(paymentId, { ...approval(PRICE, 'nic 123-456'), expectedState: 'pending' }))
    expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
    expect(await paymentRow(app, paymentId)).toMatchObject({ provider_reference: 'NIC123456', received: PRICE })
    const [entry] = await rows(app.db.read, 'audit')
    expect(entry).toMatchObject({ action: 'payment_approved', subject: 'payment', subject_id: paymentId })
    expect(entry?.label).toContain(bookingId)
    expect(JSON.parse(entry?.before ?? '')).toEqual({ payment: 'pending', booking: 'pending_verification' })
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ payment: 'confirmed', amount: PRICE })
  })

  test.each([
    ['approve', approval(), 'approve', approval()],
    ['approve', approval(), 'reject', REJECT],
    ['reject', REJECT, 'approve', approval()],
  ] as const)(
    'are accepted once when two arrive at once (%s, %j, and %s, %j), with the winner named to the other',
    async (_, one, __, other) => {
      for (let round = 0; round < 5; round++) {
        await app.empty()
        const { paymentId } = await started(app, order(), 'bank_transfer')
        const first = await someStaff(app, { email: 'first@chautari.example' })
        const second = { ...first, email: 'second@chautari.example' }
        const outcomes = await Promise.all([
          decide(app, first, paymentId, { ...one, expectedState: 'pending' }),
          decide(app, second, paymentId, { ...other, expectedState: 'pending' }),
        ])
        expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
        const [winner, loser] = outcomes[0].ok ? ['first', outcomes[1]] : ['second', outcomes[0]]
        const decided = `^${winner}@chautari.example has already decided this: (approved|rejected|took|accepted) a payment`
        const message = expect.stringMatching(new RegExp(`${decided}\\b.*, `))
        expect(failureOf(loser)).toMatchObject({ code: 'not_decidable', message })
        expect(await rows(app.db.read, 'audit')).toHaveLength(1)
      }
    },
  )

  test('rejects a repeated decision by the same staff member', async () => {
    const { paymentId } = await started(app, order(), 'bank_transfer')
    granted(await submit(paymentId, { ...approval(), expectedState: 'pending' }))
    const message = expect.stringMatching(/^You have already decided this: approved a payment, /)
    const failure = failureOf(await submit(paymentId, { ...REJECT, expectedState: 'pending' }))
    expect(failure).toMatchObject({ code: 'not_decidable', message })
  })

  describe('a late payment whose seat is taken', () => {
    test('restores its seats only if they are free', async () => {
      const { catalogue } = app
      const { paymentId } = await paidWithoutSeat()
      expect(await states(paymentId)).toEqual(['confirmed', 'needs_decision'])
      setCapacity(app, 0)
      expect(failureOf(await submit(paymentId, RESTORE_SEATS))).toMatchObject({ code: 'sold_out' })
      app.catalogue = catalogue
      granted(await submit(paymentId, { ...RESTORE_SEATS, expectedState: 'confirmed' }))
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
      expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
      expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
      expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'place_given' }])
      expect(codeOf(await submit(paymentId, RESTORE_SEATS))).toBe('not_decidable')
    })

    test('restores its seats once for two staff members', async () => {
      const { paymentId } = await paidWithoutSeat()
      const by = await someStaff(app)
      const both = await Promise.all([1, 2].map(() => decide(app, by, paymentId, RESTORE_SEATS)))
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect(new Set(Object.values(await seatsTaken(app)))).toEqual(new Set([1]))
    })

    test('cancels the booking after the refund despite unpaid QR codes', async () => {
      const first = await started(app)
      granted(await startAttempt(app, first.bookingId, first.secret, 'qr_payment'))
      await transitionTo(app, first.bookingId, 'expired')
      setCapacity(app, 0)
      await settle(app, first.paymentId, paid(), 'lookup')
      granted(await refund(app, await someStaff(app), first.paymentId, PRICE))
      expect(await states(first.paymentId)).toEqual(['refunded', 'cancelled'])
    })
  })

  test('approves a transfer for an expired booking with or without its seats', async () => {
    for (const [withoutSeats, booking] of [
      [false, 'confirmed'],
      [true, 'needs_decision'],
    ] as const) {
      const { paymentId } = await started(app, order(), 'bank_transfer')
      await runAfter(app, 72 * 60 * MINUTE, expireBookings)
      expect(await states(paymentId)).toEqual(['pending', 'expired'])
      granted(await submit(paymentId, { ...approval(), withoutSeats }))
      expect(await states(paymentId)).toEqual(['confirmed', booking])
    }
  })

  test('holds the seats while another receipt of the booking waits', async () => {
    const first = await started(app, order(), 'qr_payment')
    app.clock.advance(6 * MINUTE)
    const second = granted(await startAttempt(app, first.bookingId, first.secret, 'qr_payment'))
    expect(second.paymentId).not.toBe(first.paymentId)
    await uploadReceipt(first)
    await uploadReceipt({ ...second, secret: first.secret })
    granted(await submit(first.paymentId, REJECT))
    expect(await states(first.paymentId)).toEqual(['failed', 'pending_verification'])
    granted(await submit(second.paymentId, REJECT))
    expect(await states(second.paymentId)).toEqual(['failed', 'cancelled'])
    expect(await emailsTo(app, 'aarati@example.com')).toHaveLength(1)
  })

  test('lets staff close an unsettled payment only after the last lookup, and accepts later payments', async () => {
    const { paymentId } = await started(app)
    expect(codeOf(await submit(paymentId, REJECT))).toBe('not_decidable')
    await execute(app, (db) =>
      db.updateTable('payments').set({ left_to_staff_at: '2026-12-02T04:15:00.000Z' as never }),
    )
    expect(codeOf(await submit(paymentId, approval()))).toBe('not_decidable')
    granted(await submit(paymentId, REJECT))
    expect((await paymentRow(app, paymentId)).state).toBe('failed')
    await settle(app, paymentId, paid(), 'lookup')
    expect((await paymentRow(app, paymentId)).state).toBe('confirmed')
  })

  test('returns not_found for staff of another location', async () => {
    const { paymentId } = await started(app, order(), 'bank_transfer')
    const by = await someStaff(app, { role: 'manager', workplaces: ['kausimaa'] })
    const seen = { decision: 'seen', alert: 'paid_twice', raised: 'never', reason: 'Seen' } as const
    for (const decision of [approval(), REJECT, RESTORE_SEATS, seen])
      expect(await rejection(app, () => decide(app, by, paymentId, decision))).toEqual({ code: 'not_found' })
    expect(await emailsTo(app, getBrand().email)).toEqual([])
  })

  describe('about a payment of another amount', () => {
    test('is accepted with the received amount and confirms the booking', async () => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, paid(PRICE - 100, 'REF-1'), 'lookup')
      expect(await paymentRow(app, paymentId)).toMatchObject({ received: PRICE - 100, provider_reference: 'REF-1' })
      granted(
        await submit(paymentId, { ...approval(PRICE - 100, 'REF-1'), reason: 'One rupee', expectedState: 'mismatch' }),
      )
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
      expect(await paymentRow(app, paymentId)).toMatchObject({ received: PRICE - 100, provider_reference: 'REF-1' })
      expect(await rows(app.db.read, 'audit')).toMatchObject([{ action: 'payment_accepted', reason: 'One rupee' }])
    })

    test('restores its seats if they are free', async () => {
      const { catalogue } = app
      for (const [isFull, booking] of [
        [false, 'confirmed'],
        [true, 'needs_decision'],
      ] as const) {
        const { paymentId } = await startLate()
        await settle(app, paymentId, paid(PRICE - 100, paymentId), 'lookup')
        expect(await states(paymentId)).toEqual(['mismatch', 'needs_decision'])
        if (isFull) setCapacity(app, 0)
        granted(await submit(paymentId, approval(PRICE - 100, paymentId)))
        app.catalogue = catalogue
        expect(await states(paymentId)).toEqual(['confirmed', booking])
        expect(await alertsOf(app, paymentId)).toEqual([])
      }
    })

    test('is rejected only if no payment was received', async () => {
      const received = await started(app)
      await settle(app, received.paymentId, paid(PRICE - 100), 'lookup')
      const before = await stored(app)
      expect(failureOf(await submit(received.paymentId, REJECT))).toMatchObject({
        code: 'not_decidable',
        message: expect.stringContaining('Refund it'),
      })
      expect(await stored(app)).toMatchObject({ payments: before.payments, bookings: before.bookings })
      const empty = await started(app, order({ startDate: '2027-03-10' }))
      await settle(app, empty.paymentId, { kind: 'mismatch', reason: 'names another payment' }, 'lookup')
      granted(await submit(empty.paymentId, REJECT))
      expect(await states(empty.paymentId)).toEqual(['failed', 'cancelled'])
    })

    test('is closed after a full refund', async () => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, { kind: 'refunded', whole: true, reason: 'FULL_REFUND' }, 'lookup')
      expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'mismatch', received: PRICE, refunded: PRICE })
      granted(await submit(paymentId, REJECT))
      expect(await states(paymentId)).toEqual(['refunded', 'cancelled'])
      const subjects = (await emailsTo(app, 'aarati@example.com')).filter((subject) =>
        /refunded|could not find/.test(subject),
      )
      expect(subjects).toEqual([expect.stringMatching(/^Your payment was refunded: /)])
    })

    test('rejects an amount and a transaction other than the gateway reported', async () => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, paid(PRICE - 100, 'REF-1'), 'lookup')
      await someStaff(app)
      expect((await rejection(app, () => submit(paymentId, approval(PRICE * 100, 'REF-OF-ANOTHER')))).fields).toEqual({
        amount: `The gateway reported ${npr(paisa(PRICE - 100))}`,
        transactionId: 'The gateway reported REF-1',
      })
    })

    test('is accepted with the amount that staff enter if the gateway returned none', async () => {
      const { paymentId } = await started(app)
      await settle(app, paymentId, { kind: 'mismatch', reason: 'names another payment' }, 'lookup')
      granted(await submit(paymentId, approval(PRICE, 'REF-1')))
      expect(await paymentRow(app, paymentId)).toMatchObject({ received: PRICE, provider_reference: 'REF-1' })
    })

    test('remains closed after later lookups until a payment arrives', async () => {
      const { paymentId } = await started(app)
      reporting(app, () => ({ kind: 'mismatch', reason: 'names another payment' }))
      for (let round = 0; round < 5; round++) {
        await runAfter(app, 6 * MINUTE, reconcile)
        if (round === 0) granted(await submit(paymentId, REJECT))
        expect(await states(paymentId)).toEqual(['failed', 'cancelled'])
      }
      expect(await emailsTo(app, getBrand().email)).toHaveLength(1)
      expect(await emailsTo(app, 'aarati@example.com')).toHaveLength(1)
      reporting(app, () => paid(PRICE, 'REF-1'))
      await verified(app, paymentId)
      expect(await states(paymentId)).toEqual(['confirmed', 'confirmed'])
    })

    test('rejects a transaction that paid another booking', async () => {
      const other = await started(app)
      await settle(app, other.paymentId, paid(PRICE, 'REF-1'), 'lookup')
      const { paymentId } = await started(app, order({ startDate: '2027-03-10' }))
      await settle(app, paymentId, paid(PRICE, 'REF-1'), 'lookup')
      const fields = { transactionId: 'This transaction was used for another booking' }
      expect(failureOf(await submit(paymentId, approval(PRICE, 'REF-1')))).toMatchObject({ fields })
    })
  })
})
