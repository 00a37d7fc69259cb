import type { BookingRow } from '#contract/admin/bookings.ts'
import { staffLedger } from './ledger.ts'
import { notify } from './notices.ts'
import { admitted, enter, leaveHome, signOut, stay } from './session.ts'
import { openStream, type Stream } from './stream.ts'

/** What a screen does: reads its data, and hears of every booking that is new or has changed. */
export interface Screen {
  read(): Promise<void>
  hear(booking: BookingRow): void
}

let stream: Stream | undefined

/** Opens a staff screen: first who we are, then what there is, then what happens. Gives the way to close it. */
export async function openDesk(screen: Screen, isLooking: () => boolean): Promise<() => void> {
  const who = await enter()
  if (!who) return () => {}
  stream = openStream(
    who.eventsFrom,
    (word) => {
      switch (word.kind) {
        case 'event':
          screen.hear(word.event.booking)
          // What happened before this screen was opened comes again when a stream is resumed: no news.
          if (word.event.kind === 'booking_new' && word.id > who.eventsFrom)
            notify({ id: word.id, booking: word.event.booking }, isLooking())
          return
        case 'reload':
          return void screen.read()
        case 'stayed':
          return void enter()
        case 'signed_out':
          stream?.close()
          return leaveHome()
      }
    },
    () => void admitted(staffLedger.session({})),
  )
  await screen.read()
  return () => stream?.close()
}

/** Logout: the session ends on the server, and every tab goes home. */
export async function logOut(): Promise<boolean> {
  const out = await signOut()
  if (out) stream?.tell({ kind: 'signed_out' })
  return out
}

export async function staySignedIn(): Promise<void> {
  await stay()
  stream?.tell({ kind: 'stayed' })
}
