import { useStore } from '@nanostores/react'
import { Clock } from 'lucide-react'
import { $booking, $site } from '#stores/payment/booking.ts'
import { $announcement, $hold, extendHold, type Hold as Running } from '#stores/payment/hold.ts'
import { TimeLeft } from './TimeLeft.tsx'
import './hold.css'

/** From here on the end is near: a warning with one button takes the place of the quiet line. */
const WARN_SECONDS = 60

/** How long the place is still kept. The seconds are for the eye; the ear is told at few moments. */
export function Hold() {
  const hold = useStore($hold)
  const said = useStore($announcement)
  // A trial books nothing, so no place is held.
  if (useStore($booking)?.trial) return null
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {hold &&
        (hold.secondsLeft <= WARN_SECONDS ? (
          <HoldEndingWarning hold={hold} />
        ) : (
          <HoldLine seconds={hold.secondsLeft} />
        ))}
    </>
  )
}

function HoldLine({ seconds }: { seconds: number }) {
  return (
    <p className="hold">
      <Clock className="icon" />
      <span>
        Your place is held for <TimeLeft seconds={seconds} />
      </span>
    </p>
  )
}

function HoldEndingWarning({ hold }: { hold: Running }) {
  const minutes = useStore($site)?.holdMinutes
  const place = useStore($booking)?.locationName
  const { secondsLeft, extensionsLeft, extending, problem } = hold
  return (
    <section className="hold-ending" aria-label="Your place is about to be released">
      <p>
        <span className="tag tag-wait">
          <Clock className="icon" />
          <TimeLeft seconds={secondsLeft} /> left
        </span>
        <b>Still there?</b>
        <span>
          {extensionsLeft > 0
            ? `Your place at ${place} is about to be released.`
            : `Your place at ${place} is about to be released and cannot be kept longer. Pay now, or book again.`}
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
          {minutes ? `Keep it ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} more` : 'Keep it longer'}
        </button>
      )}
      <progress max={WARN_SECONDS} value={secondsLeft} aria-hidden="true" />
    </section>
  )
}
