import { vi } from 'vitest'
import { type ClockTime, WEEKDAYS } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { OpeningHours } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'
import { GENERIC_PRICES, type PriceTable } from '#domain/price.ts'

/** 3 December 2026, 01:00 in Kathmandu; still the day before in UTC. */
const NOW = Date.parse('2026-12-02T19:15:00Z')

const daily = (open: string, close: string): OpeningHours =>
  Object.fromEntries(
    WEEKDAYS.map((day) => [day, { open: open as ClockTime, close: close as ClockTime }]),
  ) as unknown as OpeningHours

export const KAUSIMAA: PriceTable = {
  locationId: 'kausimaa',
  locationName: 'Kausimaa',
  prices: {
    explorer: { daily: paisa(40_000) },
    professional: { monthly: paisa(800_000), annual: paisa(8_640_000) },
    enterprise: { monthly: paisa(800_000), annual: paisa(8_640_000) },
    'private-office': { monthly: paisa(800_000), annual: paisa(8_640_000) },
  },
}

const open = { available: true, status: 'Available' }
export const CATALOGUE: Catalogue = {
  locations: [
    { id: 'dhobighat-hub', name: 'Dhobighat Hub', capacity: 30, openingHours: daily('06:00', '22:00'), ...open },
    { id: 'kausimaa', name: 'Kausimaa', capacity: 40, openingHours: daily('10:00', '16:00'), ...open },
    {
      id: 'jhamsikhel-loft',
      name: 'Jhamsikhel Loft',
      capacity: 80,
      openingHours: daily('07:00', '21:00'),
      available: false,
      status: 'Reserved for 6 months',
    },
  ],
  plans: [
    { id: 'explorer', name: 'Explorer', ...open },
    { id: 'professional', name: 'Professional', ...open },
    { id: 'enterprise', name: 'Enterprise', ...open },
    { id: 'private-office', name: 'Private Office', available: false, status: 'Reserved' },
  ],
  addOns: [
    { id: 'meeting-room-hours', name: 'Meeting-room hours', price: paisa(80_000), per: 'hour' },
    { id: 'guest-passes', name: 'Guest passes', price: paisa(30_000), per: 'guest_day' },
    { id: 'virtual-office', name: 'Virtual office', price: paisa(300_000), per: 'month' },
    { id: 'mail-handling', name: 'Mail handling', price: paisa(200_000), per: 'month' },
  ],
  prices: [{ locationId: 'dhobighat-hub', locationName: 'Dhobighat Hub', prices: GENERIC_PRICES }, KAUSIMAA],
}

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  key: string | null
  body: Record<string, unknown>
}
export type Answer = { status: number; body: unknown }
type Answers = Partial<Record<string, (asked: Asked) => Answer | 'unreachable' | Promise<Answer>>>

const placed = (bookingId: string): Answer => ({
  status: 201,
  body: {
    bookingId,
    secret: `secret of ${bookingId}`,
    totalAmount: 0,
    currency: 'NPR',
    lines: [],
    expiresAt: new Date(NOW + 30 * 60_000).toISOString(),
  },
})
export const refusal = (status: number, error: Record<string, unknown>): Answer => ({ status, body: { error } })

/** A browser with its storage and address bar, and an API behind it that books by key as the real one does. */
export class Visitor {
  readonly storage = new Map<string, string>()
  readonly #tab = new Map<string, string>()
  readonly asked: Asked[] = []
  readonly bookings = new Map<string, string>()
  readonly left: string[] = []
  readonly #history = [new URL('http://localhost/booking')]
  #at = 0
  #onAddressChange: (() => void)[] = []
  /** Browser and tab throw instead of reading or keeping anything. */
  storageIsBlocked = false
  /** Browser and tab throw instead of keeping anything. */
  storageIsFull = false
  /** How far the visitor's clock is off, in milliseconds. */
  skew = 0

  readonly answers: Answers

  constructor(answers: Answers = {}) {
    this.answers = answers
  }

