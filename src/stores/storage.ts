import { environment } from './environment.ts'

/**
 * Who keeps a text: the browser, for all its tabs; where it refuses, this tab; where that refuses too, the page until
 * it is left.
 */
export type StorageScope = 'browser' | 'tab' | 'page'

const memory = new Map<string, string>()

/** What stands under a name. What the tab keeps stands over what the browser keeps, which is older then. */
export function readStored(name: string): { text: string | undefined; by: StorageScope } {
  const own = memory.get(name)
  if (own !== undefined) return { text: own, by: 'page' }
  const [ofTab] = tryStorage(() => environment().tabStorage().getItem(name))
  if (typeof ofTab === 'string') return { text: ofTab, by: 'tab' }
  const [ofBrowser, isOpen] = tryStorage(() => environment().storage().getItem(name))
  return { text: ofBrowser ?? undefined, by: isOpen ? 'browser' : 'page' }
}

/** Says who keeps it now. */
export function writeStored(name: string, text: string): StorageScope {
  const keeper = writeToFirstScope(name, text)
  if (keeper === 'page') memory.set(name, text)
  else memory.delete(name)
  if (keeper !== 'tab') tryStorage(() => environment().tabStorage().removeItem(name))
  return keeper
}

export function deleteStored(name: string): void {
  memory.delete(name)
  tryStorage(() => environment().tabStorage().removeItem(name))
  tryStorage(() => environment().storage().removeItem(name))
}

/** Not even another page of this tab will find it. */
export const isOnlyInMemory = (name: string): boolean => memory.has(name)

function writeToFirstScope(name: string, text: string): StorageScope {
  const { storage, tabStorage } = environment()
  if (tryStorage(() => storage().setItem(name, text))[1]) return 'browser'
  return tryStorage(() => tabStorage().setItem(name, text))[1] ? 'tab' : 'page'
}

/** Any use of a storage may throw: blocked or full. */
function tryStorage<Value>(use: () => Value): [found: Value | undefined, done: boolean] {
  try {
    return [use(), true]
  } catch {
    return [undefined, false]
  }
}
