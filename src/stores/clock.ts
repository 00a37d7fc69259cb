import { atom } from 'nanostores'
import { environment } from './environment.ts'

/** How far the server's clock is ahead of the visitor's, in milliseconds. */
export const $clockOffset = atom(0)

/** A header tells whole seconds, and answers take their time: less than this says nothing. */
const MIN_OFFSET_MS = 60_000

/** The server's time in milliseconds, to about a minute; the visitor's own until an answer has come. */
export const now = (): number => environment().now() + $clockOffset.get()

/** Every answer of the API tells the time (its `date` header). */
export function syncClock(date: string | null): void {
  const ahead = Date.parse(date ?? '') - environment().now()
  if (Math.abs(ahead - $clockOffset.get()) >= MIN_OFFSET_MS) $clockOffset.set(ahead)
}
