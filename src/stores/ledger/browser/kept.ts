import { atom } from 'nanostores'
import { environment } from '../../environment.ts'

/** All that this edition writes, under the names of spec §3 and §7. Holds come before there is a booking to list. */
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

/** What tells the other tabs that there is something new (spec §7): they see the change of the value. */
export type Signal = 'booking_new' | 'membership_new' | 'membership_update'

/** What the browser would not keep (blocked or full storage): gone with this tab. */
export const $unkept = atom<readonly Kept[]>([])

/** Rises with everything that this tab writes: other tabs hear of it by the browser's own events. */
export const $written = atom(0)

/** Where neither the browser nor the tab keeps anything, until the page is left. */
const memory = new Map<string, string>()

/** What is kept under a name, whatever it is: undefined where there is nothing, or what is there is not JSON. */
export function readKept(name: Kept): unknown {
  const text = memory.get(name) ?? found(name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function keep(name: Kept, value: unknown): void {
  const text = JSON.stringify(value)
  const isKept = attempt(() => environment().storage().setItem(name, text))
  note(name, isKept)
  // What the tab keeps stands over what the browser keeps, which is older then.
  const byTab = !isKept && attempt(() => environment().tabStorage().setItem(name, text))
  if (!byTab) attempt(() => environment().tabStorage().removeItem(name))
  if (isKept || byTab) memory.delete(name)
  else memory.set(name, text)
  $written.set($written.get() + 1)
}

/** Not even another page of this tab will find it. */
export const isLost = (name: Kept): boolean => memory.has(name)

export function forget(name: Kept): void {
  memory.delete(name)
  attempt(() => environment().tabStorage().removeItem(name))
  attempt(() => environment().storage().removeItem(name))
  note(name, true)
}

/** The id, and the instant, so that the same one is news again. Where nothing is kept, no other tab could read of it. */
export function signal(name: Signal, id: string): void {
  attempt(() =>
    environment()
      .storage()
      .setItem(name, JSON.stringify({ id, at: environment().now() })),
  )
}

/** The id that another tab told of; undefined for anything else that may stand there. */
export function readSignal(text: string | null): string | undefined {
  try {
    const { id } = JSON.parse(text ?? '') as { id?: unknown }
    return typeof id === 'string' && id.length <= 100 ? id : undefined
  } catch {
    return undefined
  }
}

/** One change at a time, in all tabs of this browser, where it has locks: what is read is what is written over. */
export function atOnce<Value>(change: () => Value | Promise<Value>): Promise<Value> {
  const locks = environment().locks()
  return locks ? locks.request('ledger', async () => change()) : Promise.resolve().then(change)
}

function found(name: Kept): string | undefined {
  let text: string | null = null
  attempt(() => {
    text = environment().tabStorage().getItem(name)
  })
  if (text !== null) {
    note(name, false)
    return text
  }
  const isOpen = attempt(() => {
    text = environment().storage().getItem(name)
  })
  // Said before anything is entered that would be lost.
  if (!isOpen) $unkept.set(KEPT)
  return text ?? undefined
}

function note(name: Kept, isKept: boolean): void {
  const others = $unkept.get().filter((known) => known !== name)
  if (isKept !== (others.length === $unkept.get().length)) $unkept.set(isKept ? others : [...others, name])
}

function attempt(use: () => void): boolean {
  try {
    use()
    return true
  } catch {
    return false
  }
}
