import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { ledger } from '#stores/ledger/browser/index.ts'
import { staffLedger as staff } from '#stores/ledger/browser/staff/index.ts'
import { KeepingBrowser } from '../support/kept.ts'
import { announceTransfer } from '../support/ledger.ts'
import { granted as told } from '../support/orders.ts'

const STAFF = { email: 'demo@chautari.example', password: 'chautari-demo' }
const MONTH = 950_000

let browser: KeepingBrowser
let today: IsoDate
let putBack = () => {}

beforeEach(async () => {
  browser = new KeepingBrowser()
  putBack = replaceEnvironment({
    address: () => new URL('http://localhost/admin'),
    randomId: () => randomBytes(16).toString('hex'),
  })
  today = kathmanduDate(browser.now)
  told(await staff.signIn(STAFF))
})
afterEach(() => {
  putBack()
  browser.close()
})

const announced = (firstName?: string, locationId?: string) => announceTransfer(ledger, today, firstName, locationId)
const rows = async () => told(await staff.bookings({})).items
const detail = async (id: string) => told(await staff.booking(id))

describe('the door', () => {
  test('one pair opens it; the address is trimmed and of any case', async () => {
    expect(await staff.readSignInStatus({})).toMatchObject({ value: { open: true } })
    await staff.signOut({})
    expect(await staff.readSignInStatus({})).toMatchObject({ value: { open: false } })
    for (const wrong of [
      { ...STAFF, password: 'Chautari-demo' },
      { ...STAFF, password: `${STAFF.password} ` },
      { ...STAFF, email: 'other@chautari.example' },
      { email: '', password: '' },
    ])
      expect(await staff.signIn(wrong)).toMatchObject({ ok: false, failure: { code: 'invalid_credentials' } })
    expect(browser.local.entries.has('admin_session_v1')).toBe(false)
    expect(told(await staff.signIn({ ...STAFF, email: ' Demo@chautari.example ' }))).toMatchObject({
      email: STAFF.email,
      role: 'owner',
    })
    expect(browser.local.read('admin_session_v1')).toEqual({
      email: STAFF.email,
      loggedInAt: new Date(browser.now).toISOString(),
    })
  })

  test('it stays shut, and says why, where the next page would not know who came in', async () => {
    await staff.signOut({})
    browser.local.state = 'full'
    expect(await staff.signIn(STAFF)).toMatchObject({ ok: true })
    await staff.signOut({})
    browser.tab.state = 'blocked'
    expect(await staff.signIn(STAFF)).toEqual({ ok: false, failure: { code: 'not_kept' } })
    expect(await staff.session({})).toMatchObject({ failure: { code: 'unauthorized' } })
  })

  test('without a session nothing is told and nothing done', async () => {
    const { bookingId } = await announced()
    const { version } = await detail(bookingId)
    await staff.signOut({})
    const reason = 'no session'
    const asked = [
      staff.session({}),
      staff.today({}),
      staff.stats({ from: today, to: today }),
      staff.day({ location: 'kausimaa', date: today }),
      staff.search({ q: 'maya' }),
      staff.bookings({}),
      staff.booking(bookingId),
      staff.confirmBooking(bookingId, { version, method: 'cash', reason }),
      staff.rejectBooking(bookingId, { version, reason }),
      staff.cancelBooking(bookingId, { version, reason }),
      staff.memberships({}),
      staff.prices({}),
      staff.savePrices({ version: 0, changes: {} }),
    ]
    for (const answer of await Promise.all(asked))
      expect(answer).toMatchObject({ ok: false, failure: { code: 'unauthorized' } })
    expect(browser.local.read('bookings')).toMatchObject([{ status: 'pending_verification' }])
  })

  test.each(['{}', '[]', '7', 'null', 'garbage', '{"email":7,"loggedInAt":"x"}', '{"email":"a@b.co"}'])(
    'a stored session of %s is none',
    async (stored) => {
      browser.local.entries.set('admin_session_v1', stored)
      expect(await staff.session({})).toMatchObject({ ok: false, failure: { code: 'unauthorized' } })
    },
  )
})

