import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { collectDifference, confirm } from '#server/desk/staff-payments.ts'
import { createWalkInBooking } from '#server/desk/walk-ins.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { decide } from '#server/payments/decisions.ts'
import { settle, settleWithin } from '#server/payments/settlement.ts'
import { describeOnEachEngine, execute, MINUTE, rows, type TestApp } from '../../support/app.ts'
import { billsOf, documentOf, findGaps, numbersOf } from '../../support/bills.ts'
import { openedChange, paidAt, payChange } from '../../support/moves.ts'
import {
  bookingRow,
  dayPass,
  granted,
  newKey,
  order,
  PRICE,
  placed,
  setCapacity,
  transitionTo,
} from '../../support/orders.ts'
import { atOnce } from '../../support/outcomes.ts'
import { paid, paidBooking, paymentRow, started, statesOf } from '../../support/payments.ts'
import { movedAtHigherPrice, PRICE_DIFFERENCE } from '../../support/price-difference.ts'
import { HOUR_PRICE, openedPurchase } from '../../support/room-hours.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { moveBooking, refund } from '../../support/staff-actions.ts'
import { approval } from '../decision-steps.ts'

const FIRST = 'TEST-DHO-R-8384-00001'
const SECOND = 'TEST-DHO-R-8384-00002'

/** A late payment of a booking whose seats are taken. */
async function paidWithoutSeats(app: TestApp) {
  const payment = await started(app)
  await transitionTo(app, payment.bookingId, 'expired')
  const { catalogue } = app
  setCapacity(app, 0)
  await settle(app, payment.paymentId, paid(), 'lookup')
  app.catalogue = catalogue
  expect(await statesOf(app, payment.paymentId)).toEqual(['confirmed', 'needs_decision'])
  return payment
}

