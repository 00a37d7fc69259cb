import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { exportCsv } from '#server/audit/export-table.ts'
import { BOOKINGS_EXPORT } from '#server/bookings/export.ts'
import type { Payment } from '#server/db/schema.ts'
import { settle } from '#server/payments/settlement.ts'
import { describeOnEachEngine, execute } from '../../support/app.ts'
import { granted, PRICE } from '../../support/orders.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { cancelRoom, ROOMS, reserve, WINDOW } from '../../support/rooms.ts'
import { someStaff } from '../../support/staff-accounts.ts'

describeOnEachEngine('the CSV export of bookings on %s', (app) => {
  async function cellsOf(bookingId: string): Promise<Record<string, string>> {
    const table = await new Response(granted(await exportCsv(app, await someStaff(app), BOOKINGS_EXPORT, {}))).text()
    const [titles, row] = table.split('\r\n').filter((line) => /Booking ID/.test(line) || line.includes(bookingId))
    const cells = row?.split(',') ?? []
    return Object.fromEntries((titles ?? '').split(',').map((title, at) => [title, cells[at] ?? '']))
  }
  const updatePayment = (id: string, payment: Partial<Payment>) =>
    execute(app, (db) => db.updateTable('payments').set(payment).where('id', '=', id))

  test('counts a payment of another amount until staff report that none arrived', async () => {
    const { bookingId, paymentId } = await started(app)
    const differs = { reason: 'eSewa: another amount', received: paisa(500_000), providerReference: 'R-1' }
    await settle(app, paymentId, { kind: 'mismatch', ...differs }, 'lookup')
    expect(await cellsOf(bookingId)).toMatchObject({ 'Paid (NPR)': '5000', Transaction: 'R-1' })
    await updatePayment(paymentId, { state: 'failed' })
    expect(await cellsOf(bookingId)).toMatchObject({ 'Paid (NPR)': '0', Transaction: '' })
  })

  test('names the rooms that a booking reserves, in the order of their times', async () => {
    app.rooms = ROOMS
    const booking = await paidBooking(app)
    granted(await reserve(app, booking, { start: '14:00', end: '15:00' }))
    const { rooms } = granted(await reserve(app, booking, { roomId: WINDOW.id, start: '16:00', end: '17:00' }))
    granted(await reserve(app, booking))
    granted(await cancelRoom(app, booking, rooms?.list.at(-1)?.reservationId ?? ''))
    expect(await cellsOf(booking.bookingId)).toMatchObject({
      Seats: '1',
      Rooms: 'Walnut room 2026-12-10 10:00–12:00; Walnut room 2026-12-10 14:00–15:00',
    })
  })

  test('counts the requested amount for a payment without a recorded one', async () => {
    const { bookingId, paymentId, amount } = await started(app)
    await settle(app, paymentId, paid(PRICE, 'R-2'), 'lookup')
    await updatePayment(paymentId, { received: null })
    expect(await cellsOf(bookingId)).toMatchObject({ 'Paid (NPR)': String(amount / 100), Transaction: 'R-2' })
    await updatePayment(paymentId, { state: 'refunded', refunded: paisa(amount) })
    expect(await cellsOf(bookingId)).toMatchObject({ 'Paid (NPR)': '0', Transaction: 'R-2' })
  })
})
