import { describe, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { HOUR, MINUTE, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, granted, newKey, type Order, order, placed, refusalOf, seatsTaken } from '../support/orders.ts'

describe.each(ENGINES)('on %s, an Idempotency-Key', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const fill = async (capacity: number) => {
    app.catalogue = {
      ...app.catalogue,
      locations: app.catalogue.locations.map((location) => ({ ...location, capacity })),
    }
  }

  test('sent fifty times at once makes one booking, and every answer is the same', async () => {
    const key = newKey()
    const sent = order({ addOns: ['virtual-office'] })
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => createBooking(app, sent, key)))
    const answers = outcomes.map(granted)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await rows(app.db.read, 'bookings')).toMatchObject([{ id: answers[0]?.bookingId, idempotency_key: key }])
    expect(await rows(app.db.read, 'staff_events')).toHaveLength(1)
    expect(new Set(Object.values(await seatsTaken(app)))).toEqual(new Set([1]))
  })

  test('sent fifty times at once for the last seat makes one booking, and every answer is the same', async () => {
    await fill(1)
    const key = newKey()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => createBooking(app, dayPass(), key)))
    expect(new Set(outcomes.map((outcome) => granted(outcome).secret)).size).toBe(1)
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 1 })
  })

  test('of others makes bookings of their own', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => createBooking(app, dayPass(), newKey())))
    expect(new Set(outcomes.map((outcome) => granted(outcome).bookingId)).size).toBe(20)
    expect(new Set(outcomes.map((outcome) => granted(outcome).secret)).size).toBe(20)
    expect(await seatsTaken(app)).toEqual({ '2026-12-10': 20 })
  })

  test.each<[string, Partial<Order>]>([
    ['date', { startDate: '2026-12-11' }],
    ['counter', { guestPasses: 1 }],
    ['note', { notes: 'By the window' }],
    ['name', { contactInfo: { ...order().contactInfo, firstName: 'Bina' } }],
    ['field', { currency: 'NPR' }],
    ['location that is closed', { locationId: 'jhamsikhel-loft' }],
    ['date that is past', { startDate: '2026-11-30' }],
    ['price that is not so', { totalAmount: 1 }],
  ])('is refused with another %s, and the booking stays as it is', async (_, changes) => {
    const key = newKey()
    await placed(app, order(), key)
    const before = await stored(app)
    expect(refusalOf(await createBooking(app, order(changes), key))).toEqual({ code: 'idempotency_mismatch' })
    expect(await stored(app)).toEqual(before)
  })

  test('with two bodies at the same moment is answered for one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const key = newKey()
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) => createBooking(app, order({ guestPasses: index % 2 }), key)),
      )
      const codes = outcomes.map((outcome) => (outcome.ok ? 'placed' : outcome.failure.code))
      expect(codes.sort()).toEqual([...Array(5).fill('idempotency_mismatch'), ...Array(5).fill('placed')])
    }
    expect(await rows(app.db.read, 'bookings')).toHaveLength(5)
  })

  test('is not used up by a refusal', async () => {
    await fill(1)
    const key = newKey()
    expect(refusalOf(await createBooking(app, order({ startDate: '2026-11-30' }), key)).code).toBe('invalid')
    expect(refusalOf(await createBooking(app, order({ planId: 'private-office' }), key)).code).toBe('unavailable')
    expect(refusalOf(await createBooking(app, order({ totalAmount: 1 }), key)).code).toBe('price_changed')
    await placed(app, dayPass())
    expect(refusalOf(await createBooking(app, order(), key)).code).toBe('sold_out')
    await fill(2)
    await placed(app, order(), key)
  })

  test('is answered the same when the place is full, the date past and the price another', async () => {
    await fill(1)
    const key = newKey()
    const sent = dayPass({ totalAmount: 50_000 })
    const first = await placed(app, sent, key)
    expect(refusalOf(await createBooking(app, sent, newKey())).code).toBe('sold_out')
    expect(await placed(app, sent, key)).toEqual(first)
    app.clock.advance(20 * 24 * HOUR + 31 * MINUTE)
    app.catalogue = { ...app.catalogue, prices: [] }
    expect(refusalOf(await createBooking(app, sent, newKey())).code).toBe('invalid')
    expect(await placed(app, sent, key)).toEqual(first)
    expect(await rows(app.db.read, 'bookings')).toHaveLength(1)
  })

  test('is kept apart from the next, in sixty bookings of one moment, each sent three times', async () => {
    await fill(30)
    const orders = Array.from({ length: 60 }, (_, index) => ({
      key: newKey(),
      sent: dayPass({ startDate: addDays('2026-12-10' as IsoDate, index % 20) }),
    }))
    const outcomes = await Promise.all(
      [...orders, ...orders, ...orders].map(async ({ key, sent }) => ({
        key,
        ...granted(await createBooking(app, sent, key)),
      })),
    )
    const ids = new Map(outcomes.map(({ key, bookingId }) => [key, bookingId]))
    expect(new Set(ids.values()).size).toBe(60)
    for (const { key, bookingId } of outcomes) expect(ids.get(key)).toBe(bookingId)
    expect(Object.values(await seatsTaken(app))).toEqual(Array(20).fill(3))
  })
})
