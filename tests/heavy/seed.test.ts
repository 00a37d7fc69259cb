import { describe, expect, test } from 'vitest'
import { BOOKING_STATES, holdsSeats } from '#domain/booking.ts'
import { kathmanduDate, listDays } from '#domain/calendar.ts'
import { findBrokenLink } from '#server/audit/entries.ts'
import { seedFortnight } from '#server/commands/seed/fortnight.ts'
import { seedLargeHistory } from '#server/commands/seed/large-history.ts'
import type { Tables } from '#server/db/schema.ts'
import { readQueueEntries } from '#server/payments/review-queue.ts'
import { rows, stored, type TestApp, withApp } from '../support/app.ts'
import { books } from '../support/books.ts'
import { ENGINES } from '../support/engines.ts'
import { STAFF } from '../support/staff.ts'

const SHOWN: readonly (keyof Tables)[] = [
  ...([
    'bookings',
    'payments',
    'payment_evidence',
    'payment_alerts',
    'refunds',
    'memberships',
    'booking_notes',
  ] as const),
  ...(['arrivals', 'messages', 'subscribers', 'invitations', 'price_revisions', 'mails', 'audit'] as const),
]

describe.each(ENGINES)('sample bookings on %s', (engine) => {
  let app: TestApp
  withApp(
    engine,
    (opened) => {
      app = opened
    },
    { env: { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password } },
  )

  /** Seats are those of the bookings, what is confirmed is paid, and the audit hangs together. */
  async function agrees(): Promise<void> {
    const taken = new Map<string, number>()
    for (const booking of (await rows(app.db.read, 'bookings')).filter(({ state }) => holdsSeats(state)))
      for (const day of listDays(booking.start_date, booking.end_date)) {
        const place = `${booking.location_id} ${day}`
        taken.set(place, (taken.get(place) ?? 0) + booking.seats)
      }
    const days = (await rows(app.db.read, 'seat_days'))
      .filter((row) => row.taken > 0)
      .map((row) => [`${row.location_id} ${row.day}`, row.taken] as const)
    expect(new Map(days)).toEqual(taken)
    const { groundless, lost } = await books(app, new Map())
    expect({ groundless, lost }).toEqual({ groundless: [], lost: [] })
    expect((await findBrokenLink(app.db.read)).brokenAt).toBeUndefined()
  }

  // Just after midnight, where what was a minute ago was yesterday, in the day, and after every location has closed.
  test.each(['2026-12-02T00:03:00+05:45', '2026-12-05T15:20:00+05:45', '2026-12-05T23:30:00+05:45'])(
    'two weeks of them, at %s, leave no screen empty and wait for somebody in every way',
    async (moment) => {
      app.clock.set(Date.parse(moment))
      await seedFortnight(app, app.clock.set)
      await agrees()
      expect(app.now()).toBe(Date.parse(moment))
      const filled = await Promise.all(SHOWN.map(async (table) => [table, (await rows(app.db.read, table)).length]))
      expect(filled.filter(([, count]) => count === 0)).toEqual([])
      const states = new Set((await rows(app.db.read, 'bookings')).map(({ state }) => state))
      expect([...states].sort()).toEqual([...BOOKING_STATES].sort())
      expect(new Set((await readQueueEntries(app)).map(({ why }) => why))).toEqual(
        new Set(['receipt', 'transfer', 'mismatch', 'after_cancel', 'owed', 'paid_twice']),
      )
      const [today] = await rows(app.db.read, 'arrivals')
      expect(today?.day).toBe(kathmanduDate(app.now()))
      const mails = await rows(app.db.read, 'mails')
      expect(mails.filter(({ sent_at }) => sent_at === null)).toEqual([])
    },
  )

  test('agree with each other: seats, money, members and deeds', async () => {
    await seedLargeHistory(app, 3_000, 7)
    const bookings = await rows(app.db.read, 'bookings')
    const members = await rows(app.db.read, 'memberships')
    expect(bookings).toHaveLength(3_000)
    expect(members.length).toBeGreaterThan(280)
    await agrees()
    const refunds = await rows(app.db.read, 'refunds')
    const back = (await rows(app.db.read, 'payments')).reduce((sum, { refunded }) => sum + refunded, 0)
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(back)
    expect(back).toBeGreaterThan(0)
  })

  test('are the same for the same seed, and for an empty database alone', async () => {
    const bookingsOf = async () => (await rows(app.db.read, 'bookings')).map((row) => JSON.stringify(row)).sort()
    await seedLargeHistory(app, 200, 7)
    const first = await bookingsOf()
    const before = await stored(app)
    await expect(seedLargeHistory(app, 200, 7)).rejects.toThrow('There are bookings already')
    expect(await stored(app)).toEqual(before)
    await app.empty()
    await seedLargeHistory(app, 200, 7)
    expect(await bookingsOf()).toEqual(first)
    await app.empty()
    await seedLargeHistory(app, 200, 8)
    expect(await bookingsOf()).not.toEqual(first)
  })
})
