import { vi } from 'vitest'
import { business } from '../../domain/business.ts'
import { FakeStorage } from '../../support/edition-browser.ts'

/** 3 December 2026, 01:00 in Kathmandu; still the day before in UTC. */
const NOW = Date.parse('2026-12-02T19:15:00Z')

interface RecordedRequest {
  method: string
  path: string
  query: URLSearchParams
  key: string | null
  authorization: string | null
  body: Record<string, unknown>
}
type FakeResponse = { status: number; body: unknown }
type Responses = Partial<Record<string, (request: RecordedRequest) => FakeResponse | 'unreachable'>>

export const ok = (body: unknown): FakeResponse => ({ status: 200, body })
export const errorResponse = (status: number, error: Record<string, unknown>): FakeResponse => ({
  status,
  body: { error },
})

/** A browser with storage and address bar, and an API that books by idempotency key. */
export class Visitor {
  readonly local = new FakeStorage()
  readonly tab = new FakeStorage()
  readonly requests: RecordedRequest[] = []
  readonly bookings = new Map<string, string>()
  readonly navigations: string[] = []
  /** What runs later, which a test runs itself. */
  readonly delayed: { run: () => void; milliseconds: number }[] = []
  readonly #history = [new URL('http://localhost/booking')]
  #at = 0
  #onAddressChange: (() => void)[] = []
  /** Offset of the visitor's clock in milliseconds. */
  skew = 0

  readonly responses: Responses

  constructor(responses: Responses = {}) {
    this.responses = responses
  }

  get address(): string {
    const { pathname, search, hash } = this.#here
    return pathname + search + hash
  }
  get #here(): URL {
    return this.#history[this.#at] ?? new URL('http://localhost/')
  }

  visit(path: string): this {
    this.#history.push(new URL(path, 'http://localhost'))
    this.#at = this.#history.length - 1
    return this
  }

  /** Goes back or forward in the browser history. */
  travel(by: -1 | 1): void {
    this.#at += by
    for (const run of this.#onAddressChange) run()
  }

  /** Loads the page: only storage and address survive. */
  async openPage() {
    vi.resetModules()
    this.#onAddressChange = []
    const { replaceEnvironment } = await import('../../support/environment.ts')
    replaceEnvironment({
      request: (input, init) => this.#request(String(input), init),
      now: () => NOW + this.skew,
      later: (run, milliseconds) => {
        this.delayed.push({ run, milliseconds })
        return () => {}
      },
      randomId: () => `key-${Math.random()}`,
      storage: this.local.storage,
      tabStorage: this.tab.storage,
      address: () => new URL(this.#here),
      showAddress: (address, entry) => {
        if (entry === 'push') this.visit(address.href)
        else this.#history[this.#at] = new URL(address)
      },
      onAddressChange: (run) => {
        this.#onAddressChange.push(run)
        return () => {}
      },
      navigate: (url) => this.navigations.push(url),
    })
    const stores = {
      ...(await import('#stores/booking/draft.ts')),
      ...(await import('#stores/booking/quote.ts')),
      ...(await import('#stores/booking/seats.ts')),
      ...(await import('#stores/booking/step.ts')),
      ...(await import('#stores/booking/offers.ts')),
      ...(await import('#stores/booking/placement.ts')),
      ...(await import('#stores/booking/renewal.ts')),
      ...(await import('#stores/booking/open-wizard.ts')),
      ...(await import('#stores/current-booking.ts')),
      ...(await import('#stores/today.ts')),
    }
    stores.openWizard(business)
    return stores
  }

  async #request(address: string, init: RequestInit | undefined): Promise<Response> {
    const url = new URL(address, 'http://localhost')
    const recorded: RecordedRequest = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      key: new Headers(init?.headers).get('idempotency-key'),
      authorization: new Headers(init?.headers).get('authorization'),
      body: init?.body ? JSON.parse(String(init.body)) : {},
    }
    this.requests.push(recorded)
    const override = this.responses[`${recorded.method} ${recorded.path}`]
    const response = override ? override(recorded) : this.#respondByDefault(recorded)
    if (response === 'unreachable') throw new TypeError('no network')
    const { status, body } = response
    return Response.json(body, { status, headers: { date: new Date(NOW).toUTCString() } })
  }

  #respondByDefault({ path, key }: RecordedRequest): FakeResponse {
    if (path === '/api/availability') return ok({ locationId: '', days: [] })
    if (path === '/api/prices') return errorResponse(503, { code: 'not_ready' })
    if (path !== '/api/bookings' || !key) return errorResponse(404, { code: 'not_found' })
    return this.book(key)
  }

  /** The same key returns the same booking. */
  book(key: string | null): FakeResponse {
    const bookingId = this.bookings.get(key ?? '') ?? `BK-${this.bookings.size + 1}`
    this.bookings.set(key ?? '', bookingId)
    const expiresAt = new Date(NOW + 30 * 60_000).toISOString()
    const booking = { bookingId, secret: `secret of ${bookingId}`, expiresAt }
    return { status: 201, body: { ...booking, totalAmount: 0, currency: 'NPR', lines: [] } }
  }

  get placements(): RecordedRequest[] {
    return this.requests.filter(({ method, path }) => method === 'POST' && path === '/api/bookings')
  }
}

export type Page = Awaited<ReturnType<Visitor['openPage']>>

/** Fills in the wizard up to `Proceed to Payment`. */
export async function fill(page: Page): Promise<void> {
  page.chooseLocation('dhobighat-hub')
  page.choosePlan('professional')
  await page.goToNextStep()
  page.setDates('2026-12-10' as Parameters<Page['setDates']>[0], '')
  await page.goToNextStep()
  await page.goToNextStep()
  page.setContact({ firstName: 'Aarati', lastName: 'Shrestha', email: 'aarati@example.com', phone: '9841234567' })
}

export async function openFilled(visitor = new Visitor()) {
  const page = await visitor.openPage()
  await fill(page)
  return { visitor, page }
}
