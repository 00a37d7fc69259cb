import type { BookingRow } from '#contract/admin/bookings.ts'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { MessageRow } from '#contract/admin/messages.ts'
import type { StaffSession } from '#contract/admin/session.ts'
import type { TourRow } from '#contract/admin/tours.ts'
import type { Outcome } from '#contract/failure.ts'
import { showUnlessOwn } from './own-actions.ts'
import { extendSession, leaveStaffArea, loadSession, openSession, signOut } from './session/session.ts'
import { onSignIn } from './session/sign-in-broadcast.ts'
import { openTabChannel, type TabChannel } from './tab-events.ts'
import { isToastEvent, showEventToast } from './toasts.ts'

export interface StaffScreen {
  read(): Promise<void>
  receiveBooking?(booking: BookingRow): void
  receiveMembership?(membership: MembershipRow): void
  receiveMessage?(message: MessageRow): void
  receiveTour?(tour: TourRow): void
  receiveRooms?(locationId: string): void
  receivePrices?(version: number): void
  receiveClosures?(version: number): void
  receiveCapacity?(locationId: string): void
  isOwnEvent?(event: StaffEvent): boolean
}

let stream: TabChannel | undefined

/** Opens the session, the event stream and the data of a screen. Returns the function that closes it. */
export async function openStaffScreen(screen: StaffScreen, isVisible: () => boolean): Promise<() => void> {
  const stopSignInListener = onSignIn(() => void openSession())
  let reading: Promise<void> | undefined
  // The data is requested first, so that its response arrives while React renders the session.
  const session = await openSession((session) => {
    stream = openEventStream(screen, session, isVisible)
    reading = screen.read()
  })
  if (!session) return stopSignInListener
  await reading
  return () => {
    stopSignInListener()
    stream?.close()
  }
}

const openEventStream = (screen: StaffScreen, session: StaffSession, isVisible: () => boolean): TabChannel =>
  openTabChannel(
    session.eventsFrom,
    (message) => {
      switch (message.kind) {
        case 'event': {
          const { id, event } = message
          notifyScreen(screen, event)
          // A resumed stream repeats events from before the screen was opened.
          if (isToastEvent(event) && id > session.eventsFrom && !screen.isOwnEvent?.(event))
            showUnlessOwn(event, () => showEventToast({ id, event }, isVisible()))
          return
        }
        case 'reload':
          return void screen.read()
        case 'session_extended':
        case 'session_ended':
          return void openSession()
        case 'signed_out':
          stream?.close()
          return leaveStaffArea()
      }
    },
    () => void loadSession(),
  )

function notifyScreen(screen: StaffScreen, event: StaffEvent): void {
  if ('booking' in event) screen.receiveBooking?.(event.booking)
  else if ('membership' in event) screen.receiveMembership?.(event.membership)
  else if ('message' in event) screen.receiveMessage?.(event.message)
  else if ('tour' in event) screen.receiveTour?.(event.tour)
  else if (event.kind === 'rooms_update') screen.receiveRooms?.(event.locationId)
  else if (event.kind === 'prices_update') screen.receivePrices?.(event.version)
  else if (event.kind === 'closures_update') screen.receiveClosures?.(event.version)
  else if (event.kind === 'capacity_update') screen.receiveCapacity?.(event.locationId)
}

export async function signOutAllTabs(): Promise<boolean> {
  const isSignedOut = await signOut()
  if (isSignedOut) stream?.broadcast({ kind: 'signed_out' })
  return isSignedOut
}

export async function staySignedIn(): Promise<Outcome<StaffSession>> {
  const outcome = await extendSession()
  if (outcome.ok) stream?.broadcast({ kind: 'session_extended' })
  return outcome
}
