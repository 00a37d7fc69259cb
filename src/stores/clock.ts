import { atom } from 'nanostores'
import { environment } from './environment.ts'

/** How far the server's clock is ahead of the visitor's, in milliseconds. */
export const $ahead = atom(0)

/** A header tells whole seconds, and answers take their time: less than this says nothing. */
const NOTICEABLE_MS = 60_000

/** The server's time in milliseconds, to about a minute; the visitor's own until an answer has come. */
export const now = (): number => environment().now() + $ahead.get()

/** Every answer of the API tells the time (its `date` header). */
export function noteTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - environment().now()
  if (Math.abs(ahead - $ahead.get()) >= NOTICEABLE_MS) $ahead.set(ahead)
}