describe('what a browser keeps of it', () => {
  test('derives the counters from the list', async () => {
    const counters = () =>
      ['bookings_count', 'bookings_pending', 'bookings_revenue_npr'].map((name) => browser.local.read(name))
    const { bookingId } = await announced()
    expect(counters()).toEqual([1, 1, 0])
    const { version } = await detail(bookingId)
    const confirmed = told(await staff.confirmBooking(bookingId, { version, method: 'cash', reason: 'In the till' }))
    expect(counters()).toEqual([1, 0, 9_500])
    told(await staff.cancelBooking(bookingId, { version: confirmed.version, reason: 'They asked' }))
    expect(counters()).toEqual([1, 0, 0])
  })

  test('messages, which nobody can send here, are not counted', async () => {
    expect(told(await staff.today({})).waiting.messages).toBeNull()
  })

  test('saved prices are kept in paisa, and refused ones are not', async () => {
    const { version } = told(await staff.prices({}))
    await staff.savePrices({ version, changes: { 'kausimaa/explorer/daily': null } })
    expect(browser.local.entries.has('location_pricing')).toBe(false)
    told(await staff.savePrices({ version, changes: { 'dhobighat-hub/professional/monthly': 1_000_000 } }))
    expect(browser.local.read('location_pricing')).toContainEqual(
      expect.objectContaining({
        locationId: 'dhobighat-hub',
        prices: expect.objectContaining({ professional: { weekly: 250_000, monthly: 1_000_000, annual: 10_260_000 } }),
      }),
    )
  })
})

describe('memberships', () => {
  const record = (over: object = {}) => ({
    id: 'm1',
    customerName: 'Maya Gurung',
    email: 'maya@example.com',
    phone: '9800000000',
    membershipType: 'professional',
    status: 'active',
    startDate: addDays(today, -20),
    endDate: addDays(today, 10),
    amount: MONTH,
    billingCycle: 'monthly',
    locationId: 'kausimaa-coworking',
    autoRenew: false,
    createdAt: new Date(browser.now).toISOString(),
    updatedAt: new Date(browser.now).toISOString(),
    ...over,
  })

  test('what has run out is expired when the list is read, and written so', async () => {
    const past = record({ id: 'm2', endDate: addDays(today, -1) })
    browser.local.entries.set('memberships', JSON.stringify([record(), past]))
    const list = told(await staff.memberships({}))
    expect(list.items.map(({ membershipId, status }) => [membershipId, status])).toEqual([
      ['m2', 'expired'],
      ['m1', 'active'],
    ])
    expect(list).toMatchObject({ active: 1, ending: 1 })
    expect(browser.local.read('memberships')).toMatchObject([{ id: 'm1' }, { id: 'm2', status: 'expired' }])
    expect(told(await staff.memberships({ status: 'ending' })).items).toMatchObject([
      { membershipId: 'm1', locationId: 'kausimaa', renewalAmount: 800_000 },
    ])
  })

  test('any status can be set; what cannot be is refused; the tabs are told', async () => {
    browser.local.entries.set('memberships', JSON.stringify([record()]))
    let { version } = told(await staff.membership('m1'))
    for (const status of ['suspended', 'cancelled', 'pending', 'expired', 'active'] as const) {
      const row = told(await staff.changeMembership('m1', { version, status }))
      expect(row.status).toBe(status)
      version = row.version
    }
    expect(browser.local.read('membership_update')).toMatchObject({ id: 'm1' })
    expect(await staff.changeMembership('m1', { version, endDate: addDays(today, -30) })).toMatchObject({
      failure: { code: 'invalid', fields: { endDate: expect.any(String) } },
    })
    expect(await staff.changeMembership('m1', { version: version - 1, status: 'pending' })).toMatchObject({
      failure: { code: 'changed_meanwhile', current: { status: 'active' } },
    })
    expect(await staff.changeMembership('m9', { version, status: 'pending' })).toMatchObject({
      failure: { code: 'not_found' },
    })
  })
})

test('lists of anything are read as far as they can be', async () => {
  for (const garbage of ['garbage', '7', 'null', '{}', '[null, 7, {}, {"id": "x"}]', '"x"'])
    for (const name of ['bookings', 'memberships', 'location_pricing']) {
      browser.local.entries.set(name, garbage)
      expect(await rows()).toEqual([])
      expect(told(await staff.memberships({})).items).toEqual([])
      expect(told(await staff.prices({})).amounts['kausimaa/explorer/daily']).toBe(40_000)
      expect(told(await staff.today({})).waiting.verification.count).toBe(0)
    }
})
