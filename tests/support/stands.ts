import { afterEach, beforeEach } from 'vitest'
import { cancelBooking } from '#contract/admin/booking-detail.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import type { IsoDate } from '#domain/calendar.ts'
import type { MembershipState } from '#domain/membership.ts'
import type { App } from '#server/app.ts'
import { setApp } from '#server/open-app.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { type StaffLedger, staffLedger as serverStaff } from '#stores/admin/ledger.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { readAllBookings } from '#stores/ledger/browser/booking-record.ts'
import { ledger as browserLedger } from '#stores/ledger/browser/index.ts'
import { readMembershipList } from '#stores/ledger/browser/membership-record.ts'
import { deleteKey, STORAGE_KEYS } from '#stores/ledger/browser/record-storage.ts'
import { saveSession } from '#stores/ledger/browser/session-record.ts'
import { cancelSelected } from '#stores/ledger/browser/staff/booking-actions.ts'
import { staffLedger as browserStaff } from '#stores/ledger/browser/staff/index.ts'
import type { Ledger } from '#stores/ledger/ledger.ts'
import { serverLedger } from '#stores/ledger/server.ts'
import { HOUR, rows, type TestApp, withApp } from './app.ts'
import { owner, type Visitor } from './desk.ts'
import { KeepingBrowser } from './kept.ts'
import { bookingRow, granted } from './orders.ts'
import { arrive, decide, type Started } from './payments.ts'
import { call, OWN, send } from './requests.ts'

export interface MembershipFacts {
  membershipType: string
  status: MembershipState
  startDate: IsoDate
  endDate: IsoDate
  amount: number
  billingCycle: string
  locationId: string
}

/** What both editions' staff may ask. */
export type StaffQuestions = Pick<StaffLedger, keyof typeof browserStaff>

/** A ledger with what stands behind it, as far as a test has to turn it. */
export interface Stand {
  ledger: Ledger
  /** Asked by an owner who is signed in. */
  staff: StaffQuestions
  /** Time passes, and what is over by then has ended. */
  pass(milliseconds: number): Promise<void>
  /** The payer arrives at eSewa. */
  arrive(started: Started): Promise<void>
  /** And pays there, or refuses; gives what the address that they come back to says. */
  decide(started: Started, choice: 'pay' | 'cancel'): Promise<Record<string, string>>
  /** Staff call a booking off. */
  cancel(bookingId: string): Promise<void>
  memberships(): Promise<MembershipFacts[]>
}

/** Longer than any gateway's doubt keeps a place. */
export const LONG = 26 * HOUR

/** The ledger of each edition, new for every test of the block. */
export const STANDS: Readonly<Record<string, (use: (stand: Stand) => void) => void>> = {
  'the server': (use) => {
    let app: TestApp
    let putBack = () => {}
    withApp('sqlite', (opened) => {
      app = opened
    })
    beforeEach(() => {
      setApp(app)
      let desk: Promise<Visitor> | undefined
      const signedIn = async () => {
        desk ??= owner(app)
        return (await desk).sent.headers ?? {}
      }
      putBack = replaceEnvironment({ request: answeredFor(signedIn), now: () => app.now() })
      use({
        ledger: serverLedger,
        staff: serverStaff,
        pass: async (milliseconds) => {
          app.clock.advance(milliseconds)
          await expireBookings(app)
        },
        arrive: (started) => arrive(app, started),
        decide: (started, choice) => decide(app, started, choice),
        cancel: async (id) => {
          const { version } = await bookingRow(app, id)
          await call(cancelBooking, { ...(await owner(app)).sent, id, body: { version, reason: 'They asked' } })
        },
        memberships: () => membershipsOf(app),
      })
    })
    afterEach(() => putBack())
  },
  'the browser': (use) => {
    let browser: KeepingBrowser
    beforeEach(() => {
      browser = new KeepingBrowser()
      saveSession({ email: 'demo@chautari.example', loggedInAt: new Date(browser.now).toISOString() })
      use({
        ledger: browserLedger,
        staff: browserStaff,
        pass: async (milliseconds) => {
          browser.now += milliseconds
        },
        arrive: async () => {},
        decide: async ({ next }, choice) => {
          if (next.kind !== 'simulated') throw new Error(`${next.kind} is not simulated`)
          const address = choice === 'pay' ? next.paid : next.refused
          return Object.fromEntries(new URL(address, 'http://localhost').searchParams)
        },
        cancel: async (id) => {
          const version = readAllBookings().find((booking) => booking.id === id)?.version ?? 0
          granted(await cancelSelected(id, { version, reason: 'They asked' }))
        },
        memberships: async () => readMembershipList(),
      })
    })
    afterEach(() => {
      for (const name of STORAGE_KEYS) deleteKey(name)
      browser.close()
    })
  },
}

const membershipsOf = async (app: App): Promise<MembershipFacts[]> =>
  (await rows(app.db.read, 'memberships')).map((row) => ({
    membershipType: row.membership_type,
    status: row.status,
    startDate: row.start_date,
    endDate: row.end_date,
    amount: row.amount,
    billingCycle: row.billing_cycle,
    locationId: row.location_id,
  }))

/** A request of the browser's is answered by the endpoint that it would reach; staff's with their cookie. */
const answeredFor =
  (signedIn: () => Promise<Record<string, string>>): typeof fetch =>
  async (address, init = {}) => {
    const url = new URL(String(address), OWN.origin)
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
          ...OWN,
        },
      })
      return Response.json(body, { status })
    }
    throw new Error(`nobody answers ${init.method} ${url.pathname}`)
  }
