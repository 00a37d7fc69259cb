import { atom } from 'nanostores'
import { environment } from './environment.ts'

/** Milliseconds by which the server's clock is ahead of the visitor's. */
export const $clockOffset = atom(0)

/** Smaller offsets are noise: the header has whole seconds, and responses take time. */
const MIN_OFFSET_MS = 60_000

/** The server's time in milliseconds, to about a minute; the visitor's until a response has arrived. */
export const now = (): number => environment().now() + $clockOffset.get()

/** Reads the `date` header of API responses. */
export function syncClock(date: string | null): void {
  const ahead = Date.parse(date ?? '') - environment().now()
  if (Math.abs(ahead - $clockOffset.get()) >= MIN_OFFSET_MS) $clockOffset.set(ahead)
}
