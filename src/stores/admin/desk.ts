import type { BookingRow } from '#contract/admin/bookings.ts'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { MessageRow } from '#contract/admin/messages.ts'
import type { StaffSession } from '#contract/admin/session.ts'
import type { Outcome } from '#contract/failure.ts'
import { onCameIn } from './came-in.ts'
import { notify } from './notices.ts'
import { isOwnAction } from './own-actions.ts'
import { askWho, enter, leaveHome, signOut, stay } from './session.ts'
import { openStream, type Stream } from './stream.ts'

/** What a screen does: reads its data, and hears of what is new or has changed among what it shows. */
export interface Screen {
  read(): Promise<void>
  hear?(booking: BookingRow): void
  hearMembership?(membership: MembershipRow): void
  hearMessage?(message: MessageRow): void
  hearPrices?(version: number): void
  /** Whoever looks at this screen has just done it here, and is told so where they did it. */
  isOwn?(event: StaffEvent): boolean
}

/** Announced in every tab; other events only refresh what is open. */
const SAID: readonly StaffEvent['kind'][] = ['booking_new', 'membership_new', 'membership_update', 'message_new']

let stream: Stream | undefined

/** Opens a staff screen: first who we are, then what there is, then what happens. Gives the way to close it. */
export async function openDesk(screen: Screen, isLooking: () => boolean): Promise<() => void> {
  const stopHearing = onCameIn(() => void enter())
  const who = await enter()
  if (!who) return stopHearing
  stream = openStream(
    who.eventsFrom,
    (word) => {
      switch (word.kind) {
        case 'event':
          tell(screen, word.event)
          // What happened before this screen was opened comes again when a stream is resumed: no news.
          if (
            word.event.kind !== 'prices_update' &&
            SAID.includes(word.event.kind) &&
            word.id > who.eventsFrom &&
            !screen.isOwn?.(word.event) &&
            !isOwnAction(word.event)
          )
            notify({ id: word.id, event: word.event }, isLooking())
          return
        case 'reload':
          return void screen.read()
        case 'stayed':
        case 'ended':
          return void enter()
        case 'signed_out':
          stream?.close()
          return leaveHome()
      }
    },
    () => void askWho(),
  )
  await screen.read()
  return () => {
    stopHearing()
    stream?.close()
  }
}

function tell(screen: Screen, event: StaffEvent): void {
  if ('booking' in event) screen.hear?.(event.booking)
  else if ('membership' in event) screen.hearMembership?.(event.membership)
  else if ('message' in event) screen.hearMessage?.(event.message)
  else screen.hearPrices?.(event.version)
}

/** Logout: the session ends on the server, and every tab goes home. */
export async function logOut(): Promise<boolean> {
  const out = await signOut()
  if (out) stream?.tell({ kind: 'signed_out' })
  return out
}

export async function staySignedIn(): Promise<Outcome<StaffSession>> {
  const answer = await stay()
  if (answer.ok) stream?.tell({ kind: 'stayed' })
  return answer
}
