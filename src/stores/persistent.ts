import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'
import { environment } from './environment.ts'

/** What the browser would not keep (blocked or full storage): remembered until the page is left. */
const refused = new Map<string, string>()

/** False while the browser refuses to keep what was last set: another page will not find it. */
export const isKept = (name: string): boolean => !refused.has(name)

const hasWindow = (): boolean => typeof window !== 'undefined'

function read(name: string): string | undefined {
  if (refused.has(name)) return refused.get(name)
  try {
    return environment().storage().getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function write(name: string, value: string): void {
  try {
    environment().storage().setItem(name, value)
    refused.delete(name)
  } catch {
    refused.set(name, value)
  }
}

function remove(name: string): void {
  refused.delete(name)
  try {
    environment().storage().removeItem(name)
  } catch {
    // Storage that cannot be reached holds nothing of ours.
  }
}

setPersistentEngine(
  new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name: string) => read(name),
      has: (_, name: string) => read(name) !== undefined,
      set: (_, name: string, value: string) => {
        write(name, value)
        return true
      },
      deleteProperty: (_, name: string) => {
        remove(name)
        return true
      },
    },
  ),
  // Pages are built where there is no window; and a store lets go of it a second after its last reader, when a page may
  // be gone already.
  {
    addEventListener: (...event) => hasWindow() && windowPersistentEvents.addEventListener(...event),
    removeEventListener: (...event) => hasWindow() && windowPersistentEvents.removeEventListener(...event),
  },
)

/**
 * A store that the browser keeps as JSON under `name` and that the tabs of this browser share. `readStored` gets
 * whatever was found there, garbage included, and makes a value of it; `toStored` adds what others read there. The
 * empty value is kept by keeping nothing.
 */
export function persistent<Value>(
  name: string,
  empty: Value,
  readStored: (found: unknown) => Value,
  toStored: (value: Value) => unknown = (value) => value,
): WritableAtom<Value> {
  return persistentAtom<Value>(name, empty, {
    encode: (value) => (value === empty ? undefined : JSON.stringify(toStored(value))),
    decode: (text) => {
      try {
        return readStored(JSON.parse(text))
      } catch {
        return empty
      }
    },
  })
}
