import { atom } from 'nanostores'
import { kathmanduTime } from '#domain/calendar.ts'
import { formatFailure } from '../api.ts'
import { $currentBooking } from '../current-booking.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, getServerNow } from './booking.ts'
import { refresh, refreshQuietly } from './refresh.ts'
import { isAnnouncementDue, runEverySecond } from './second-timer.ts'

/** How long the seats are still kept for an unpaid booking. */
export interface Hold {
  secondsLeft: number
  extensionsLeft: number
  /** An extension is on its way. */
  extending: boolean
  problem?: string
}

/** Runs while it is looked at; null where no hold runs. */
export const $hold = atom<Hold | null>(null)

/** What is said aloud about the hold: at few moments, not with every second. */
export const $announcement = atom('')
const ANNOUNCED_SECONDS = [60, 30, 10]

runEverySecond($hold, $booking, () => updateHold(getSecondsLeft()))

/** Extends the hold; the server allows it `MAX_HOLD_EXTENSIONS` times. */
export async function extendHold(): Promise<void> {
  const handle = $currentBooking.get()
  const hold = $hold.get()
  if (!handle || !hold || hold.extending) return
  $hold.set({ ...hold, extending: true })
  const answer = await ledger.extend(handle)
  const booking = $booking.get()
  // Another tab may have made another booking meanwhile.
  const isShown = booking?.bookingId === handle.bookingId
  if (answer.ok && isShown) {
    $booking.set({ ...booking, ...answer.value })
    $announcement.set(`Your place is kept until ${kathmanduTime(Date.parse(answer.value.expiresAt))}.`)
  }
  const after = $hold.get()
  if (!after) return
  const { problem: _, ...rest } = after
  $hold.set({ ...rest, extending: false, ...(!answer.ok && isShown && { problem: formatFailure(answer.failure) }) })
  // Extended or ended in another tab: the server knows.
  if (!answer.ok && isShown && answer.failure.code === 'no_more_extensions') void refresh()
}

function getSecondsLeft(): number | undefined {
  const booking = $booking.get()
  if (booking?.status !== 'held' || booking.expiresAt === null) return undefined
  return Math.max(0, Math.ceil((Date.parse(booking.expiresAt) - getServerNow()) / 1_000))
}

function updateHold(left: number | undefined): void {
  const before = $hold.get()
  if (left === undefined) {
    $hold.set(null)
    return
  }
  $hold.set({
    ...(before ?? { extending: false }),
    secondsLeft: left,
    extensionsLeft: $booking.get()?.extensionsLeft ?? 0,
  })
  const was = before?.secondsLeft ?? Number.POSITIVE_INFINITY
  if (isAnnouncementDue(ANNOUNCED_SECONDS, was, left)) $announcement.set(`Your place is held for ${left} more seconds.`)
  if (left === 0 && was > 0) void refreshQuietly()
}
