import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHANGE_ALREADY_HELD, CHANGE_BEING_PAID, CHANGE_ENDED } from '#contract/move-booking.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { preview } from '#server/customers/move.ts'
import { expireChanges } from '#server/payments/change-expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { auditEntries, describeOnEachEngine, execute, MINUTE, rows } from '../../support/app.ts'
import { dropOwn, miscountedDays, moveOwn, openedChange, paidAt, payChange } from '../../support/moves.ts'
import { bookingRow, failureOf, granted, newKey, type Placed, PRICE, seatsTaken } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { paid, paidBooking, paymentRow } from '../../support/payments.ts'
import { endBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const DIFFERENCE = 50_000

describeOnEachEngine('a move that waits for its payment, dropped by the customer on %s', (app) => {
  let booking: Placed
  let changeId: string
  beforeEach(async () => {
    booking = await paidAt(app, PRICE - DIFFERENCE)
    changeId = (await openedChange(app, booking, '2026-12-20')).changeId
  })
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  const read = async () => granted(await readBooking(app, booking.bookingId, booking.secret))
  const states = async () => (await rows(app.db.read, 'booking_changes')).map(({ state }) => state)
  const drop = (own: Placed = booking) => rejection(app, () => dropOwn(app, own))

  test('releases the new days at once, and leaves the booking as it was', async () => {
    const before = await bookingRow(app, booking.bookingId)
    expect(granted(await dropOwn(app, booking))).toMatchObject({
      startDate: '2026-12-10',
      change: null,
      actions: { move: { left: 2 } },
    })
    expect(await bookingRow(app, booking.bookingId)).toEqual(before)
    const days = Object.keys(await seatsTaken(app))
    expect([days.at(0), days.at(-1), days.length]).toEqual(['2026-12-10', '2027-01-09', 31])
    expect(await states()).toEqual(['expired'])
    expect((await auditEntries(app)).at(-1)).toMatchObject({
      action: 'booking_change_dropped',
      actor: 'customer',
      subject_id: booking.bookingId,
    })
  })

  test('happens once for a repeated request', async () => {
    const key = newKey()
    granted(await dropOwn(app, booking, key))
    const audit = await auditEntries(app)
    expect(granted(await dropOwn(app, booking, key)).change).toBeNull()
    expect(await auditEntries(app)).toEqual(audit)
  })

  test('can be followed by a move to days that are not dearer, but not to others', async () => {
    granted(await dropOwn(app, booking))
    const own = { id: booking.bookingId, secret: booking.secret }
    const dearer = { code: 'already_done', message: CHANGE_ALREADY_HELD }
    expect(failureOf(await preview(app, own, { startDate: '2026-12-21' }))).toMatchObject(dearer)
    expect(await rejection(app, () => moveOwn(app, booking, '2026-12-21'))).toMatchObject(dearer)
    await execute(app, (db) => db.updateTable('payments').set({ amount: PRICE as never, received: PRICE as never }))
    expect(granted(await moveOwn(app, booking, '2026-12-21'))).toMatchObject({ booking: { startDate: '2026-12-21' } })
  })

  test.each(['pending', 'mismatch'] as const)('is rejected while its payment is %s', async (state) => {
    const { paymentId } = granted(await payChange(app, booking, changeId))
    if (state === 'mismatch') await settle(app, paymentId, paid(DIFFERENCE - 1), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state })
    expect(await drop()).toMatchObject({ code: 'wrong_state', message: CHANGE_BEING_PAID })
  })

  test('is possible after its payment has failed, whose late money is refund due', async () => {
    const { paymentId } = granted(await payChange(app, booking, changeId))
    await settle(app, paymentId, { kind: 'ended', as: 'cancelled', reason: 'payer' }, 'lookup')
    granted(await dropOwn(app, booking))
    await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', refund_due: DIFFERENCE })
    expect(await bookingRow(app, booking.bookingId)).toMatchObject({ start_date: '2026-12-10' })
  })

  test('is rejected once it is dropped, applied, or ended with the booking', async () => {
    granted(await dropOwn(app, booking))
    expect(await drop()).toMatchObject({ code: 'wrong_state', message: CHANGE_ENDED })
    const moved = await paidAt(app, PRICE - DIFFERENCE)
    const change = await openedChange(app, moved, '2026-12-20')
    const { paymentId } = granted(await payChange(app, moved, change.changeId))
    await settle(app, paymentId, paid(DIFFERENCE), 'lookup')
    expect((await drop(moved)).code).toBe('wrong_state')
    const cancelled = await paidAt(app, PRICE - DIFFERENCE)
    await openedChange(app, cancelled, '2026-12-20')
    granted(await endBooking(app, await staffMember(app), cancelled.bookingId))
    expect((await drop(cancelled)).code).toBe('wrong_state')
    expect((await drop(await paidBooking(app))).code).toBe('wrong_state')
  })

  test('is neither shown nor dropped after its time, also before the job has run', async () => {
    app.clock.advance(30 * MINUTE - 1)
    expect((await read()).change).toMatchObject({ changeId })
    app.clock.advance(1)
    expect(await states()).toEqual(['open'])
    expect((await read()).change).toBeNull()
    expect(await drop()).toMatchObject({ code: 'wrong_state', message: CHANGE_ENDED })
    await expireChanges(app)
    expect((await read()).change).toBeNull()
  })

  test('is not found with another booking’s or a wrong secret', async () => {
    const other = await paidBooking(app)
    for (const secret of [other.secret, '', `${booking.secret}x`])
      expect((await drop({ ...booking, secret })).code).toBe('not_found')
    expect(await states()).toEqual(['open'])
  })

  test('at the moment in which its payment starts is dropped or paid, not both', async () => {
    for (let round = 0; round < 5; round++) {
      const own = round === 0 ? booking : await paidAt(app, PRICE - DIFFERENCE)
      const id = round === 0 ? changeId : (await openedChange(app, own, '2026-12-20')).changeId
      const [dropped, started] = await Promise.all([dropOwn(app, own), payChange(app, own, id)])
      expect([`${codeOf(dropped)} ${codeOf(started)}`]).toEqual([
        expect.stringMatching(/^(ok not_payable|wrong_state ok)$/),
      ])
    }
  })

  test('is released once by two requests at the same moment', async () => {
    const outcomes = await atOnce(2, () => dropOwn(app, booking))
    expect(outcomes.map(codeOf).toSorted()).toEqual(['ok', 'wrong_state'])
    expect(Object.keys(await seatsTaken(app))).toHaveLength(31)
  })
})
