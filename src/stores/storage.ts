import { environment } from './environment.ts'

/** Where a value is stored: local storage, else session storage, else memory. */
type StorageScope = 'browser' | 'tab' | 'page'

const memory = new Map<string, string>()

/** Session storage wins, because it is written only if local storage fails and is newer then. */
export function readStored(name: string): { text: string | undefined; scope: StorageScope } {
  const fromMemory = memory.get(name)
  if (fromMemory !== undefined) return { text: fromMemory, scope: 'page' }
  const [fromTab] = tryStorage(() => environment().tabStorage().getItem(name))
  if (typeof fromTab === 'string') return { text: fromTab, scope: 'tab' }
  const [fromBrowser, isAvailable] = tryStorage(() => environment().storage().getItem(name))
  return { text: fromBrowser ?? undefined, scope: isAvailable ? 'browser' : 'page' }
}

/** Returns where the value was stored. */
export function writeStored(name: string, text: string): StorageScope {
  const scope = writeToFirstScope(name, text)
  if (scope === 'page') memory.set(name, text)
  else memory.delete(name)
  if (scope !== 'tab') tryStorage(() => environment().tabStorage().removeItem(name))
  return scope
}

export function deleteStored(name: string): void {
  memory.delete(name)
  tryStorage(() => environment().tabStorage().removeItem(name))
  tryStorage(() => environment().storage().removeItem(name))
}

export const isOnlyInMemory = (name: string): boolean => memory.has(name)

function writeToFirstScope(name: string, text: string): StorageScope {
  const { storage, tabStorage } = environment()
  if (tryStorage(() => storage().setItem(name, text))[1]) return 'browser'
  return tryStorage(() => tabStorage().setItem(name, text))[1] ? 'tab' : 'page'
}

/** Reads JSON that does not outlive the tab; nothing if it is missing or unreadable. */
export const readTabValue = (name: string): unknown =>
  tryStorage(() => JSON.parse(environment().tabStorage().getItem(name) ?? 'null'))[0]

export function writeTabValue(name: string, value: object | undefined): void {
  tryStorage(() => {
    if (value) environment().tabStorage().setItem(name, JSON.stringify(value))
    else environment().tabStorage().removeItem(name)
  })
}

/** Any use of storage may throw: blocked or full. */
export function tryStorage<Value>(access: () => Value): [value: Value | undefined, isDone: boolean] {
  try {
    return [access(), true]
  } catch {
    return [undefined, false]
  }
}
