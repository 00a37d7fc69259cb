import { expect, test } from 'vitest'
import { readOwnCalendar } from '#server/bookings/calendar.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import type { Email } from '#server/db/schema.ts'
import { describeOnEachEngine, expectNothingStored, kathmandu, rows, type TestApp } from '../../support/app.ts'
import { parseCalendar } from '../../support/calendar.ts'
import { bookingRow, dayPass, granted, newKey, PRICE, placed, transitionTo } from '../../support/orders.ts'
import { rejection } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { endBooking, moveBooking, refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

async function calendarOf(app: TestApp, subject: string) {
  const email = (await rows(app.db.read, 'emails')).find((queued: Email) => queued.subject.startsWith(subject))
  if (!email?.calendar) return { calendar_method: email?.calendar_method, file: email?.calendar }
  const { method, event } = parseCalendar(email.calendar)
  return { calendar_method: email.calendar_method, method, event }
}

describeOnEachEngine('the calendar of a booking on %s', (app) => {
  const read = (id: string, secret: string) => readOwnCalendar(app, id, secret)

  test('has the hours of a day pass, its location and its version', async () => {
    const { bookingId, secret } = await paidBooking(app, dayPass())
    const { method, entry, event } = parseCalendar(granted(await read(bookingId, secret)))
    expect(method).toBe('PUBLISH')
    expect([event.startDate.toString(), event.endDate.toString()]).toEqual([
      '2026-12-10T00:15:00Z',
      '2026-12-10T16:15:00Z',
    ])
    expect(event.uid).toMatch(new RegExp(`^${bookingId}@`))
    expect(event.location).toMatch(/^Dhobighat Hub, /)
    const { version, updated_at } = await bookingRow(app, bookingId)
    expect(event.sequence).toBe(version)
    expect(Date.parse(String(entry.getFirstPropertyValue('dtstamp')))).toBe(Date.parse(updated_at))
    expect(event.description).toContain(`booking ${bookingId}`)
  })

  test('has whole days for a month, and never the secret', async () => {
    const { bookingId, secret } = await paidBooking(app)
    const file = granted(await read(bookingId, secret))
    const { event } = parseCalendar(file)
    expect([event.startDate.toString(), event.endDate.toString()]).toEqual(['2026-12-10', '2027-01-10'])
    expect(file.replaceAll('\r\n ', '')).not.toContain(secret)
  })

  test('needs the secret and a confirmed booking', async () => {
    const held = await placed(app)
    const paid = await paidBooking(app)
    await expectNothingStored(app, async () => {
      for (const secret of [held.secret, '', `${paid.secret}x`])
        expect((await rejection(app, () => read(paid.bookingId, secret))).code).toBe('not_found')
      expect((await rejection(app, () => read(held.bookingId, held.secret))).code).toBe('wrong_state')
    })
    await transitionTo(app, paid.bookingId, 'cancelled')
    expect((await rejection(app, () => read(paid.bookingId, paid.secret))).code).toBe('wrong_state')
  })

  test('is in the confirmed, moved and cancelled email, each with a higher sequence', async () => {
    const staff = await staffMember(app)
    const { bookingId } = await paidBooking(app, dayPass())
    const confirmed = await calendarOf(app, 'Booking confirmed')
    expect(confirmed).toMatchObject({ calendar_method: 'PUBLISH', method: 'PUBLISH' })
    granted(await moveBooking(app, staff, bookingId, '2026-12-15'))
    const moved = await calendarOf(app, 'Your booking has new dates')
    expect(moved).toMatchObject({ calendar_method: 'PUBLISH', method: 'PUBLISH' })
    expect(moved.event?.startDate.toString()).toBe('2026-12-15T00:15:00Z')
    granted(await endBooking(app, staff, bookingId))
    const cancelled = await calendarOf(app, 'Booking cancelled')
    expect(cancelled).toMatchObject({ calendar_method: 'CANCEL', method: 'CANCEL' })
    const sequences = [confirmed, moved, cancelled].map(({ event }) => event?.sequence ?? 0)
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    expect(new Set(sequences).size).toBe(3)
    expect(new Set([confirmed, moved, cancelled].map(({ event }) => event?.uid)).size).toBe(1)
    expect(sequences.at(-1)).toBe((await bookingRow(app, bookingId)).version)
  })

  test('is cancelled by a refund that ends the booking', async () => {
    const { bookingId, paymentId } = await paidBooking(app)
    granted(await refund(app, await staffMember(app), paymentId, PRICE, { cancelBooking: true }))
    const { calendar_method, event } = await calendarOf(app, 'Booking cancelled')
    expect([calendar_method, event?.sequence]).toEqual(['CANCEL', (await bookingRow(app, bookingId)).version])
  })

  test('is shortened or cancelled with the booking by its customer', async () => {
    const { bookingId: id, secret } = await paidBooking(app)
    app.clock.set(kathmandu('2026-12-15', '10:00'))
    granted(await cancelAsCustomer(app, { id, secret }, {}, newKey()))
    const { calendar_method, event } = await calendarOf(app, 'Booking ended')
    expect([calendar_method, event?.endDate.toString()]).toEqual(['PUBLISH', '2026-12-16'])
    expect(event?.sequence).toBe((await bookingRow(app, id)).version)
    const later = await paidBooking(app, dayPass({ startDate: '2026-12-20' }))
    granted(await cancelAsCustomer(app, { id: later.bookingId, secret: later.secret }, {}, newKey()))
    expect(await calendarOf(app, 'Booking cancelled')).toMatchObject({ calendar_method: 'CANCEL', method: 'CANCEL' })
  })

  test('is in no email about a booking that was never confirmed', async () => {
    const staff = await staffMember(app)
    const { bookingId } = await placed(app)
    granted(await moveBooking(app, staff, bookingId, '2026-12-15'))
    granted(await endBooking(app, staff, bookingId))
    const emails = await rows(app.db.read, 'emails')
    expect(emails.map(({ calendar, calendar_method }) => [calendar, calendar_method])).toEqual([
      [null, null],
      [null, null],
    ])
  })
})
