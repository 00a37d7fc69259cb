import { atom, computed } from 'nanostores'
import { formatFailure } from '#contract/failure.ts'
import { kathmanduTime } from '#domain/calendar.ts'
import { yourSeats } from '#domain/your-seats.ts'
import { $currentBooking } from '../current-booking.ts'
import { ledger } from '../ledger/index.ts'
import { $booking } from './booking.ts'
import { createCountdown } from './countdown.ts'
import { refresh, refreshQuietly } from './refresh.ts'

interface Extension {
  extending: boolean
  problem?: string
}

export interface Hold extends Extension {
  secondsLeft: number
  extensionsLeft: number
}

const $extension = atom<Extension>({ extending: false })

const countdown = createCountdown({
  source: $booking,
  getEnd: () => {
    const booking = $booking.get()
    return booking?.status === 'held' ? booking.expiresAt : null
  },
  announceAt: [60, 30, 10],
  announce: (seconds) => {
    if (seconds === 0) return ''
    const booking = $booking.get()
    return booking?.change
      ? `You have ${seconds} more seconds to pay.`
      : `${yourSeats(booking?.seats ?? 1, 'is')} held for ${seconds} more seconds.`
  },
  onEnd: () => void refreshQuietly(),
})

export const { $announcement } = countdown

/** `null` if no hold is running. */
export const $hold = computed(
  [countdown.$secondsLeft, $booking, $extension],
  (secondsLeft, booking, extension): Hold | null =>
    secondsLeft === null ? null : { secondsLeft, extensionsLeft: booking?.extensionsLeft ?? 0, ...extension },
)

/** Extends the hold; the server allows it `MAX_HOLD_EXTENSIONS` times. */
export async function extendHold(): Promise<void> {
  const credentials = $currentBooking.get()
  if (!credentials || !$hold.get() || $extension.get().extending) return
  $extension.set({ ...$extension.get(), extending: true })
  const response = await ledger.extend(credentials)
  $extension.set({ extending: false })
  const booking = $booking.get()
  // Another tab may have placed another booking.
  if (booking?.bookingId !== credentials.bookingId) return
  if (response.ok) {
    $booking.set({ ...booking, ...response.value })
    $announcement.set(
      `${yourSeats(booking.seats, 'is')} held until ${kathmanduTime(Date.parse(response.value.expiresAt))}.`,
    )
    return
  }
  $extension.set({ extending: false, problem: formatFailure(response.failure) })
  // Extended or ended in another tab.
  if (response.failure.code === 'no_more_extensions') void refresh()
}
