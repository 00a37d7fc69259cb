import type { Input } from '#contract/endpoint.ts'
import { addOwnGuest, removeOwnGuest } from '#contract/guests.ts'
import { call } from '../api.ts'
import { type ActionProblem, sendAction, toProblem } from './own-details.ts'
import { refreshYourBooking, showYourBooking } from './your-booking.ts'

/** Returns undefined once the guest is added. */
export async function addGuest(guest: Input<typeof addOwnGuest>): Promise<ActionProblem | undefined> {
  const response = await sendAction(['guest', guest], (options) => call(addOwnGuest, guest, options))
  if (!response.ok) return toProblem(response.failure)
  showYourBooking(response.value)
  return undefined
}

/** Returns undefined once the guest is cancelled. A guest that staff cancelled before disappears from the page. */
export async function cancelGuest(guestId: string): Promise<ActionProblem | undefined> {
  const response = await sendAction(['cancel-guest', guestId], ({ params, ...options }) =>
    call(removeOwnGuest, {}, { ...options, params: { ...params, child: guestId } }),
  )
  if (!response.ok) {
    void refreshYourBooking()
    return toProblem(response.failure)
  }
  showYourBooking(response.value)
  return undefined
}
