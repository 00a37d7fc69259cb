import { environment } from './environment.ts'

/**
 * Who keeps a text: the browser, for all its tabs; where it refuses, this tab; where that refuses too, the page until
 * it is left.
 */
export type Keeper = 'browser' | 'tab' | 'page'

const page = new Map<string, string>()

/** What stands under a name. What the tab keeps stands over what the browser keeps, which is older then. */
export function keptText(name: string): { text: string | undefined; by: Keeper } {
  const own = page.get(name)
  if (own !== undefined) return { text: own, by: 'page' }
  const [ofTab] = attempt(() => environment().tabStorage().getItem(name))
  if (typeof ofTab === 'string') return { text: ofTab, by: 'tab' }
  const [ofBrowser, isOpen] = attempt(() => environment().storage().getItem(name))
  return { text: ofBrowser ?? undefined, by: isOpen ? 'browser' : 'page' }
}

/** Says who keeps it now. */
export function keepText(name: string, text: string): Keeper {
  const keeper = findKeeper(name, text)
  if (keeper === 'page') page.set(name, text)
  else page.delete(name)
  if (keeper !== 'tab') attempt(() => environment().tabStorage().removeItem(name))
  return keeper
}

export function forgetText(name: string): void {
  page.delete(name)
  attempt(() => environment().tabStorage().removeItem(name))
  attempt(() => environment().storage().removeItem(name))
}

/** Not even another page of this tab will find it. */
export const isLost = (name: string): boolean => page.has(name)

function findKeeper(name: string, text: string): Keeper {
  const { storage, tabStorage } = environment()
  if (attempt(() => storage().setItem(name, text))[1]) return 'browser'
  return attempt(() => tabStorage().setItem(name, text))[1] ? 'tab' : 'page'
}

/** Any use of a storage may throw: blocked or full. */
function attempt<Value>(use: () => Value): [found: Value | undefined, done: boolean] {
  try {
    return [use(), true]
  } catch {
    return [undefined, false]
  }
}
