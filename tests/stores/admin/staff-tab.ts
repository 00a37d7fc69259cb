import { beforeEach, vi } from 'vitest'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { StaffSession } from '#contract/admin/session.ts'
import { paisa } from '#domain/money.ts'
import { clearTabDrafts, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { $session } from '#stores/admin/session/session.ts'
import { day } from '../../domain/business.ts'
import { FakeStorage } from '../../support/edition-browser.ts'
import { type Environment, replaceEnvironment } from '../../support/environment.ts'

export const NOW = Date.parse('2026-12-01T04:15:00Z')

export const staffSession = (over: Partial<StaffSession> = {}): StaffSession => ({
  email: 'staff@chautari.example',
  name: '',
  role: 'owner',
  workplaces: null,
  loggedInAt: '2026-12-01T04:15:00.000Z',
  endsInSeconds: 7_200,
  eventsFrom: '100',
  ...over,
})

/** The body of an error response. */
export const errorBody = (code: string, over: object = {}) => ({
  error: { code, message: `message: ${code}`, ...over },
})

const createdAt = (number: number) => new Date(NOW + number * 1_000).toISOString()
const CUSTOMER = { customerName: 'Nisha Karki', email: 'nisha@example.com', phone: '+9779841234567' }

export const member = (number: number, over: Partial<MembershipRow> = {}): MembershipRow => ({
  membershipId: `m${number}`,
  bookingId: `BK-${1_796_000_000_000 + number}-AAAA`,
  bookings: [
    {
      bookingId: `BK-${1_796_000_000_000 + number}-AAAA`,
      startDate: day('2026-12-01'),
      endDate: day('2026-12-31'),
    },
  ],
  ...CUSTOMER,
  company: '',
  pan: '',
  customerNotes: '',
  seats: 1,
  extras: [],
  planId: 'professional',
  planName: 'Professional',
  locationId: 'kausimaa',
  locationName: 'Kausimaa',
  status: 'active',
  startDate: day('2026-12-01'),
  endDate: day('2027-01-01'),
  amount: paisa(800_000),
  billingCycle: 'monthly',
  renewalAmount: paisa(800_000),
  autoRenew: false,
  notes: null,
  version: 1,
  createdAt: createdAt(number),
  updatedAt: createdAt(number),
  ...over,
})

export const row = (number: number, over: Partial<BookingRow> = {}): BookingRow => ({
  bookingId: `BK-${1_796_000_000_000 + number}-AAAA`,
  ...CUSTOMER,
  company: '',
  locationId: 'dhobighat-hub',
  locationName: 'Dhobighat Hub',
  planId: 'explorer',
  planName: 'Explorer',
  seats: 1,
  startDate: day('2026-12-10'),
  endDate: day('2026-12-10'),
  amount: paisa(50_000),
  method: null,
  paymentToCheck: null,
  paymentToDecide: null,
  attention: null,
  state: 'held',
  version: 1,
  createdAt: createdAt(number),
  ...over,
})

/** A request and its response. */
export interface PendingRequest {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  key: string | null
  respond(status: number, body: unknown): Promise<void>
}

export const settle = async () => void (await vi.advanceTimersByTimeAsync(0))

const START_URL = 'http://localhost:4321/admin/bookings'

/** The environment of one browser tab with a fake clock. It records requests and redirects. */
export class Tab {
  readonly requests: PendingRequest[] = []
  readonly redirects: string[] = []
  url = new URL(START_URL)
  readonly environment: Partial<Environment> = {
    now: () => Date.now(),
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    request: (input, init) =>
      new Promise((resolve) => {
        const url = new URL(String(input), this.url)
        this.requests.push({
          method: init?.method ?? 'GET',
          path: url.pathname,
          query: Object.fromEntries(url.searchParams),
          body: init?.body ? JSON.parse(String(init.body)) : undefined,
          key: new Headers(init?.headers).get('idempotency-key'),
          respond: (status, body) => {
            resolve(Response.json(body, { status }))
            return settle()
          },
        })
      }),
    address: () => new URL(this.url),
    showAddress: (address) => {
      this.url = address
    },
    navigate: (url) => void this.redirects.push(url),
    replace: (url) => void this.redirects.push(url),
  }

  reset(): void {
    this.requests.length = 0
    this.redirects.length = 0
    this.url = new URL(START_URL)
  }

  /** Opens a path of the staff area. */
  open(path: string): void {
    this.url = new URL(path, START_URL)
  }

  /** The oldest request without a response. */
  get next(): PendingRequest {
    const request = this.requests.shift()
    if (!request) throw new Error('no request is pending')
    return request
  }

  /** The oldest request to a path without a response. */
  take(path: string, method = 'GET'): PendingRequest {
    const at = this.requests.findIndex((each) => each.path === path && each.method === method)
    const [found] = at < 0 ? [] : this.requests.splice(at, 1)
    if (!found) throw new Error(`no request ${method} ${path}`)
    return found
  }

  /** Responds to the oldest request after an action. */
  respondTo(_action: unknown, status: number, body: unknown): Promise<void> {
    return this.next.respond(status, body)
  }

  /** Responds to the requests of an action in order, and returns its result. */
  async resultOf<Result>(action: Promise<Result>, ...responses: (readonly [status: number, body: unknown])[]) {
    for (const [status, body] of responses) await this.next.respond(status, body)
    return action
  }
}

/** Stores the drafts of an account in an empty tab storage; returns a function that restores the storage. */
export function startDrafts(email = staffSession().email, storage = new FakeStorage()): () => void {
  const restore = replaceEnvironment({ tabStorage: storage.storage })
  setDraftOwner(email)
  return restore
}

/** Records the browser history of a tab; `sync` is what its screen runs on Back and Forward. */
export function recordHistory(tab: Tab, sync: () => void) {
  const entries: { url: URL; historyState: unknown }[] = [{ url: tab.url, historyState: null }]
  let at = 0
  function getEntry() {
    const entry = entries[at]
    if (!entry) throw new Error('the tab was left')
    return entry
  }
  function replace(url: URL) {
    getEntry().url = url
    tab.url = url
  }
  function go(steps: number) {
    at += steps
    tab.url = getEntry().url
    sync()
  }
  const restore = replaceEnvironment({
    showAddress: (url, entry) => {
      if (entry === 'push') entries.splice(++at, Number.POSITIVE_INFINITY, { url, historyState: null })
      replace(url)
    },
    readHistoryState: () => getEntry().historyState,
    writeHistoryState: (value) => {
      getEntry().historyState = value
    },
    goBack: () => go(-1),
  })
  return { trail: () => entries.map(({ url }) => url.search), position: () => at, replace, go, restore }
}

/** Resets a tab before each test, without a session or drafts. */
export function withTab(use: (tab: Tab) => void = () => {}): Tab {
  const tab = new Tab()
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW })
    tab.reset()
    const restore = replaceEnvironment(tab.environment)
    $session.set({ state: 'loading' })
    clearTabDrafts()
    use(tab)
    return () => {
      restore()
      vi.useRealTimers()
    }
  })
  return tab
}

