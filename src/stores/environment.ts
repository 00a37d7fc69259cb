import type { Stripe } from '@stripe/stripe-js'
import { loadCardProvider } from './card-provider.ts'

/** From another tab or window; or out of the browser's cache by the back button, after the page had been left. */
export type PageReturn = 'elsewhere' | 'cache'

/** Everything that the stores ask of the world: the only way out, replaced as a whole in tests. */
export interface Environment {
  request: typeof fetch
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs a function after a while; gives the way to call it off. */
  later(run: () => void, milliseconds: number): () => void
  randomId(): string
  /** What this browser remembers between visits. Any use of it may throw where the visitor has blocked it. */
  storage(): Storage
  /** What this tab remembers until it is closed; may throw likewise. */
  tabStorage(): Storage
  /** The address on show. */
  address(): URL
  /** Changes the address without leaving the page; `push` makes an entry for the back button. */
  showAddress(address: URL, entry: 'push' | 'replace'): void
  /** As the browser's own button. */
  goBack(): void
  /** What this entry of the browser's history remembers: it outlives a reload, and no address, server or script sees it. */
  remembered(): unknown
  /** Gives the entry something to remember; an address that takes its place remembers it too. */
  remember(value: unknown): void
  /** Tells when the visitor went back or forward, or typed another address of this page; gives the way to stop. */
  onAddressChange(run: () => void): () => void
  /** Tells when this page is looked at again; gives the way to stop. */
  onReturn(run: (from: PageReturn) => void): () => void
  /** Tells when another tab has written what this browser remembers; gives the way to stop. */
  onStored(run: () => void): () => void
  /** Puts text on the clipboard; false where the browser does not let us. */
  copy(text: string): Promise<boolean>
  /** Whether the device has a sheet on which a file can be handed to another app. */
  canShare(file: File): boolean
  /** Opens that sheet. */
  share(file: File): void
  /** Leaves for another page of ours or a gateway's. */
  navigate(url: string): void
  /** Leaves without a way back to this page: for guards. */
  replace(url: string): void
  /** Server-sent events. */
  stream(url: string): EventSource
  /** What the tabs of one browser tell each other. */
  channel(name: string): BroadcastChannel
  /** Undefined where the browser gives none: outside https and localhost. */
  locks(): LockManager | undefined
  /** Loads a gateway's script, once however often it is asked for; rejects where it cannot be had. */
  loadScript(address: string): Promise<void>
  /** Posts a form to a gateway as the browser itself, so that the payer arrives there. */
  postForm(action: string, fields: Readonly<Record<string, string>>): void
  /**
   * The card provider's script, from its own host, or the stand-in's at the address given; rejects where it cannot be
   * loaded.
   */
  cardProvider(publishableKey: string, standIn: string | undefined): Promise<Stripe | null>
}

const browser: Environment = {
  request: (input, init) => fetch(input, init),
  now: () => Date.now(),
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  // Not randomUUID: that one is missing where the site is opened over plain http on an office network.
  randomId: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  storage: () => window.localStorage,
  tabStorage: () => window.sessionStorage,
  address: () => new URL(window.location.href),
  showAddress: (address, entry) => {
    if (entry === 'push') window.history.pushState(null, '', address)
    else window.history.replaceState(window.history.state, '', address)
  },
  goBack: () => window.history.back(),
  remembered: () => window.history.state,
  remember: (value) => window.history.replaceState(value, ''),
  onAddressChange: (run) => {
    window.addEventListener('popstate', run)
    return () => window.removeEventListener('popstate', run)
  },
  onReturn: (run) => {
    const shown = (event: PageTransitionEvent) => event.persisted && run('cache')
    const seen = () => document.visibilityState === 'visible' && run('elsewhere')
    window.addEventListener('pageshow', shown)
    document.addEventListener('visibilitychange', seen)
    return () => {
      window.removeEventListener('pageshow', shown)
      document.removeEventListener('visibilitychange', seen)
    }
  },
  onStored: (run) => {
    window.addEventListener('storage', run)
    return () => window.removeEventListener('storage', run)
  },
  copy: (text) =>
    navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    ) ?? Promise.resolve(false),
  canShare: (file) => navigator.canShare?.({ files: [file] }) ?? false,
  // Rejects where the sheet is closed without a choice, which needs no answer.
  share: (file) => void navigator.share({ files: [file] }).catch(() => {}),
  navigate: (url) => window.location.assign(url),
  replace: (url) => window.location.replace(url),
  stream: (url) => new EventSource(url),
  channel: (name) => new BroadcastChannel(name),
  locks: () => navigator.locks,
  loadScript,
  postForm: (action, fields) => {
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
    // The hidden form is removed two seconds after it was submitted.
    setTimeout(() => form.remove(), 2_000)
  },
  cardProvider: async (publishableKey, standIn) => {
    if (standIn) await loadScript(standIn)
    return loadCardProvider(publishableKey)
  },
}

const scripts = new Map<string, Promise<void>>()

function loadScript(address: string): Promise<void> {
  const known = scripts.get(address)
  if (known) return known
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

let current = browser

export const environment = (): Environment => current

/** For tests: puts a double in place and returns the way back. */
export function replaceEnvironment(double: Partial<Environment>): () => void {
  const before = current
  current = { ...before, ...double }
  return () => {
    current = before
  }
}
