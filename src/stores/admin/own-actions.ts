import type { StaffEvent } from '#contract/admin/events.ts'
import { environment } from '../environment.ts'
import { $notices, dismiss } from './notices.ts'

/** Events that follow an action arrive within this time. */
const OWN_MS = 10_000

const actedAt = new Map<string, number>()

/** Remembers that this tab acts on a booking: its screen reports the result, so no toast does. */
export function noteOwnAction(bookingId: string): void {
  actedAt.set(bookingId, environment().now())
  for (const notice of $notices.get())
    if ('event' in notice && bookingIdOf(notice.event) === bookingId) dismiss(notice.id)
}

export function isOwnAction(event: StaffEvent): boolean {
  const at = actedAt.get(bookingIdOf(event) ?? '')
  return at !== undefined && environment().now() - at < OWN_MS
}

const bookingIdOf = (event: StaffEvent): string | undefined =>
  'booking' in event ? event.booking.bookingId : 'membership' in event ? event.membership.bookingId : undefined
