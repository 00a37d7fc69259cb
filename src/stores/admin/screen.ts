import type { BookingRow } from '#contract/admin/bookings.ts'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { MessageRow } from '#contract/admin/messages.ts'
import type { StaffSession } from '#contract/admin/session.ts'
import type { Outcome } from '#contract/failure.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { isOwnAction } from './own-actions.ts'
import { extendSession, leaveStaffArea, loadSession, openSession, signOut } from './session/session.ts'
import { onSignIn } from './session/sign-in-broadcast.ts'
import { showEventToast } from './toasts.ts'

/** What a screen does: reads its data, and hears of what is new or has changed among what it shows. */
export interface StaffScreen {
  read(): Promise<void>
  receiveBooking?(booking: BookingRow): void
  receiveMembership?(membership: MembershipRow): void
  receiveMessage?(message: MessageRow): void
  receivePrices?(version: number): void
  /** Whoever looks at this screen has just done it here, and is told so where they did it. */
  isOwnEvent?(event: StaffEvent): boolean
}

/** Announced in every tab; other events only refresh what is open. */
const TOAST_KINDS: readonly StaffEvent['kind'][] = ['booking_new', 'membership_new', 'membership_update', 'message_new']

let stream: EventStream | undefined

/** Opens a staff screen: first who we are, then what there is, then what happens. Gives the way to close it. */
export async function openStaffScreen(screen: StaffScreen, isLooking: () => boolean): Promise<() => void> {
  const stopHearing = onSignIn(() => void openSession())
  const who = await openSession()
  if (!who) return stopHearing
  stream = openEventStream(
    who.eventsFrom,
    (word) => {
      switch (word.kind) {
        case 'event':
          notifyScreen(screen, word.event)
          // What happened before this screen was opened comes again when a stream is resumed: no news.
          if (
            word.event.kind !== 'prices_update' &&
            TOAST_KINDS.includes(word.event.kind) &&
            word.id > who.eventsFrom &&
            !screen.isOwnEvent?.(word.event) &&
            !isOwnAction(word.event)
          )
            showEventToast({ id: word.id, event: word.event }, isLooking())
          return
        case 'reload':
          return void screen.read()
        case 'stayed':
        case 'ended':
          return void openSession()
        case 'signed_out':
          stream?.close()
          return leaveStaffArea()
      }
    },
    () => void loadSession(),
  )
  await screen.read()
  return () => {
    stopHearing()
    stream?.close()
  }
}

function notifyScreen(screen: StaffScreen, event: StaffEvent): void {
  if ('booking' in event) screen.receiveBooking?.(event.booking)
  else if ('membership' in event) screen.receiveMembership?.(event.membership)
  else if ('message' in event) screen.receiveMessage?.(event.message)
  else screen.receivePrices?.(event.version)
}

/** Logout: the session ends on the server, and every tab goes home. */
export async function signOutAllTabs(): Promise<boolean> {
  const out = await signOut()
  if (out) stream?.broadcast({ kind: 'signed_out' })
  return out
}

export async function staySignedIn(): Promise<Outcome<StaffSession>> {
  const answer = await extendSession()
  if (answer.ok) stream?.broadcast({ kind: 'stayed' })
  return answer
}
