import type { StaffEvent } from '#contract/admin/events.ts'
import { environment } from '../environment.ts'
import { $toasts, dismissToast } from './toasts.ts'

const OWN_ACTION_MS = 10_000

const lastActionTimes = new Map<string, number>()

/** Suppresses toasts about a booking that this tab acts on. */
export function recordOwnAction(bookingId: string): void {
  lastActionTimes.set(bookingId, environment().now())
  for (const toast of $toasts.get())
    if ('event' in toast && getBookingId(toast.event) === bookingId) dismissToast(toast.id)
}

export function isOwnAction(event: StaffEvent): boolean {
  const lastActionAt = lastActionTimes.get(getBookingId(event) ?? '')
  return lastActionAt !== undefined && environment().now() - lastActionAt < OWN_ACTION_MS
}

const getBookingId = (event: StaffEvent): string | undefined =>
  'booking' in event ? event.booking.bookingId : 'membership' in event ? event.membership.bookingId : undefined