describeOnEachEngine('the bill of a payment on %s', (app) => {
  const expectBills = async (bookingId: string, amounts: readonly number[]) => {
    expect((await billsOf(app, bookingId)).map(({ gross }) => gross)).toEqual(amounts)
    expect(await findGaps(app)).toEqual([])
  }

  describe('is issued once', () => {
    test('a gateway reports it, with what was sold and to whom', async () => {
      const { bookingId, paymentId } = await paidBooking(app, order({ guestPasses: 2 }))
      const [bill, ...others] = await billsOf(app, bookingId)
      if (!bill) throw new Error('there is no bill')
      expect(others).toEqual([])
      expect(bill).toMatchObject({
        number: FIRST,
        outlet: 'TEST-DHO',
        type: 'receipt',
        kind: 'receipt',
        fiscal_year: '2083/84',
        sequence: 1,
        payment_id: paymentId,
        location_id: 'dhobighat-hub',
        transaction_on: '2026-12-01',
        issued_on: '2026-12-01',
        issued_by: null,
        buyer_name: 'Aarati Shrestha',
        method: 'esewa',
        taxable: null,
        vat: null,
      })
      const { amount, provider_reference } = await paymentRow(app, paymentId)
      expect(documentOf(bill)).toMatchObject({
        heading: { en: 'Booking invoice', ne: null },
        isSample: true,
        seller: { name: 'Chautari Coworking Pvt. Ltd.', pan: '000000000', outlet: 'Dhobighat Hub' },
        buyer: { name: 'Aarati Shrestha', pan: '' },
        method: 'eSewa',
        reference: provider_reference,
        bookingId,
        lines: [
          { label: 'Professional, 10 Dec 2026 – 9 Jan 2027', quantity: 1, unit: 'month', amount: PRICE },
          { label: 'Guest passes', quantity: 2, unit: 'day' },
        ],
        total: amount,
        issuedBy: 'System',
        of: null,
      })
    })

    test('staff approve a transfer', async () => {
      const { bookingId, paymentId } = await started(app, order(), 'bank_transfer')
      const staff = await someStaff(app)
      granted(await decide(app, staff, paymentId, approval()))
      const [bill] = await billsOf(app, bookingId)
      expect(bill).toMatchObject({ number: FIRST, issued_by: staff.id })
      expect(bill && documentOf(bill).issuedBy).toBe(staff.email)
    })

    test('the front desk takes cash for a walk-in', async () => {
      const { bookingId } = granted(
        await createWalkInBooking(
          app,
          await someStaff(app),
          { ...dayPass(), totalAmount: 50_000, paid: 'cash' },
          newKey(),
        ),
      )
      const [bill] = await billsOf(app, bookingId)
      expect(bill && documentOf(bill)).toMatchObject({ method: 'Cash at the desk', reference: null })
    })

    test('staff record a payment of a booking that is held', async () => {
      const { bookingId } = await placed(app)
      const { version } = await bookingRow(app, bookingId)
      const reason = 'Paid at the desk'
      granted(await confirm(app, await someStaff(app), bookingId, { version, method: 'cash', reason }))
      await expectBills(bookingId, [PRICE])
    })

    test('late money confirms its booking again', async () => {
      const { bookingId, paymentId } = await started(app)
      await transitionTo(app, bookingId, 'expired')
      await settle(app, paymentId, paid(), 'lookup')
      await expectBills(bookingId, [PRICE])
    })

    test.each([
      ['give its seats back', (paymentId: string) => ({ paymentId, decision: 'give_place' }) as const],
      ['move its booking', () => undefined],
    ])('staff %s', async (_, decideOn) => {
      const { bookingId, paymentId } = await paidWithoutSeats(app)
      await expectBills(bookingId, [])
      const staff = await someStaff(app)
      const decision = decideOn(paymentId)
      if (decision) granted(await decide(app, staff, paymentId, { decision: decision.decision }))
      else granted(await moveBooking(app, staff, bookingId, '2026-12-20'))
      await expectBills(bookingId, [PRICE])
      expect((await billsOf(app, bookingId))[0]).toMatchObject({ issued_by: staff.id })
    })

    test('the difference of a move is paid online', async () => {
      const booking = await paidAt(app, 40_000, dayPass())
      const { changeId, amount } = await openedChange(app, booking, '2026-12-14')
      const { paymentId } = granted(await payChange(app, booking, changeId))
      await settle(app, paymentId, paid(amount), 'lookup')
      await expectBills(booking.bookingId, [40_000, amount])
      const second = (await billsOf(app, booking.bookingId))[1]
      expect(second && documentOf(second).lines).toMatchObject([{ label: 'Change of date to 14 Dec 2026', amount }])
    })

    test('the difference of a move is paid at the desk', async () => {
      const staff = await someStaff(app)
      const { bookingId } = await movedAtHigherPrice(app, staff)
      const { version } = await bookingRow(app, bookingId)
      granted(await collectDifference(app, staff, bookingId, { version, method: 'cash', reason: 'Dearer days' }))
      await expectBills(bookingId, [PRICE - PRICE_DIFFERENCE, PRICE_DIFFERENCE])
    })

    test('more room hours are paid', async () => {
      const booking = await paidBooking(app)
      const { changeId, amount } = await openedPurchase(app, booking, 2)
      const { paymentId } = granted(await payChange(app, booking, changeId))
      await settle(app, paymentId, paid(amount), 'lookup')
      await expectBills(booking.bookingId, [PRICE, 2 * HOUR_PRICE])
      const second = (await billsOf(app, booking.bookingId))[1]
      expect(second && documentOf(second).lines).toMatchObject([
        { label: 'Meeting-room hours', quantity: 2, unit: 'hour', rate: HOUR_PRICE, amount: 2 * HOUR_PRICE },
      ])
    })
  })

  describe('is not issued', () => {
    test('for a payment of a booking that waits for a decision', async () => {
      await expectBills((await paidWithoutSeats(app)).bookingId, [])
    })

    test('for a second payment, which is refunded', async () => {
      const first = await started(app)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'khalti'))
      await settle(app, first.paymentId, paid(), 'lookup')
      await settle(app, second.paymentId, paid(), 'lookup')
      await expectBills(first.bookingId, [PRICE])
      expect(await paymentRow(app, second.paymentId)).toMatchObject({ state: 'confirmed', billable: 0 })
    })

    test('before staff keep a second payment instead of the first, which they refunded', async () => {
      const first = await started(app)
      const second = granted(await startAttempt(app, first.bookingId, first.secret, 'khalti'))
      for (const { paymentId } of [first, second]) await settle(app, paymentId, paid(), 'lookup')
      const staff = await someStaff(app)
      const keep = { decision: 'keep', reason: 'The customer prefers this one' } as const
      app.clock.advance(MINUTE)
      granted(await refund(app, staff, first.paymentId, PRICE))
      await expectBills(first.bookingId, [PRICE, PRICE])
      app.clock.advance(MINUTE)
      granted(await decide(app, staff, second.paymentId, keep))
      const kinds = (await billsOf(app, first.bookingId)).map(({ kind, payment_id }) => [kind, payment_id])
      expect(kinds).toEqual([
        ['receipt', first.paymentId],
        ['credit', first.paymentId],
        ['receipt', second.paymentId],
      ])
    })

    test('for money that arrives after the customer cancelled', async () => {
      const { bookingId, paymentId, secret } = await started(app)
      granted(await cancelAsCustomer(app, { id: bookingId, secret }, {}, newKey()))
      await settle(app, paymentId, paid(), 'lookup')
      await expectBills(bookingId, [])
    })

    test('for the difference of a move that has expired', async () => {
      const booking = await paidAt(app, 40_000, dayPass())
      const { changeId, amount } = await openedChange(app, booking, '2026-12-14')
      const { paymentId } = granted(await payChange(app, booking, changeId))
      await execute(app, (db) => db.updateTable('booking_changes').set({ state: 'expired' }))
      await settle(app, paymentId, paid(amount), 'lookup')
      await expectBills(booking.bookingId, [40_000])
    })

    test('before staff keep the late difference of a move', async () => {
      const booking = await paidAt(app, 40_000, dayPass())
      const { changeId, amount } = await openedChange(app, booking, '2026-12-14')
      const { paymentId } = granted(await payChange(app, booking, changeId))
      await execute(app, (db) => db.updateTable('booking_changes').set({ state: 'expired' }))
      await settle(app, paymentId, paid(amount), 'lookup')
      await expectBills(booking.bookingId, [40_000])
      app.clock.advance(MINUTE)
      const keep = { decision: 'keep', reason: 'Moved by phone' } as const
      granted(await decide(app, await someStaff(app), paymentId, keep))
      await expectBills(booking.bookingId, [40_000, amount])
    })

    test('before staff keep a second payment of room hours instead of the first, which they refunded', async () => {
      const booking = await paidBooking(app)
      const { changeId, amount } = await openedPurchase(app, booking, 1)
      const first = granted(await payChange(app, booking, changeId))
      const second = granted(await payChange(app, booking, changeId, 'khalti'))
      for (const { paymentId } of [first, second]) await settle(app, paymentId, paid(amount), 'lookup')
      await expectBills(booking.bookingId, [PRICE, amount])
      const staff = await someStaff(app)
      app.clock.advance(MINUTE)
      granted(await refund(app, staff, first.paymentId, amount))
      app.clock.advance(MINUTE)
      const keep = { decision: 'keep', reason: 'The customer prefers this one' } as const
      granted(await decide(app, staff, second.paymentId, keep))
      await expectBills(booking.bookingId, [PRICE, amount, amount, amount])
      expect((await billsOf(app, booking.bookingId)).at(-1)).toMatchObject({ payment_id: second.paymentId })
    })

    test('for a payment from before there were bills, when its booking is confirmed or pays more', async () => {
      const booking = await paidWithoutSeats(app)
      const { bookingId, paymentId } = booking
      await execute(app, (db) => db.updateTable('payments').set({ billable: 0 }).where('id', '=', paymentId))
      granted(await decide(app, await someStaff(app), paymentId, { decision: 'give_place' }))
      expect(await statesOf(app, paymentId)).toEqual(['confirmed', 'confirmed'])
      await expectBills(bookingId, [])
      const { changeId, amount } = await openedPurchase(app, booking, 1)
      const second = granted(await payChange(app, booking, changeId))
      await settle(app, second.paymentId, paid(amount), 'lookup')
      await expectBills(bookingId, [amount])
    })

    test('again for a repeated report', async () => {
      const { bookingId, paymentId, amount } = await paidBooking(app)
      await settle(app, paymentId, paid(amount), 'lookup')
      await expectBills(bookingId, [PRICE])
    })
  })

  test.each([
    ['a discount', PRICE - 100, ['Professional, 10 Dec 2026 – 9 Jan 2027', 'Discount'], PRICE - 100],
    ['nothing that was paid above the price', PRICE + 100, ['Professional, 10 Dec 2026 – 9 Jan 2027'], PRICE],
  ])('contains %s when staff accept another amount', async (_, received, labels, total) => {
    const { bookingId, paymentId } = await started(app)
    await settle(app, paymentId, { ...paid(received), providerReference: 'TX1' }, 'lookup')
    await expectBills(bookingId, [])
    granted(await decide(app, await someStaff(app), paymentId, approval(received, 'TX1')))
    const [bill] = await billsOf(app, bookingId)
    expect(bill && documentOf(bill)).toMatchObject({ total, lines: labels.map((label) => ({ label })) })
  })

  test('shows the card fee as a line', async () => {
    const { bookingId } = await paidBooking(app, order(), 'stripe')
    const [bill] = await billsOf(app, bookingId)
    expect(bill && documentOf(bill).lines.map(({ label }) => label)).toEqual([
      'Professional, 10 Dec 2026 – 9 Jan 2027',
      'Card fee',
    ])
  })

  test.each([
    ['pan', 'TEST-DHO-8384-00001', 'Invoice', null],
    ['vat', 'TEST-DHO-8384-00001', 'Booking invoice', 840_708],
  ] as const)('of the setting %s has the number %s', async (bills, number, en, taxable) => {
    app.env = { ...app.env, bills }
    const { bookingId } = await paidBooking(
      app,
      order({ contactInfo: { ...order().contactInfo, company: 'Himal & Co', pan: '६०१-२३४-५६७' } }),
    )
    await execute(app, (db) => db.updateTable('bookings').set({ company: 'Other name', pan: '' }))
    const [bill] = await billsOf(app, bookingId)
    expect(bill).toMatchObject({ number, kind: bills, buyer_name: 'Himal & Co', buyer_pan: '601234567', taxable })
    expect(bill && documentOf(bill).heading.en).toBe(en)
  })

  test('is numbered in one series for each location', async () => {
    const first = await paidBooking(app)
    const elsewhere = await paidBooking(app, order({ locationId: 'kausimaa' }))
    const second = await paidBooking(app)
    expect(await numbersOf(app, first.bookingId)).toEqual([FIRST])
    expect(await numbersOf(app, elsewhere.bookingId)).toEqual(['TEST-KAU-R-8384-00001'])
    expect(await numbersOf(app, second.bookingId)).toEqual([SECOND])
  })

  test('starts at 1 in a new fiscal year', async () => {
    await paidBooking(app)
    app.clock.set(Date.parse('2027-07-16T18:15:00Z'))
    const { bookingId } = await paidBooking(app, dayPass({ startDate: '2027-07-20' }))
    expect(await numbersOf(app, bookingId)).toEqual(['TEST-DHO-R-8485-00001'])
  })

  test('leaves no gap when its transaction fails', async () => {
    const first = await started(app)
    await expect(
      app.db.write(async (db) => {
        await settleWithin(app, db, first.paymentId, paid(), 'lookup')
        throw new Error('broken on purpose')
      }),
    ).rejects.toThrow('broken on purpose')
    expect(await rows(app.db.read, 'bills')).toEqual([])
    const second = await paidBooking(app)
    expect(await numbersOf(app, second.bookingId)).toEqual([FIRST])
  })

  test('has its own number when many are paid at once', async () => {
    const payments = await Promise.all(Array.from({ length: 12 }, () => started(app)))
    await atOnce(payments.length, (index) => settle(app, payments[index]?.paymentId ?? '', paid(), 'lookup'))
    expect(await rows(app.db.read, 'bills')).toHaveLength(12)
    expect(await findGaps(app)).toEqual([])
  })

  test('is never changed or deleted', async () => {
    const { bookingId } = await paidBooking(app)
    const before = await billsOf(app, bookingId)
    await expect(execute(app, (db) => db.updateTable('bills').set({ gross: paisa(1) }))).rejects.toThrow(
      /never changed/,
    )
    await expect(execute(app, (db) => db.deleteFrom('bills'))).rejects.toThrow(/never (changed|deleted)/)
    expect(await billsOf(app, bookingId)).toEqual(before)
  })
})
