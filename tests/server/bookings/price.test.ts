import { beforeEach, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { exportCsv } from '#server/audit/export-table.ts'
import { BOOKINGS_EXPORT } from '#server/bookings/export.ts'
import { readBookingList } from '#server/bookings/list.ts'
import type { Payment } from '#server/db/schema.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { describeOnEachEngine, execute, MINUTE } from '../../support/app.ts'
import { openedChange, paidAt, payChange } from '../../support/moves.ts'
import { granted, newKey, type Placed, PRICE, placed } from '../../support/orders.ts'
import { paid, paidBooking, paymentRow, started } from '../../support/payments.ts'
import { HOUR_PRICE, openedPurchase } from '../../support/room-hours.ts'
import { someStaff } from '../../support/staff-accounts.ts'

const DIFFERENCE = 50_000

describeOnEachEngine('the price of a booking on %s', (app) => {
  let staff: Staff
  beforeEach(async () => {
    staff = await someStaff(app)
    await placed(app)
  })

  /** As the list, its sum, the drawer and the export show it, in paisa. The sums contain another booking of `PRICE`. */
  async function shownPrices({ bookingId }: Placed) {
    const { items, sum = 0 } = granted(await readBookingList(app, {}, staff))
    const { sum: sumOfPages = 0 } = granted(await readBookingList(app, { limit: '1' }, staff))
    const { amount, totalAmount, totals } = granted(await loadBookingDetail(app, staff, bookingId))
    const table = await new Response(granted(await exportCsv(app, staff, BOOKINGS_EXPORT, {}))).text()
    const [titles = [], ...rows] = table.split('\r\n').map((line) => line.split(','))
    const exported = rows.find((row) => row.includes(bookingId))?.[titles.indexOf('Amount (NPR)')]
    return {
      list: items.find((item) => item.bookingId === bookingId)?.amount,
      sum: sum - PRICE,
      sumOfPages: sumOfPages - PRICE,
      drawer: amount,
      drawerLines: totalAmount + totals.difference + totals.hours + totals.fee,
      export: Math.round(Number(exported) * 100),
    }
  }
  const everywhere = (price: number) => ({
    list: price,
    sum: price,
    sumOfPages: price,
    drawer: price,
    drawerLines: price,
    export: price,
  })
  async function addPayment(id: string, over: Partial<Payment>) {
    app.clock.advance(1_000)
    const { gateway_id: _, ...row } = await paymentRow(app, id)
    await execute(app, (db) => db.insertInto('payments').values({ ...row, ...over, id: newKey(), created_at: now() }))
  }
  const now = () => new Date(app.now()).toISOString() as Payment['created_at']

  test('has no fee before a method is chosen', async () => {
    expect(await shownPrices(await placed(app))).toEqual(everywhere(PRICE))
  })

  test('includes the fee of a card payment that is open, paid or refunded', async () => {
    const { fee, amount, ...booking } = await started(app, undefined, 'stripe')
    expect(fee).toBeGreaterThan(0)
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE + fee))
    await settle(app, booking.paymentId, paid(amount), 'lookup')
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE + fee))
    const refunded: Partial<Payment> = { state: 'refunded', refunded: paisa(amount) }
    await execute(app, (db) => db.updateTable('payments').set(refunded).where('id', '=', booking.paymentId))
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE + fee))
  })

  test('has the fee of the payment that counts, when the other is refunded', async () => {
    const { fee, amount, ...booking } = await started(app, undefined, 'stripe')
    await settle(app, booking.paymentId, paid(amount), 'lookup')
    await addPayment(booking.paymentId, { method: 'khalti', amount: paisa(PRICE), fee: paisa(0) })
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE + fee))
    const due: Partial<Payment> = { refund_due: paisa(amount), refund_due_at: now() }
    await execute(app, (db) => db.updateTable('payments').set(due).where('id', '=', booking.paymentId))
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE))
  })

  test('includes a paid move to dearer days once, and not before it is paid', async () => {
    const booking = await paidAt(app, PRICE - DIFFERENCE)
    const { changeId } = await openedChange(app, booking, '2026-12-20')
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE - DIFFERENCE))
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE))
    await addPayment(paymentId, { method: 'khalti' })
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE))
  })

  test('leaves out a move that was paid too late', async () => {
    const booking = await paidAt(app, PRICE - DIFFERENCE)
    const { changeId } = await openedChange(app, booking, '2026-12-20')
    const { paymentId } = granted(await payChange(app, booking, changeId))
    app.clock.advance(3 * 60 * MINUTE)
    await expireChanges(app)
    await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE - DIFFERENCE))
  })

  test('includes room hours and a difference that staff recorded', async () => {
    const booking = await paidBooking(app)
    const { changeId, amount } = await openedPurchase(app, booking, 2)
    expect(amount).toBe(2 * HOUR_PRICE)
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, paid(amount), 'lookup')
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE + amount))
    await addPayment(paymentId, { purpose: 'difference', change_id: null, method: 'cash', amount: paisa(DIFFERENCE) })
    expect(await shownPrices(booking)).toEqual(everywhere(PRICE + amount + DIFFERENCE))
  })
})
