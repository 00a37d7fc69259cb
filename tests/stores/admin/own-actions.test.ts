import { expect, test, vi } from 'vitest'
import { isOwnAction, recordOwnAction } from '#stores/admin/own-actions.ts'
import { $toasts, showEventToast } from '#stores/admin/toasts.ts'
import { member, row, withTab } from './staff-tab.ts'

withTab(() => $toasts.set([]))

const booking = row(1)
const placed = { kind: 'booking_new', booking } as const
const other = { kind: 'booking_new', booking: row(2) } as const
const joined = { kind: 'membership_new', membership: member(1, { bookingId: booking.bookingId }) } as const

test('an own action suppresses toasts about its booking for ten seconds', () => {
  expect(isOwnAction(placed)).toBe(false)
  recordOwnAction(booking.bookingId)
  expect(isOwnAction(placed)).toBe(true)
  expect(isOwnAction(joined)).toBe(true)
  expect(isOwnAction(other)).toBe(false)
  vi.advanceTimersByTime(10_000)
  expect(isOwnAction(placed)).toBe(false)
})

test('a toast that arrived before the response to an own action is removed', () => {
  showEventToast({ id: '1', event: placed }, true)
  showEventToast({ id: '2', event: other }, true)
  recordOwnAction(booking.bookingId)
  expect($toasts.get().map(({ id }) => id)).toEqual(['2'])
})
