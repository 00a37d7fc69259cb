import { beforeEach } from 'vitest'
import { cancelBooking } from '#contract/admin/booking-detail.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { type StaffLedger, staffLedger as serverStaff } from '#stores/admin/ledger.ts'
import { readAllBookings } from '#stores/ledger/browser/booking-record.ts'
import { customerLedger as browserCustomer } from '#stores/ledger/browser/customer.ts'
import { ledger as browserLedger } from '#stores/ledger/browser/index.ts'
import { saveSession } from '#stores/ledger/browser/session-record.ts'
import { cancelSelected } from '#stores/ledger/browser/staff/booking-actions.ts'
import { staffLedger as browserStaff } from '#stores/ledger/browser/staff/index.ts'
import { type CustomerLedger, customerLedger as serverCustomer } from '#stores/ledger/customer.ts'
import { type Ledger, ledger as serverLedger } from '#stores/ledger/index.ts'
import { HOUR, useApp } from './app.ts'
import { EditionBrowser } from './edition-browser.ts'
import { replaceEnvironment } from './environment.ts'
import { bookingRow, granted } from './orders.ts'
import { arrive, decide, type Started } from './payments.ts'
import { call, SAME_ORIGIN, send } from './requests.ts'
import { owner, type TestBrowser } from './staff-accounts.ts'

export type SharedStaffLedger = Pick<StaffLedger, keyof typeof browserStaff>

/** A ledger with the controls that tests need. */
export interface Edition {
  ledger: Ledger
  customer: CustomerLedger
  /** Signed in as the owner. */
  staff: SharedStaffLedger
  /** Advances the clock and expires what is due. */
  advance(milliseconds: number): Promise<void>
  arrive(started: Started): Promise<void>
  /** Pays or cancels, and returns the parameters of the return URL. */
  decide(started: Started, choice: 'pay' | 'cancel'): Promise<Record<string, string>>
  cancel(bookingId: string): Promise<void>
}

/** Longer than any hold. */
export const AFTER_ANY_HOLD = 26 * HOUR

/** Opens the ledger of each edition for every test of a block. */
export const EDITIONS: Readonly<Record<string, (use: (edition: Edition) => void) => void>> = {
  'the server': (use) => {
    const app = useApp('sqlite')
    beforeEach(() => {
      let browser: Promise<TestBrowser> | undefined
      const signedIn = async () => {
        browser ??= owner(app)
        return (await browser).sent.headers ?? {}
      }
      const restore = replaceEnvironment({ request: fetchFor(signedIn), now: () => app.now() })
      use({
        ledger: serverLedger,
        customer: serverCustomer,
        staff: serverStaff,
        advance: async (milliseconds) => {
          app.clock.advance(milliseconds)
          await expireBookings(app)
        },
        arrive: (started) => arrive(app, started),
        decide: (started, choice) => decide(app, started, choice),
        cancel: async (id) => {
          const { version } = await bookingRow(app, id)
          await call(cancelBooking, { ...(await owner(app)).sent, id, body: { version, reason: 'They asked' } })
        },
      })
      return restore
    })
  },
  'the browser': (use) => {
    beforeEach(() => {
      const browser = new EditionBrowser()
      saveSession({ email: 'demo@chautari.example', loggedInAt: new Date(browser.now).toISOString() })
      use({
        ledger: browserLedger,
        customer: browserCustomer,
        staff: browserStaff,
        advance: async (milliseconds) => {
          browser.now += milliseconds
        },
        arrive: async () => {},
        decide: async ({ next }, choice) => {
          if (next.kind !== 'simulated') throw new Error(`${next.kind} is not simulated`)
          const address = choice === 'pay' ? next.success : next.failure
          return Object.fromEntries(new URL(address, 'http://localhost').searchParams)
        },
        cancel: async (id) => {
          const version = readAllBookings().find((booking) => booking.id === id)?.version ?? 0
          granted(await cancelSelected(id, { version, reason: 'They asked' }))
        },
      })
      return () => browser.close()
    })
  },
}

/** Routes the browser's requests to the endpoints, with the staff cookie where needed. */
const fetchFor =
  (signedIn: () => Promise<Record<string, string>>): typeof fetch =>
  async (address, init = {}) => {
    const url = new URL(String(address), SAME_ORIGIN.origin)
    for (const contract of ENDPOINTS) {
      const pattern = new RegExp(`^${contract.path.replace('{id}', '([^/]+)')}$`)
      const match = contract.method === init.method && pattern.exec(url.pathname)
      if (!match) continue
      const { status, body } = await send(contract, {
        ...(match[1] !== undefined && { id: decodeURIComponent(match[1]) }),
        query: Object.fromEntries(url.searchParams),
        ...(init.body && { raw: init.body }),
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          ...(contract.access === 'staff' && (await signedIn())),
          ...SAME_ORIGIN,
        },
      })
      return Response.json(body, { status })
    }
    throw new Error(`no endpoint for ${init.method} ${url.pathname}`)
  }
