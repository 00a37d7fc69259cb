import { describe, expect, test } from 'vitest'
import { MOVE_PROBLEMS } from '#contract/move-booking.ts'
import { paisa } from '#domain/money.ts'
import { readAllBookings, saveBooking } from '#stores/ledger/browser/booking-record.ts'
import { HOUR } from '../support/app.ts'
import { EDITIONS } from '../support/editions.ts'
import { DAY, useEdition } from '../support/ledger.ts'
import { failureOf, granted, newKey, type Order } from '../support/orders.ts'

const TARGET = '2026-12-12'

describe.each(Object.entries(EDITIONS))('moving a booking in the ledger of %s', (name, open) => {
  const { edition, start, complete, read, fill, taken, memberships } = useEdition(open)
  const paid = async (changes: Partial<Order> = {}) => {
    const started = await start('esewa', changes)
    await complete(started)
    return started.booking
  }

  test('moves days, hours, seats and membership, and keeps the price', async () => {
    const booking = await paid({ startTime: '06:00', endTime: '22:00' })
    expect((await read(booking)).actions.move).toEqual({
      until: '2026-12-09T00:15:00.000Z',
      left: 2,
      earliest: '2026-12-01',
      latest: '2027-02-08',
    })
    const planned = { startDate: TARGET, endDate: '2027-01-11', startTime: '08:00', endTime: '20:00' }
    const prices = { closedDays: [], isCheaper: false, difference: 0, free: 30, seats: 1, isFinal: false }
    expect(granted(await edition.customer.previewMove(booking, TARGET))).toEqual({ ...planned, ...prices })
    const moved = granted(await edition.customer.move(booking, { startDate: TARGET, expectedDifference: 0 }, newKey()))
    expect(moved).toMatchObject({ change: null, booking: { ...planned, totalAmount: 950_000, status: 'confirmed' } })
    expect(moved.booking.actions.move).toMatchObject({ left: 1, earliest: '2026-12-01', latest: '2027-02-08' })
    expect(await taken('dhobighat-hub', DAY, TARGET)).toEqual([0, 0, 1])
    expect(await memberships()).toMatchObject([{ startDate: TARGET, endDate: '2027-01-12', status: 'active' }])
  })

  test('rejects a third move, a full day, other days and a late move, and changes nothing', async () => {
    const booking = await paid({ planId: 'explorer', startDate: '2026-12-05' })
    const failure = async (startDate: string) =>
      failureOf(await edition.customer.move(booking, { startDate }, newKey()))
    await fill(30)
    expect(granted(await edition.customer.previewMove(booking, DAY)).free).toBe(0)
    expect((await failure(DAY)).code).toBe('sold_out')
    for (const startDate of ['2026-11-30', '2027-02-04', '2026-12-05', 'tomorrow'])
      expect((await failure(startDate)).fields).toHaveProperty('startDate')
    const changed = await edition.customer.move(booking, { startDate: TARGET, expectedDifference: 1 }, newKey())
    expect(failureOf(changed).code).toBe('changed_meanwhile')
    expect((await read(booking)).startDate).toBe('2026-12-05')
    granted(await edition.customer.move(booking, { startDate: TARGET }, newKey()))
    granted(await edition.customer.move(booking, { startDate: '2026-12-14' }, newKey()))
    expect((await failure('2026-12-15')).message).toBe(MOVE_PROBLEMS.no_moves_left)
    const late = await paid({ planId: 'explorer', startDate: '2026-12-05' })
    await edition.advance(3 * 24 * HOUR)
    expect((await read(late)).actions.move).toBeNull()
    expect(failureOf(await edition.customer.previewMove(late, TARGET)).message).toBe(MOVE_PROBLEMS.too_late)
  })

  test('opens only with the booking’s secret', async () => {
    const booking = await paid()
    const wrong = { ...booking, secret: 'wrong' }
    expect(failureOf(await edition.customer.previewMove(wrong, TARGET)).code).toBe('not_found')
    expect(failureOf(await edition.customer.move(wrong, { startDate: TARGET }, newKey())).code).toBe('not_found')
  })

  test.runIf(name === 'the browser')('leads to contact for dearer days', async () => {
    const booking = await paid()
    const [record] = readAllBookings()
    if (!record) throw new Error('the booking is missing')
    const payments = record.payments.map((payment) => ({ ...payment, amount: paisa(payment.amount - 1_000) }))
    saveBooking({ ...record, payments })
    const outcomes = [
      await edition.customer.previewMove(booking, TARGET),
      await edition.customer.move(booking, { startDate: TARGET }, newKey()),
    ]
    for (const { code, message } of outcomes.map(failureOf))
      expect([code, message]).toEqual(['unavailable', expect.stringContaining('Contact us')])
  })
})
