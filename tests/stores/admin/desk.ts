import { afterEach, beforeEach, vi } from 'vitest'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { StaffSession } from '#contract/admin/session.ts'
import { clearTabDrafts } from '#stores/admin/form-drafts.ts'
import { $session } from '#stores/admin/session/session.ts'
import { type Environment, replaceEnvironment } from '#stores/environment.ts'

export const NOW = Date.parse('2026-12-01T04:15:00Z')

export const who = (over: Partial<StaffSession> = {}): StaffSession => ({
  email: 'staff@chautari.example',
  name: '',
  role: 'owner',
  workplaces: null,
  loggedInAt: '2026-12-01T04:15:00.000Z',
  endsInSeconds: 7_200,
  eventsFrom: '100',
  ...over,
})

/** The body of an answer that refuses. */
export const refusal = (code: string, over: object = {}) => ({ error: { code, message: `said: ${code}`, ...over } })

/** A membership as its list shows it. */
export const member = (number: number, over: Partial<MembershipRow> = {}): MembershipRow => ({
  membershipId: `m${number}`,
  bookingId: `BK-${1_796_000_000_000 + number}-AAAA`,
  customerName: 'Nisha Karki',
  email: 'nisha@example.com',
  phone: '+9779841234567',
  planId: 'professional',
  planName: 'Professional',
  locationId: 'kausimaa',
  locationName: 'Kausimaa',
  status: 'active',
  startDate: '2026-12-01',
  endDate: '2027-01-01',
  amount: 800_000,
  billingCycle: 'monthly',
  renewalAmount: 800_000,
  autoRenew: false,
  notes: null,
  version: 1,
  createdAt: new Date(NOW + number * 1_000).toISOString(),
  updatedAt: new Date(NOW + number * 1_000).toISOString(),
  ...over,
})

export const row = (number: number, over: Partial<BookingRow> = {}): BookingRow => ({
  bookingId: `BK-${1_796_000_000_000 + number}-AAAA`,
  customerName: 'Nisha Karki',
  email: 'nisha@example.com',
  phone: '+9779841234567',
  company: '',
  locationId: 'dhobighat-hub',
  locationName: 'Dhobighat Hub',
  planId: 'explorer',
  planName: 'Explorer',
  startDate: '2026-12-10',
  endDate: '2026-12-10',
  amount: 50_000,
  method: null,
  toCheck: null,
  toDecide: null,
  attention: null,
  state: 'held',
  version: 1,
  createdAt: new Date(NOW + number * 1_000).toISOString(),
  ...over,
})

/** What one request was, and the way to answer it. */
export interface Asked {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  /** The idempotency key that was sent along. */
  key: string | null
  answer(status: number, body: unknown): Promise<void>
}

/** Lets what waits for an answer go on. */
export const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0)
}

/** The world of one tab, with a clock that only tests move. What it does is written down. */
export class Tab {
  readonly asked: Asked[] = []
  readonly left: string[] = []
  url = new URL('http://localhost:4321/admin/bookings')
  readonly environment: Partial<Environment> = {
    now: () => Date.now(),
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    request: (input, init) =>
      new Promise((resolve) => {
        const url = new URL(String(input), this.url)
        this.asked.push({
          method: init?.method ?? 'GET',
          path: url.pathname,
          query: Object.fromEntries(url.searchParams),
          body: init?.body ? JSON.parse(String(init.body)) : undefined,
          key: new Headers(init?.headers).get('idempotency-key'),
          answer: (status, body) => {
            resolve(Response.json(body, { status }))
            return settle()
          },
        })
      }),
    address: () => new URL(this.url),
    showAddress: (address) => {
      this.url = address
    },
    navigate: (url) => void this.left.push(url),
    replace: (url) => void this.left.push(url),
  }

  /** The request that waits for its answer longest. */
  get next(): Asked {
    const asked = this.asked.shift()
    if (!asked) throw new Error('nothing was asked')
    return asked
  }
}

/** Answers nothing to what waits longest, nor to the reading of it that follows. */
export async function loseNext(tab: Tab): Promise<Asked> {
  const sent = tab.next
  await sent.answer(503, {})
  await tab.next.answer(503, {})
  return sent
}

/** Gives each test a tab of its own, in which nobody is known yet and nothing is typed. */
export function withTab(use: (tab: Tab) => void): void {
  let putBack = () => {}
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW })
    const tab = new Tab()
    putBack = replaceEnvironment(tab.environment)
    $session.set({ state: 'asking' })
    clearTabDrafts()
    use(tab)
  })
  afterEach(() => {
    putBack()
    vi.useRealTimers()
  })
}

/** A stream that the server has not been asked to open: tests say what comes. */
export class FakeSource extends EventTarget {
  static readonly opened: FakeSource[] = []
  readonly url: string
  readyState = 0

  constructor(url: string) {
    super()
    this.url = url
    FakeSource.opened.push(this)
  }

  /** Those that are still listening. */
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

  say(id: string, event: StaffEvent): void {
    this.#dispatch('message', id, event)
  }

  beat(): void {
    this.#dispatch('beat', '', {})
  }

  reload(id: string): void {
    this.#dispatch('reload', id, {})
  }

  /** The server answers with something that is no stream. */
  refuse(): void {
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

/** Several tabs of one browser: one lock, and channels that reach every tab but the one that speaks. */
export class Browser {
  readonly #channels = new Set<EventTarget>()
  readonly #queue: { lead: () => Promise<void>; gone: AbortSignal }[] = []
  #led = false

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
    this.#queue.push({ lead, gone: signal })
    void this.#grant()
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }

  async #grant(): Promise<void> {
    if (this.#led) return
    const next = this.#queue.shift()
    if (!next) return
    if (!next.gone.aborted) {
      this.#led = true
      await next.lead()
      this.#led = false
    }
    await this.#grant()
  }
}
