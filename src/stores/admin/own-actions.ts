import type { StaffEvent } from '#contract/admin/events.ts'
import type { Outcome } from '#contract/failure.ts'
import { environment } from '../environment.ts'
import { $toasts, dismissToast } from './toasts.ts'

const OWN_ACTION_MS = 10_000

const lastActionTimes = new Map<string, number>()
const placements = new Set<Promise<unknown>>()

/** Suppresses toasts about a booking that this tab acts on. */
export function recordOwnAction(bookingId: string): void {
  lastActionTimes.set(bookingId, environment().now())
  for (const toast of $toasts.get())
    if ('event' in toast && listBookingIds(toast.event).includes(bookingId)) dismissToast(toast.id)
}

/** Places a booking without a toast about it. */
export async function runPlacement<Placed extends { bookingId: string }>(
  request: Promise<Outcome<Placed>>,
): Promise<Outcome<Placed>> {
  placements.add(request)
  const outcome = await request
  placements.delete(request)
  if (outcome.ok) recordOwnAction(outcome.value.bookingId)
  return outcome
}

/** Waits for bookings that this tab is placing, because their ids arrive later than their events. */
export function showUnlessOwn(event: StaffEvent, show: () => void): void {
  const showOthers = () => isOwnAction(event) || show()
  if (placements.size === 0) showOthers()
  else void Promise.allSettled(placements).then(showOthers)
}

const isOwnAction = (event: StaffEvent): boolean =>
  listBookingIds(event).some((id) => {
    const lastActionAt = lastActionTimes.get(id)
    return lastActionAt !== undefined && environment().now() - lastActionAt < OWN_ACTION_MS
  })

function listBookingIds(event: StaffEvent): readonly string[] {
  if ('booking' in event) return [event.booking.bookingId]
  if (!('membership' in event)) return []
  const { bookingId, bookings } = event.membership
  return [bookingId, ...bookings.map((booking) => booking.bookingId)]
}
