import { readEdition } from '#build/edition.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { NOW } from './app.ts'

/** A browser's storage: `full` takes nothing more, `blocked` throws at any use. */
export class KeptStorage {
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
  /** What stands under a name, read as JSON. */
  read = (name: string): unknown => JSON.parse(this.entries.get(name) ?? 'null')
}

/** A browser for the edition without a server: its storage, its tab's, and a clock that only tests move. */
export class KeepingBrowser {
  readonly local = new KeptStorage()
  readonly tab = new KeptStorage()
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
      request: () => Promise.reject(new Error('this edition asks no server')),
    })
  }

  close(): void {
    this.#putBack()
  }
}