  get address(): string {
    const { pathname, search, hash } = this.#here
    return pathname + search + hash
  }
  get entries(): number {
    return this.#history.length
  }
  get #here(): URL {
    return this.#history[this.#at] ?? new URL('http://localhost/')
  }

  visit(path: string): this {
    this.#history.push(new URL(path, 'http://localhost'))
    this.#at = this.#history.length - 1
    return this
  }

  /** The browser's own back and forward buttons. */
  travel(by: -1 | 1): void {
    this.#at += by
    for (const run of this.#onAddressChange) run()
  }

  /** Loads the page, as a first visit or a reload does: nothing is left of earlier modules but storage and address. */
  async openPage(catalogue = CATALOGUE) {
    vi.resetModules()
    this.#onAddressChange = []
    const { replaceEnvironment } = await import('#stores/environment.ts')
    replaceEnvironment({
      request: (input, init) => this.#answer(String(input), init),
      now: () => NOW + this.skew,
      later: () => () => {},
      randomId: () => `key-${Math.random()}`,
      storage: () => this.#open(this.storage),
      tabStorage: () => this.#open(this.#tab),
      address: () => new URL(this.#here),
      showAddress: (address, entry) => {
        if (entry === 'push') this.visit(address.href)
        else this.#history[this.#at] = new URL(address)
      },
      onAddressChange: (run) => {
        this.#onAddressChange.push(run)
        return () => {}
      },
      navigate: (url) => this.left.push(url),
    })
    const stores = {
      ...(await import('#stores/booking/draft.ts')),
      ...(await import('#stores/booking/quote.ts')),
      ...(await import('#stores/booking/seats.ts')),
      ...(await import('#stores/booking/step.ts')),
      ...(await import('#stores/booking/offers.ts')),
      ...(await import('#stores/booking/placement.ts')),
      ...(await import('#stores/booking/open-wizard.ts')),
      ...(await import('#stores/current-booking.ts')),
      ...(await import('#stores/today.ts')),
    }
    stores.openWizard(catalogue)
    return stores
  }

  #open(kept: Map<string, string>): Storage {
    if (this.storageIsBlocked) throw new DOMException('denied', 'SecurityError')
    return {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if (this.storageIsFull) throw new DOMException('full', 'QuotaExceededError')
        kept.set(name, value)
      },
      removeItem: (name: string) => void kept.delete(name),
    } as Storage
  }

  async #answer(address: string, init: RequestInit | undefined): Promise<Response> {
    const url = new URL(address, 'http://localhost')
    const asked: Asked = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      key: new Headers(init?.headers).get('idempotency-key'),
      body: init?.body ? JSON.parse(String(init.body)) : {},
    }
    this.asked.push(asked)
    const answer = await (this.answers[`${asked.method} ${asked.path}`] ?? ((it) => this.#usual(it)))(asked)
    if (answer === 'unreachable') throw new TypeError('no network')
    return Response.json(answer.body, {
      status: answer.status,
      headers: { date: new Date(NOW).toUTCString() },
    })
  }

  #usual({ path, key }: Asked): Answer {
    if (path === '/api/availability') return { status: 200, body: { locationId: '', days: [] } }
    if (path === '/api/prices') return refusal(503, { code: 'not_ready' })
    if (path !== '/api/bookings' || !key) return refusal(404, { code: 'not_found' })
    return this.book(key)
  }

  /** The same key gives the same booking. */
  book(key: string): Answer {
    const id = this.bookings.get(key) ?? `BK-${this.bookings.size + 1}`
    this.bookings.set(key, id)
    return placed(id)
  }

  get placings(): Asked[] {
    return this.asked.filter(({ method, path }) => method === 'POST' && path === '/api/bookings')
  }
}

export type Page = Awaited<ReturnType<Visitor['openPage']>>

/** Fills the wizard so that only `Proceed to Payment` is left. */
export async function fill(page: Page): Promise<void> {
  page.chooseLocation('dhobighat-hub')
  page.choosePlan('professional')
  await page.goToNextStep()
  page.setDates('2026-12-10' as Parameters<Page['setDates']>[0], '')
  await page.goToNextStep()
  await page.goToNextStep()
  page.setContact({ firstName: 'Aarati', lastName: 'Shrestha', email: 'aarati@example.com', phone: '9841234567' })
}
