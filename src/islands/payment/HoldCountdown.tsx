import { useStore } from '@nanostores/react'
import { Clock } from 'lucide-react'
import { $booking } from '#stores/payment/booking.ts'
import { $announcement, $hold, extendHold, type Hold as HoldState } from '#stores/payment/hold.ts'
import { $site } from '#stores/site.ts'
import { TimeLeft } from './TimeLeft.tsx'
import './hold.css'

/** Below this a warning with a button replaces the line. */
const WARN_SECONDS = 60

/** Shows every second; screen readers get announcements at a few moments. */
export function HoldCountdown() {
  const hold = useStore($hold)
  const announcement = useStore($announcement)
  // A trial reserves no seats.
  if (useStore($booking)?.trial) return null
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {hold &&
        (hold.secondsLeft <= WARN_SECONDS ? (
          <HoldEndingWarning hold={hold} />
        ) : (
          <p className="hold">
            <Clock className="icon" />
            <span>
              Your seat is held for <TimeLeft seconds={hold.secondsLeft} />
            </span>
          </p>
        ))}
    </>
  )
}

function HoldEndingWarning({ hold }: { hold: HoldState }) {
  const minutes = useStore($site)?.holdMinutes
  const locationName = useStore($booking)?.locationName
  const { secondsLeft, extensionsLeft, extending, problem } = hold
  return (
    <section className="hold-ending" aria-label="Your seat is about to be released">
      <p>
        <span className="tag tag-wait">
          <Clock className="icon" />
          <TimeLeft seconds={secondsLeft} /> left
        </span>
        <b>Still there?</b>
        <span>
          {extensionsLeft > 0
            ? `Your seat at ${locationName} is about to be released.`
            : `Your seat at ${locationName} is about to be released and cannot be held longer. Pay now, or book again.`}
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
      <progress max={WARN_SECONDS} value={secondsLeft} aria-hidden="true" />
    </section>
  )
}
