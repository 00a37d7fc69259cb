import type { Stripe } from '@stripe/stripe-js'
import { loadCardProvider } from './card-provider.ts'

/** From another tab or window, or from the back/forward cache. */
export type PageReturn = 'elsewhere' | 'cache'

/** The stores' only access to the browser. */
const browser = {
  request: ((input, init) => fetch(input, init)) as typeof fetch,
  /** Milliseconds since the epoch. */
  now: () => Date.now(),
  /** Returns a function that cancels the timer. */
  later: (run: () => void, milliseconds: number) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  // `randomUUID` is missing where the site is opened over plain http on an office network.
  randomId: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  /** Local storage. Any use may throw if the visitor has blocked it. */
  storage: () => window.localStorage,
  /** Session storage; may throw likewise. */
  tabStorage: () => window.sessionStorage,
  address: () => new URL(window.location.href),
  /** Changes the address without leaving the page; `push` adds a history entry. */
  showAddress: (address: URL, entry: 'push' | 'replace') => {
    if (entry === 'push') window.history.pushState(null, '', address)
    else window.history.replaceState(window.history.state, '', address)
  },
  goBack: () => window.history.back(),
  /** The state of the current history entry: it survives a reload, and no address or server sees it. */
  readHistoryState: (): unknown => window.history.state,
  /** Stores the state of the history entry; an address that replaces the entry keeps it. */
  writeHistoryState: (value: unknown) => window.history.replaceState(value, ''),
  /** Runs when the visitor goes back or forward or edits the fragment. Returns a function that stops. */
  onAddressChange: (run: () => void) => listen(window, 'popstate', run),
  /** Runs when the page becomes visible again. Returns a function that stops. */
  onReturn: (run: (from: PageReturn) => void) => {
    const stops = [
      listen(window, 'pageshow', (event) => (event as PageTransitionEvent).persisted && run('cache')),
      listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && run('elsewhere')),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  },
  isVisible: () => document.visibilityState === 'visible',
  /** Runs when another tab changes local storage. Returns a function that stops. */
  onStored: (run: () => void) => listen(window, 'storage', run),
  /** Writes to the clipboard; false if the browser forbids it. */
  copy: (text: string): Promise<boolean> =>
    navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    ) ?? Promise.resolve(false),
  /** Whether the device can share files or a link with another app. */
  canShare: (data: ShareData) => navigator.canShare?.(data) ?? false,
  // Rejects if the sheet is closed without a choice, which needs no handling.
  share: (data: ShareData) => void navigator.share(data).catch(() => {}),
  /** Opens another page of ours or a gateway's. */
  navigate: (url: string) => window.location.assign(url),
  /** Opens a page and replaces this history entry. */
  replace: (url: string) => window.location.replace(url),
  /** Server-sent events. */
  stream: (url: string) => new EventSource(url),
  /** Connects the tabs of one browser. */
  channel: (name: string) => new BroadcastChannel(name),
  /** Undefined outside https and localhost. */
  locks: () => navigator.locks as LockManager | undefined,
  loadScript,
  /** Submits a form as a page navigation, so that the payer arrives at the gateway. */
  postForm: (action: string, fields: Readonly<Record<string, string>>) => {
    const form = document.createElement('form')
    form.method = 'POST'
    form.action = action
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('input')
      field.type = 'hidden'
      field.name = name
      field.value = value
      form.append(field)
    }
    document.body.append(form)
    form.submit()
    setTimeout(() => form.remove(), 2_000)
  },
  /** Loads the card provider's script from its host, or the sandbox's from `sandboxScript`. Rejects if it cannot be loaded. */
  cardProvider: async (publishableKey: string, sandboxScript: string | undefined): Promise<Stripe | null> => {
    if (sandboxScript) await loadScript(sandboxScript)
    return loadCardProvider(publishableKey)
  },
}

function listen(target: EventTarget, event: string, run: (event: Event) => void): () => void {
  target.addEventListener(event, run)
  return () => target.removeEventListener(event, run)
}

const scripts = new Map<string, Promise<void>>()

/** Loads a gateway's script once. Rejects if it cannot be loaded. */
function loadScript(address: string): Promise<void> {
  const pending = scripts.get(address)
  if (pending) return pending
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      scripts.delete(address)
      reject(new Error(`${address} could not be loaded`))
    }
    document.head.append(script)
  })
  scripts.set(address, loading)
  return loading
}

/** Returns the one object that all stores share; tests replace its parts. */
export const environment = (): typeof browser => browser
