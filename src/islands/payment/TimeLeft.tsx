import { formatCountdown } from '#domain/duration.ts'

/** A running countdown. Screen readers get announcements at a few moments instead. */
export function TimeLeft({ seconds }: { seconds: number }) {
  return (
    <b className="num" role="timer" aria-live="off">
      {formatCountdown(seconds)}
    </b>
  )
}
