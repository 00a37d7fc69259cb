import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'
import { deleteStored, readStored, writeStored } from './storage.ts'

const hasWindow = (): boolean => typeof window !== 'undefined'

setPersistentEngine(
  new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name: string) => readStored(name).text,
      has: (_, name: string) => readStored(name).text !== undefined,
      set: (_, name: string, value: string) => {
        writeStored(name, value)
        return true
      },
      deleteProperty: (_, name: string) => {
        deleteStored(name)
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
 * A store that the browser keeps as JSON under `name` and that the tabs of this browser share; where it refuses, the tab
 * or the page keeps it. `readStored` gets
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
