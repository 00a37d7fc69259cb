import { atom } from 'nanostores'
import { serverNow } from './booking.ts'
import { $screen } from './screen.ts'
import { everySecond, isMoment } from './seconds.ts'

/** Whole seconds until the code on the screen is too old; runs while it is looked at. */
export const $secondsLeft = atom<number | null>(null)

/** What is said aloud: at few moments, not with every second. */
export const $timeSaid = atom('')
const MOMENTS = [60, 20]

everySecond($secondsLeft, $screen, count)

function count(): void {
  const screen = $screen.get()
  if (screen.state !== 'qr_payment') return
  const left = Math.max(0, Math.ceil((Date.parse(screen.details.expiresAt) - serverNow()) / 1_000))
  const was = $secondsLeft.get() ?? Number.POSITIVE_INFINITY
  $secondsLeft.set(left)
  if (isMoment(MOMENTS, was, left)) $timeSaid.set(`${left} seconds left to pay.`)
  if (left === 0 && was > 0) $timeSaid.set('The time has run out.')
}
