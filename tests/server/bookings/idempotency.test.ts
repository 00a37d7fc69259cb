import { expect, test } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { describeOnEachEngine, HOUR, MINUTE, rows } from '../../support/app.ts'
import { dayPass, granted, newKey, type Order, order, placed, seatsTaken, setCapacity } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'

describeOnEachEngine('on %s, an Idempotency-Key', (app) => {
  test('creates one booking for fifty concurrent requests, with one response for all', async () => {
    const key = newKey()
    const sent = order({ addOns: ['virtual-office'] })
    const outcomes = await atOnce(50, () => createBooking(app, sent, key))
    const responses = outcomes.map(granted)
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(await rows(app.db.read, 'bookings')).toMatchObject([{ id: responses[0]?.bookingId, idempotency_key: key }])
    expect(await rows(app.db.read, 'staff_events')).toHaveLength(1)
    expect(new Set(Object.values(await seatsTaken(app)))).toEqual(new Set([1]))
  })

  test('creates one booking for fifty concurrent requests for the last seat, with one response for all', async () => {
    setCapacity(app, 1)
    const key = newKey()
    const outcomes = await atOnce(50, () => createBooking(app, dayPass(), key))
    expect(new Set(outcomes.map((outcome) => granted(outcome).secret)).size).toBe(1)
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
  })

  test('creates separate bookings for separate keys', async () => {
    const bookings = await atOnce(20, () => placed(app, dayPass()))
    expect(new Set(bookings.map(({ bookingId }) => bookingId)).size).toBe(20)
    expect(new Set(bookings.map(({ secret }) => secret)).size).toBe(20)
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 20 })
  })

  test.each<[string, Partial<Order>]>([
    ['date', { startDate: '2026-12-11' }],
    ['counter', { guestPasses: 1 }],
    ['note', { notes: 'By the window' }],
    ['name', { contactInfo: { ...order().contactInfo, firstName: 'Bina' } }],
    ['field', { currency: 'NPR' }],
    ['location', { locationId: 'jhamsikhel-loft' }],
    ['past date', { startDate: '2026-11-30' }],
    ['price', { totalAmount: 1 }],
  ])('rejects another %s, and does not change the booking', async (_, changes) => {
    const key = newKey()
    await placed(app, order(), key)
    expect(await rejection(app, () => createBooking(app, order(changes), key))).toEqual({
      code: 'idempotency_mismatch',
    })
  })

  test('accepts one of two concurrent bodies', async () => {
    for (let round = 0; round < 5; round++) {
      const key = newKey()
      const outcomes = await atOnce(10, (index) => createBooking(app, order({ guestPasses: index % 2 }), key))
      expect(outcomes.map(codeOf).sort()).toEqual([...Array(5).fill('idempotency_mismatch'), ...Array(5).fill('ok')])
    }
    expect(await rows(app.db.read, 'bookings')).toHaveLength(5)
  })

  test('can be used again after a rejection', async () => {
    setCapacity(app, 1)
    const key = newKey()
    await placed(app, dayPass())
    for (const [over, code] of [
      [{ startDate: '2026-11-30' }, 'invalid'],
      [{ planId: 'private-office' }, 'unavailable'],
      [{ totalAmount: 1 }, 'price_changed'],
      [{}, 'sold_out'],
    ] as const)
      expect(codeOf(await createBooking(app, order(over), key))).toBe(code)
    setCapacity(app, 2)
    await placed(app, order(), key)
  })

  test('returns the same response when the location is full, the date past and the price changed', async () => {
    setCapacity(app, 1)
    const key = newKey()
    const sent = dayPass({ totalAmount: 50_000 })
    const first = await placed(app, sent, key)
    expect(codeOf(await createBooking(app, sent, newKey()))).toBe('sold_out')
    expect(await placed(app, sent, key)).toEqual(first)
    app.clock.advance(20 * 24 * HOUR + 31 * MINUTE)
    app.catalogue = { ...app.catalogue, prices: [] }
    expect(codeOf(await createBooking(app, sent, newKey()))).toBe('invalid')
    expect(await placed(app, sent, key)).toEqual(first)
    expect(await rows(app.db.read, 'bookings')).toHaveLength(1)
  })

  test('is separate for sixty bookings of one moment, each sent three times', async () => {
    setCapacity(app, 30)
    const keys = Array.from({ length: 60 }, newKey)
    const outcomes = await atOnce(180, async (index) => {
      const key = keys[index % 60] ?? ''
      return { key, ...(await placed(app, dayPass({ startDate: addDays('2026-12-10' as IsoDate, index % 20) }), key)) }
    })
    const ids = new Map(outcomes.map(({ key, bookingId }) => [key, bookingId]))
    expect(new Set(ids.values()).size).toBe(60)
    for (const { key, bookingId } of outcomes) expect(ids.get(key)).toBe(bookingId)
    expect(Object.values(await seatsTaken(app))).toEqual(Array(20).fill(3))
  })
})
