import { atom } from 'nanostores'
import { environment } from '../../environment.ts'
import { deleteStored, readStored, writeStored } from '../../storage.ts'

/** Every key that this edition writes. Unpaid bookings are holds and not listed yet. */
export const STORAGE_KEYS = [
  'bookings',
  'booking-holds',
  'memberships',
  'location_pricing',
  'admin_session_v1',
  'bookings_count',
  'bookings_revenue_npr',
  'bookings_pending',
] as const
export type StorageKey = (typeof STORAGE_KEYS)[number]

/** Keys whose change notifies other tabs of something new. */
export type TabSignal = 'booking_new' | 'membership_new' | 'membership_update'

/** What the browser would not keep (blocked or full storage): gone with this tab. */
export const $unsavedKeys = atom<readonly StorageKey[]>([])

/** Rises with everything that this tab writes: other tabs hear of it by the browser's own events. */
export const $writeCount = atom(0)

/** What is kept under a name, whatever it is: undefined where there is nothing, or what is there is not JSON. */
export function readJson(name: StorageKey): unknown {
  const text = readText(name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function writeJson(name: StorageKey, value: unknown): void {
  trackUnsaved(name, writeStored(name, JSON.stringify(value)) === 'browser')
  $writeCount.set($writeCount.get() + 1)
}

export function deleteKey(name: StorageKey): void {
  deleteStored(name)
  trackUnsaved(name, true)
}

/** The id, and the instant, so that the same one is news again. Where nothing is kept, no other tab could read of it. */
export function signalTabs(name: TabSignal, id: string): void {
  try {
    environment()
      .storage()
      .setItem(name, JSON.stringify({ id, at: environment().now() }))
  } catch {
    // Blocked or full.
  }
}

/** One change at a time, in all tabs of this browser, where it has locks: what is read is what is written over. */
export function withStorageLock<Value>(change: () => Value | Promise<Value>): Promise<Value> {
  const locks = environment().locks()
  return locks ? locks.request('ledger', async () => change()) : Promise.resolve().then(change)
}

function readText(name: StorageKey): string | undefined {
  const { text, by } = readStored(name)
  if (text !== undefined) trackUnsaved(name, by === 'browser')
  // Said before anything is entered that would be lost.
  else if (by !== 'browser') $unsavedKeys.set(STORAGE_KEYS)
  return text
}

function trackUnsaved(name: StorageKey, isKept: boolean): void {
  const others = $unsavedKeys.get().filter((known) => known !== name)
  if (isKept !== (others.length === $unsavedKeys.get().length)) $unsavedKeys.set(isKept ? others : [...others, name])
}
