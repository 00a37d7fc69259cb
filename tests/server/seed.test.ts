import { describe, expect, test } from 'vitest'
import { holdsSeats } from '#domain/booking.ts'
import { daysFrom } from '#domain/calendar.ts'
import { brokenLink } from '#server/audit.ts'
import { fill } from '#server/db/seed/large.ts'
import { rows, stored, type TestApp, withApp } from '../support/app.ts'
import { books } from '../support/books.ts'
import { ENGINES } from '../support/engines.ts'
import { STAFF } from '../support/staff.ts'

describe.each(ENGINES)('years of bookings on %s', (engine) => {
  let app: TestApp
  withApp(
    engine,
    (opened) => {
      app = opened
    },
    { env: { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password } },
  )

  test('agree with each other: seats, money, members and deeds', async () => {
    await fill(app, 3_000, 7)
    const bookings = await rows(app.db.read, 'bookings')
    const members = await rows(app.db.read, 'memberships')
    expect(bookings).toHaveLength(3_000)
    expect(members.length).toBeGreaterThan(280)
    const taken = new Map<string, number>()
    for (const booking of bookings.filter(({ state }) => holdsSeats(state)))
      for (const day of daysFrom(booking.start_date, booking.end_date)) {
        const place = `${booking.location_id} ${day}`
        taken.set(place, (taken.get(place) ?? 0) + booking.seats)
      }
    const days = (await rows(app.db.read, 'seat_days')).map(
      (row) => [`${row.location_id} ${row.day}`, row.taken] as const,
    )
    expect(new Map(days)).toEqual(taken)
    const { groundless, lost } = await books(app, new Map())
    expect({ groundless, lost }).toEqual({ groundless: [], lost: [] })
    const refunds = await rows(app.db.read, 'refunds')
    const back = (await rows(app.db.read, 'payments')).reduce((sum, { refunded }) => sum + refunded, 0)
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(back)
    expect(back).toBeGreaterThan(0)
    expect((await brokenLink(app.db.read)).brokenAt).toBeUndefined()
  })

  test('are the same for the same seed, and for an empty database alone', async () => {
    const bookingsOf = async () => (await rows(app.db.read, 'bookings')).map((row) => JSON.stringify(row)).sort()
    await fill(app, 200, 7)
    const first = await bookingsOf()
    const before = await stored(app)
    await expect(fill(app, 200, 7)).rejects.toThrow('There are bookings already')
    expect(await stored(app)).toEqual(before)
    await app.empty()
    await fill(app, 200, 7)
    expect(await bookingsOf()).toEqual(first)
    await app.empty()
    await fill(app, 200, 8)
    expect(await bookingsOf()).not.toEqual(first)
  })
})
