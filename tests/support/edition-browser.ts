import { readEdition } from '#build/edition.ts'
import { deleteKey, type StorageKey } from '#stores/ledger/browser/record-storage.ts'
import { NOW } from './app.ts'
import { replaceEnvironment } from './environment.ts'

/** A browser's storage: `full` rejects writes, `blocked` throws on any access. */
export class FakeStorage {
  readonly entries = new Map<string, string>()
  state: 'open' | 'full' | 'blocked' = 'open'
  readonly storage = (): Storage => {
    if (this.state === 'blocked') throw new DOMException('denied', 'SecurityError')
    return {
      getItem: (name: string) => this.entries.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if (this.state === 'full') throw new DOMException('full', 'QuotaExceededError')
        this.entries.set(name, value)
      },
      removeItem: (name: string) => void this.entries.delete(name),
    } as Storage
  }
  read = (name: string): unknown => JSON.parse(this.entries.get(name) ?? 'null')
}

/** These names do not change: browsers already hold records under them. */
export const STORAGE_KEYS: readonly StorageKey[] = [
  'bookings',
  'booking-holds',
  'memberships',
  'location_pricing',
  'admin_session_v1',
  'bookings_count',
  'bookings_revenue_npr',
  'bookings_pending',
]

/** A browser for the browser edition: two storages and a clock that only tests move. */
export class EditionBrowser {
  readonly local = new FakeStorage()
  readonly tab = new FakeStorage()
  now = NOW
  readonly #putBack: () => void

  constructor(environment: Record<string, string> = {}) {
    Object.assign(globalThis, { EDITION: readEdition({ PUBLIC_BACKEND: 'browser', ...environment }) })
    this.#putBack = replaceEnvironment({
      storage: this.local.storage,
      tabStorage: this.tab.storage,
      now: () => this.now,
      locks: () => undefined,
      address: () => new URL('http://localhost/payment'),
      request: () => Promise.reject(new Error('this edition sends no requests')),
    })
  }

  /** How many bookings are stored, how many of them are pending, and the revenue. */
  get counters(): unknown[] {
    return ['bookings_count', 'bookings_pending', 'bookings_revenue_npr'].map((name) => this.local.read(name))
  }

  close(): void {
    for (const name of STORAGE_KEYS) deleteKey(name)
    this.#putBack()
  }
}
