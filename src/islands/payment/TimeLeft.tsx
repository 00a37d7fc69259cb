import { formatCountdown } from '#domain/duration.ts'

/** Screen readers get announcements at a few moments instead. */
export function TimeLeft({ seconds, className = '' }: { seconds: number; className?: string }) {
  return (
    <b className={`num ${className}`} role="timer" aria-live="off">
      {formatCountdown(seconds)}
    </b>
  )
}