/** An event stream whose events tests send. */
export class FakeSource extends EventTarget {
  static readonly opened: FakeSource[] = []
  readonly url: string
  readyState = 0

  constructor(url: string) {
    super()
    this.url = url
    FakeSource.opened.push(this)
  }

  static get live(): FakeSource[] {
    return FakeSource.opened.filter(({ readyState }) => readyState !== 2)
  }

  get after(): string | null {
    return new URL(this.url, 'http://localhost').searchParams.get('after')
  }

  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  send(id: string, event: StaffEvent): void {
    this.#dispatch('message', id, event)
  }

  beat(): void {
    this.#dispatch('heartbeat', '', {})
  }

  reload(id: string): void {
    this.#dispatch('reload', id, {})
  }

  /** The server responds with something other than a stream. */
  reject(): void {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = 2
  }

  #dispatch(type: string, lastEventId: string, data: unknown): void {
    if (this.readyState === 2) return
    this.readyState = 1
    this.dispatchEvent(new MessageEvent(type, { lastEventId, data: JSON.stringify(data) }))
  }
}

/** Several tabs of one browser with one lock; a channel reaches every tab but the sender. */
export class Browser {
  readonly #channels = new Set<EventTarget>()
  /** Ends when the last tab that requested the lock has held it. */
  #lock = Promise.resolve()

  environment(locks = true): Partial<Environment> {
    return {
      stream: (url) => new FakeSource(url) as unknown as EventSource,
      channel: () => this.#channel(),
      locks: () => (locks ? ({ request: this.#request } as unknown as LockManager) : undefined),
    }
  }

  #channel(): BroadcastChannel {
    const channel = Object.assign(new EventTarget(), {
      postMessage: (data: unknown) => {
        for (const other of this.#channels)
          if (other !== channel) other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
      },
      close: () => this.#channels.delete(channel),
    })
    this.#channels.add(channel)
    return channel as unknown as BroadcastChannel
  }

  readonly #request = (_: string, { signal }: { signal: AbortSignal }, lead: () => Promise<void>): Promise<void> => {
    this.#lock = this.#lock.then(() => (signal.aborted ? undefined : lead()))
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
}
