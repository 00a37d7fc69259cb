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
  // There is no window during the build, or when a store unmounts after its page is gone.
  {
    addEventListener: (...event) => hasWindow() && windowPersistentEvents.addEventListener(...event),
    removeEventListener: (...event) => hasWindow() && windowPersistentEvents.removeEventListener(...event),
  },
)

/** A store in browser storage, shared by tabs. `parse` must accept any JSON; `empty` is not stored. */
export function persistent<Value>(
  name: string,
  empty: Value,
  parse: (stored: unknown) => Value,
  serialise: (value: Value) => unknown = (value) => value,
): WritableAtom<Value> {
  return persistentAtom<Value>(name, empty, {
    encode: (value) => (value === empty ? undefined : JSON.stringify(serialise(value))),
    decode: (text) => {
      try {
        return parse(JSON.parse(text))
      } catch {
        return empty
      }
    },
  })
}
