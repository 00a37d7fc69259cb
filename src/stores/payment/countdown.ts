import { atom } from 'nanostores'
import { getServerNow } from './booking.ts'
import { $screen } from './screen.ts'
import { isAnnouncementDue, runEverySecond } from './second-timer.ts'

/** Whole seconds until the code on the screen is too old; runs while it is looked at. */
export const $secondsLeft = atom<number | null>(null)

/** What is said aloud: at few moments, not with every second. */
export const $timeAnnouncement = atom('')
const ANNOUNCED_SECONDS = [60, 20]

runEverySecond($secondsLeft, $screen, updateCountdown)

function updateCountdown(): void {
  const screen = $screen.get()
  if (screen.state !== 'qr_payment') return
  const left = Math.max(0, Math.ceil((Date.parse(screen.details.expiresAt) - getServerNow()) / 1_000))
  const was = $secondsLeft.get() ?? Number.POSITIVE_INFINITY
  $secondsLeft.set(left)
  if (isAnnouncementDue(ANNOUNCED_SECONDS, was, left)) $timeAnnouncement.set(`${left} seconds left to pay.`)
  if (left === 0 && was > 0) $timeAnnouncement.set('The time has run out.')
}
