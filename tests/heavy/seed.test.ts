import { describe, expect, test } from 'vitest'
import { BOOKING_STATES } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { findBrokenLink } from '#server/audit/entries.ts'
import { seedFortnight } from '#server/commands/seed/fortnight.ts'
import { seedLargeHistory } from '#server/commands/seed/large-history.ts'
import type { Tables } from '#server/db/schema.ts'
import { readQueueEntries } from '#server/payments/review-queue.ts'
import { rows, stored, useApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { miscountedDays } from '../support/moves.ts'
import { auditPayments } from '../support/payment-audit.ts'
import { findRoomMistakes } from '../support/rooms.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'

const FILLED_TABLES: readonly (keyof Tables)[] = [
  ...(['bookings', 'payments', 'receipts', 'payment_alerts', 'refunds', 'memberships', 'booking_notes'] as const),
  ...(['arrivals', 'tours', 'messages', 'subscribers', 'invitations', 'price_revisions', 'emails', 'audit'] as const),
  ...([
    'closures',
    'room_reservations',
    'guests',
    'booking_people',
    'seat_blocks',
    'waiting_entries',
    'cash_ups',
    'handover_notes',
  ] as const),
]

describe.each(ENGINES)('sample bookings on %s', (engine) => {
  const app = useApp(engine, { env: STAFF_SETTINGS })

  /** Checks that seats match bookings, confirmed bookings are paid and the audit log is intact. */
  async function expectConsistency() {
    expect(await miscountedDays(app)).toEqual([])
    expect(await findRoomMistakes(app)).toEqual([])
    const { unfounded, missed } = await auditPayments(app, new Map())
    expect({ unfounded, missed }).toEqual({ unfounded: [], missed: [] })
    expect((await findBrokenLink(app.db.read)).brokenAt).toBeUndefined()
  }

  // Just after midnight, during the day, after closing time, and with bookings on a sample holiday.
  test.each([
    '2026-12-02T00:03:00+05:45',
    '2026-12-05T15:20:00+05:45',
    '2026-12-05T23:30:00+05:45',
    '2027-03-01T12:00:00+05:45',
  ])('fill every screen and every review queue when seeded at %s', async (moment) => {
    app.clock.set(Date.parse(moment))
    await seedFortnight(app, app.clock.set)
    await expectConsistency()
    expect(app.now()).toBe(Date.parse(moment))
    const tables = await stored(app)
    expect(FILLED_TABLES.filter((table) => !tables[table]?.length)).toEqual([])
    const states = new Set((await rows(app.db.read, 'bookings')).map(({ state }) => state))
    expect([...states].sort()).toEqual([...BOOKING_STATES].sort())
    expect(new Set((await readQueueEntries(app)).map(({ reason }) => reason))).toEqual(
      new Set(['receipt', 'transfer', 'mismatch', 'after_cancel', 'refund_due', 'paid_twice']),
    )
    const today = kathmanduDate(app.now())
    expect((await rows(app.db.read, 'arrivals'))[0]?.day).toBe(today)
    const reserved = await rows(app.db.read, 'room_reservations')
    const roomsOf = (days: typeof reserved) => [...new Set(days.map(({ room_id }) => room_id))].sort()
    const bookable = ['ridge-room', 'walnut-room', 'window-room']
    expect(roomsOf(reserved.filter(({ day }) => day < today))).toEqual(bookable)
    expect(roomsOf(reserved.filter(({ day }) => day > today))).toEqual(bookable)
    const emails = await rows(app.db.read, 'emails')
    expect(emails.filter(({ sent_at }) => sent_at === null)).toEqual([])
  })

  test('agree in seats, payments, memberships and audit entries', async () => {
    await seedLargeHistory(app, 3_000, 7)
    const bookings = await rows(app.db.read, 'bookings')
    const members = await rows(app.db.read, 'memberships')
    expect(bookings).toHaveLength(3_000)
    expect(members.length).toBeGreaterThan(280)
    await expectConsistency()
    const refunds = await rows(app.db.read, 'refunds')
    const refunded = (await rows(app.db.read, 'payments')).reduce((sum, { refunded }) => sum + refunded, 0)
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(refunded)
    expect(refunded).toBeGreaterThan(0)
  })

  test('are repeatable for a seed and rejected in a database with bookings', async () => {
    const readBookings = async () => (await rows(app.db.read, 'bookings')).map((row) => JSON.stringify(row)).sort()
    await seedLargeHistory(app, 200, 7)
    const first = await readBookings()
    const before = await stored(app)
    await expect(seedLargeHistory(app, 200, 7)).rejects.toThrow('The database already has bookings')
    expect(await stored(app)).toEqual(before)
    await app.empty()
    await seedLargeHistory(app, 200, 7)
    expect(await readBookings()).toEqual(first)
    await app.empty()
    await seedLargeHistory(app, 200, 8)
    expect(await readBookings()).not.toEqual(first)
  })
})
