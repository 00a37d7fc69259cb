import { formatCountdown } from '#domain/duration.ts'

/** Screen readers get announcements at a few moments instead. */
export function TimeLeft({ seconds }: { seconds: number }) {
  return (
    <b className="num" role="timer" aria-live="off">
      {formatCountdown(seconds)}
    </b>
  )
}
