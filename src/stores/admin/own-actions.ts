import type { StaffEvent } from '#contract/admin/events.ts'
import { environment } from '../environment.ts'
import { $toasts, dismissToast } from './toasts.ts'

/** Events that follow an action arrive within this time. */
const OWN_ACTION_MS = 10_000

const actedAt = new Map<string, number>()

/** Remembers that this tab acts on a booking: its screen reports the result, so no toast does. */
export function recordOwnAction(bookingId: string): void {
  actedAt.set(bookingId, environment().now())
  for (const notice of $toasts.get())
    if ('event' in notice && getBookingId(notice.event) === bookingId) dismissToast(notice.id)
}

export function isOwnAction(event: StaffEvent): boolean {
  const at = actedAt.get(getBookingId(event) ?? '')
  return at !== undefined && environment().now() - at < OWN_ACTION_MS
}

const getBookingId = (event: StaffEvent): string | undefined =>
  'booking' in event ? event.booking.bookingId : 'membership' in event ? event.membership.bookingId : undefined
