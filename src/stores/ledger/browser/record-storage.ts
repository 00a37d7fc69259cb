import { atom } from 'nanostores'
import { environment } from '../../environment.ts'
import { deleteStored, readStored, tryStorage, writeStored } from '../../storage.ts'

/** Unpaid bookings are holds and not in the list. */
const STORAGE_KEYS = [
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

/** Keys written only so that the browser notifies other tabs; their value means nothing. */
type TabSignal = 'booking_new' | 'membership_new' | 'membership_update'

/** Keys that the browser did not store (blocked or full storage): lost with this tab. */
export const $unsavedKeys = atom<readonly StorageKey[]>([])

/** Increases with each write of this tab; other tabs get the browser's storage events. */
export const $writeCount = atom(0)

/** Undefined if the key is missing or not JSON. */
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

/** The instant makes a repeated id a new value, which triggers the event. */
export function signalTabs(name: TabSignal, id: string): void {
  const signal = JSON.stringify({ id, at: environment().now() })
  tryStorage(() => environment().storage().setItem(name, signal))
}

/** Runs one change at a time across tabs, if the browser supports locks. */
export function withStorageLock<Value>(change: () => Value | Promise<Value>): Promise<Value> {
  const locks = environment().locks()
  return locks ? locks.request('ledger', async () => change()) : Promise.resolve().then(change)
}

function readText(name: StorageKey): string | undefined {
  const { text, scope } = readStored(name)
  if (text !== undefined) trackUnsaved(name, scope === 'browser')
  // Warns before data is entered that would be lost.
  else if (scope !== 'browser') $unsavedKeys.set(STORAGE_KEYS)
  return text
}

function trackUnsaved(name: StorageKey, isStored: boolean): void {
  const others = $unsavedKeys.get().filter((key) => key !== name)
  if (isStored !== (others.length === $unsavedKeys.get().length))
    $unsavedKeys.set(isStored ? others : [...others, name])
}
