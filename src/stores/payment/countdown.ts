import { atom, onMount, type ReadableAtom } from 'nanostores'
import { environment } from '../environment.ts'
import { getServerNow } from './booking.ts'
import { $screen } from './screen.ts'

interface Options {
  /** Restarts the countdown when it changes. */
  source: ReadableAtom
  /** ISO instant; `null` if nothing is counted. */
  getEnd: () => string | null
  /** Seconds left at which screen readers get an announcement. */
  announceAt: readonly number[]
  announce: (seconds: number) => string
  onEnd?: () => void
}

/** Counts whole seconds down while `$secondsLeft` has listeners. */
export function createCountdown({ source, getEnd, announceAt, announce, onEnd }: Options) {
  const $secondsLeft = atom<number | null>(null)
  const $announcement = atom('')

  function count(): void {
    const end = getEnd()
    const previous = $secondsLeft.get() ?? Number.POSITIVE_INFINITY
    const seconds = end === null ? null : Math.max(0, Math.ceil((Date.parse(end) - getServerNow()) / 1_000))
    $secondsLeft.set(seconds)
    if (seconds === null) return
    if (announceAt.some((threshold) => seconds <= threshold && previous > threshold))
      $announcement.set(announce(seconds))
    if (seconds === 0 && previous > 0) onEnd?.()
  }

  onMount($secondsLeft, () => {
    let stop = () => {}
    const tick = () => {
      stop()
      stop = environment().later(tick, 1_000)
      count()
    }
    const stopListening = source.listen(tick)
    tick()
    return () => {
      stop()
      stopListening()
      $secondsLeft.set(null)
    }
  })
  return { $secondsLeft, $announcement }
}

/** Until the shown QR code expires. */
export const { $secondsLeft, $announcement: $timeAnnouncement } = createCountdown({
  source: $screen,
  getEnd: () => {
    const screen = $screen.get()
    return screen.state === 'qr_payment' ? screen.details.expiresAt : null
  },
  announceAt: [60, 20, 0],
  announce: (seconds) => (seconds > 0 ? `${seconds} seconds left to pay.` : 'The time has run out.'),
})
