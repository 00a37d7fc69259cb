import { useStore } from '@nanostores/react'
import { Clock } from 'lucide-react'
import type { BookingView } from '#contract/bookings.ts'
import { yourSeats } from '#domain/your-seats.ts'
import { ProgressBar } from '#islands/ui/ProgressBar.tsx'
import { $booking } from '#stores/payment/booking.ts'
import { $announcement, $hold, extendHold, type Hold as HoldState } from '#stores/payment/hold.ts'
import { $site } from '#stores/site.ts'
import { TimeLeft } from './TimeLeft.tsx'
import './hold.css'

/** Below this a warning with a button replaces the line. */
const WARN_SECONDS = 60

type ChangeKind = NonNullable<BookingView['change']>['kind']

const HELD_CHANGES: Readonly<Record<ChangeKind, string>> = {
  move: 'Your new dates are held for',
  hours: 'Time left to pay:',
}

const ENDING_CHANGES: Readonly<Record<ChangeKind, string>> = {
  move: 'Your new dates are about to be released. Your booking then keeps its dates.',
  hours: 'The time to pay is almost over. Without a payment, no hours are added.',
}

/** Shows every second; screen readers get announcements at a few moments. A started payment extends the hold. */
export function HoldCountdown({ isPaying = false }: { isPaying?: boolean }) {
  const hold = useStore($hold)
  const announcement = useStore($announcement)
  const booking = useStore($booking)
  // A trial reserves no seats.
  if (booking?.trial) return null
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {hold &&
        (hold.secondsLeft <= WARN_SECONDS ? (
          <HoldEndingWarning hold={hold} />
        ) : (
          <p className="mt-3 flex items-center gap-2 text-ink-2 text-small">
            <Clock className="icon" />
            <span>
              {booking?.change ? HELD_CHANGES[booking.change.kind] : `${yourSeats(booking?.seats ?? 1, 'is')} held for`}{' '}
              <TimeLeft className="text-ink" seconds={hold.secondsLeft} />
              {isPaying && ' while you pay'}
            </span>
          </p>
        ))}
    </>
  )
}

function HoldEndingWarning({ hold }: { hold: HoldState }) {
  const minutes = useStore($site)?.holdMinutes
  const { seats = 1, change } = useStore($booking) ?? {}
  const { secondsLeft, extensionsLeft, extending, problem } = hold
  return (
    <section
      className="hold-ending sticky top-head z-20 mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t-6 border-t-marigold bg-marigold-wash px-4 pt-3.5 pb-4.5 text-small"
      aria-label="The time to pay is about to end"
    >
      <p className="flex grow basis-24em flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tag tag-wait bg-paper-raised">
          <Clock className="icon" />
          <TimeLeft seconds={secondsLeft} /> left
        </span>
        <b>Still there?</b>
        <span>
          {change
            ? ENDING_CHANGES[change.kind]
            : extensionsLeft > 0
              ? `${yourSeats(seats, 'is')} about to be released.`
              : `${yourSeats(seats, 'is')} about to be released and cannot be held longer. Pay now, or book again.`}
        </span>
        {problem && <span className="error">{problem}</span>}
      </p>
      {extensionsLeft > 0 && (
        <button
          type="button"
          className="button button-small button-quiet"
          aria-disabled={extending || undefined}
          onClick={() => void extendHold()}
        >
          {minutes ? `Hold it for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}` : 'Hold it longer'}
        </button>
      )}
      <ProgressBar
        className="absolute inset-x-0 bottom-0 h-1"
        max={WARN_SECONDS}
        value={secondsLeft}
        aria-hidden="true"
      />
    </section>
  )
}
