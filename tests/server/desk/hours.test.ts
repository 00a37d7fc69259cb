import { beforeEach, expect, test } from 'vitest'
import { HOURS_BEING_PAID, HOURS_RANGE } from '#contract/buy-hours.ts'
import { sellHours } from '#server/desk/hours.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, rows } from '../../support/app.ts'
import { payChange } from '../../support/moves.ts'
import { failureOf, granted, type Placed, placed } from '../../support/orders.ts'
import { atOnce, codeOf, rejection, versionOf } from '../../support/outcomes.ts'
import { paid, paidBooking } from '../../support/payments.ts'
import { boughtMinutes, HOUR_PRICE, openedPurchase } from '../../support/room-hours.ts'
import { ROOMS } from '../../support/rooms.ts'
import { refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

type Sale = Partial<Parameters<typeof sellHours>[3]>

describeOnEachEngine('room hours sold by staff on %s', (app) => {
  let desk: Staff
  let booking: Placed
  beforeEach(async () => {
    app.rooms = ROOMS
    desk = await staffMember(app, 'desk')
    booking = await paidBooking(app)
  })
  const sell = async (over: Sale = {}) =>
    sellHours(app, desk, booking.bookingId, {
      ...{ version: await versionOf(app, booking.bookingId), hours: 2, expectedAmount: 2 * HOUR_PRICE },
      ...{ method: 'cash', reason: 'Asked at the desk' },
      ...over,
    })
  const hourPayments = async () => (await rows(app.db.read, 'payments')).filter(({ purpose }) => purpose === 'hours')

  test.each([
    ['in cash at the desk', 'desk', { method: 'cash' }],
    ['by transfer', 'manager', { method: 'bank_transfer', transactionId: 'TRANSFER 1' }],
  ] as const)('are paid %s and added at once, with one audit entry of who sold them', async (_, role, money) => {
    if (role === 'manager') desk = await staffMember(app, role)
    const detail = granted(await sell(money))
    expect(detail).toMatchObject({ hourPrice: HOUR_PRICE, totals: { hours: 2 * HOUR_PRICE } })
    expect(await boughtMinutes(app, booking)).toEqual([120])
    expect(await hourPayments()).toMatchObject([
      { method: money.method, state: 'confirmed', amount: 2 * HOUR_PRICE, received: 2 * HOUR_PRICE, taken_by: desk.id },
    ])
    const entries = (await auditEntries(app)).filter(({ action }) => action.startsWith('room_hours'))
    expect(entries.map(({ action, staff_id }) => [action, staff_id])).toEqual([['room_hours_sold', desk.id]])
  })

  test('are sold once of several requests for the same version', async () => {
    const version = await versionOf(app, booking.bookingId)
    const outcomes = await atOnce(3, () => sell({ version }))
    expect(outcomes.map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'changed_meanwhile', 'ok'])
    expect(await boughtMinutes(app, booking)).toEqual([120])
  })

  test('are sold for cash again after the cash of an earlier sale was refunded', async () => {
    granted(await sell())
    const [first] = await hourPayments()
    granted(await refund(app, await staffMember(app), first?.id ?? '', 2 * HOUR_PRICE))
    granted(await sell())
    const references = (await hourPayments()).map(({ provider_reference }) => provider_reference)
    expect(new Set(references).size).toBe(2)
    expect(await boughtMinutes(app, booking)).toEqual([120, 120])
  })

  test('need a number that has paid nothing else, unless they are paid in cash', async () => {
    const byCard = { method: 'card_terminal', transactionId: 'SLIP 1' } as const
    granted(await sell(byCard))
    expect((await rejection(app, () => sell(byCard))).fields).toHaveProperty('transactionId')
    expect((await rejection(app, () => sell({ method: 'counter_qr' }))).fields).toHaveProperty('transactionId')
    expect(await boughtMinutes(app, booking)).toEqual([120])
  })

  test('replace an open purchase of the customer, but none that is being paid', async () => {
    const open = await openedPurchase(app, booking)
    granted(await sell())
    const changes = await rows(app.db.read, 'booking_changes')
    expect(changes.map(({ state }) => state).toSorted()).toEqual(['applied', 'expired'])
    expect(changes.find(({ id }) => id === open.changeId)?.state).toBe('expired')
    const other = await openedPurchase(app, booking)
    const payment = granted(await payChange(app, booking, other.changeId))
    expect((await rejection(app, () => sell())).message).toBe(HOURS_BEING_PAID)
    await settle(app, payment.paymentId, paid(payment.amount), 'lookup')
    granted(await sell())
  })

  test('are rejected at another price, in other numbers and for unpaid bookings', async () => {
    expect((await rejection(app, () => sell({ expectedAmount: 1 }))).code).toBe('price_changed')
    expect((await rejection(app, () => sell({ hours: 0, expectedAmount: 0 }))).fields).toEqual({ hours: HOURS_RANGE })
    expect((await rejection(app, () => sell({ method: 'bank_transfer', transactionId: 'TRX-1' }))).code).toBe(
      'forbidden',
    )
    booking = await placed(app)
    expect(failureOf(await sell()).code).toBe('wrong_state')
  })
})
