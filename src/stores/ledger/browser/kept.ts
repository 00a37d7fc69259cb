import { atom } from 'nanostores'
import { environment } from '../../environment.ts'
import { forgetText, keepText, keptText } from '../../keeper.ts'

/** Every key that this edition writes. Unpaid bookings are holds and not listed yet. */
export const KEPT = [
  'bookings',
  'booking-holds',
  'memberships',
  'location_pricing',
  'admin_session_v1',
  'bookings_count',
  'bookings_revenue_npr',
  'bookings_pending',
] as const
export type Kept = (typeof KEPT)[number]

/** Keys whose change notifies other tabs of something new. */
export type Signal = 'booking_new' | 'membership_new' | 'membership_update'

/** What the browser would not keep (blocked or full storage): gone with this tab. */
export const $unkept = atom<readonly Kept[]>([])

/** Rises with everything that this tab writes: other tabs hear of it by the browser's own events. */
export const $written = atom(0)

/** What is kept under a name, whatever it is: undefined where there is nothing, or what is there is not JSON. */
export function readKept(name: Kept): unknown {
  const text = found(name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function keep(name: Kept, value: unknown): void {
  note(name, keepText(name, JSON.stringify(value)) === 'browser')
  $written.set($written.get() + 1)
}

export function forget(name: Kept): void {
  forgetText(name)
  note(name, true)
}

/** The id, and the instant, so that the same one is news again. Where nothing is kept, no other tab could read of it. */
export function signal(name: Signal, id: string): void {
  try {
    environment()
      .storage()
      .setItem(name, JSON.stringify({ id, at: environment().now() }))
  } catch {
    // Blocked or full.
  }
}

/** One change at a time, in all tabs of this browser, where it has locks: what is read is what is written over. */
export function atOnce<Value>(change: () => Value | Promise<Value>): Promise<Value> {
  const locks = environment().locks()
  return locks ? locks.request('ledger', async () => change()) : Promise.resolve().then(change)
}

function found(name: Kept): string | undefined {
  const { text, by } = keptText(name)
  if (text !== undefined) note(name, by === 'browser')
  // Said before anything is entered that would be lost.
  else if (by !== 'browser') $unkept.set(KEPT)
  return text
}

function note(name: Kept, isKept: boolean): void {
  const others = $unkept.get().filter((known) => known !== name)
  if (isKept !== (others.length === $unkept.get().length)) $unkept.set(isKept ? others : [...others, name])
}
