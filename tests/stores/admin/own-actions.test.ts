import { expect, test, vi } from 'vitest'
import type { StaffEvent } from '#contract/admin/events.ts'
import { succeed } from '#contract/failure.ts'
import { recordOwnAction, runPlacement, showUnlessOwn } from '#stores/admin/own-actions.ts'
import { $toasts, showEventToast } from '#stores/admin/toasts.ts'
import { member, row, settle, withTab } from './staff-tab.ts'

withTab(() => $toasts.set([]))

const booking = row(1)
const placed = { kind: 'booking_new', booking } as const
const other = { kind: 'booking_new', booking: row(2) } as const
const joined = { kind: 'membership_new', membership: member(1, { bookingId: booking.bookingId }) } as const

const isShown = (event: StaffEvent) => {
  const show = vi.fn()
  showUnlessOwn(event, show)
  return show.mock.calls.length > 0
}

test('an own action suppresses toasts about its booking for ten seconds', () => {
  expect(isShown(placed)).toBe(true)
  recordOwnAction(booking.bookingId)
  expect(isShown(placed)).toBe(false)
  expect(isShown(joined)).toBe(false)
  expect(isShown(other)).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(isShown(placed)).toBe(true)
})

test('an own action suppresses toasts about the membership that its booking renews', () => {
  const bookings = [booking, row(2)].map(({ bookingId, startDate, endDate }) => ({ bookingId, startDate, endDate }))
  const renewed = {
    kind: 'membership_update',
    membership: member(1, { bookingId: row(2).bookingId, bookings }),
  } as const
  recordOwnAction(booking.bookingId)
  expect(isShown(renewed)).toBe(false)
})

test('a toast that arrived before the response to an own action is removed', () => {
  showEventToast({ id: '1', event: placed }, true)
  showEventToast({ id: '2', event: other }, true)
  recordOwnAction(booking.bookingId)
  expect($toasts.get().map(({ id }) => id)).toEqual(['2'])
})

test('a booking that this tab places shows no toast, even if its event arrives before the response', async () => {
  const response = Promise.withResolvers<ReturnType<typeof succeed<typeof booking>>>()
  const placement = runPlacement(response.promise)
  const shown: string[] = []
  for (const event of [placed, other]) showUnlessOwn(event, () => shown.push(event.booking.bookingId))
  expect(shown).toEqual([])
  response.resolve(succeed(booking))
  await placement
  await settle()
  expect(shown).toEqual([other.booking.bookingId])
})
