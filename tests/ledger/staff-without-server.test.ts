import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { ledger } from '#stores/ledger/browser/index.ts'
import { staffLedger } from '#stores/ledger/browser/staff/index.ts'
import { EditionBrowser } from '../support/edition-browser.ts'
import type { SharedStaffLedger } from '../support/editions.ts'
import { replaceEnvironment } from '../support/environment.ts'
import { announceTransfer, membershipRecord } from '../support/ledger.ts'
import { granted } from '../support/orders.ts'

const staff: SharedStaffLedger = staffLedger

const STAFF = { email: 'demo@chautari.example', password: 'chautari-demo' }

let browser: EditionBrowser
let today: IsoDate

beforeEach(async () => {
  browser = new EditionBrowser()
  const restore = replaceEnvironment({
    address: () => new URL('http://localhost/admin'),
    randomId: () => randomBytes(16).toString('hex'),
  })
  today = kathmanduDate(browser.now)
  granted(await staff.signIn(STAFF))
  return () => {
    restore()
    browser.close()
  }
})

const announced = (firstName?: string, locationId?: string) => announceTransfer(ledger, today, firstName, locationId)
const rows = async () => granted(await staff.bookings({})).items
const announcedDetail = async () => granted(await staff.booking((await announced()).bookingId))

describe('the session of the browser edition', () => {
  test('accepts one pair, with the email trimmed and in any case', async () => {
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
    const { email } = STAFF
    const signedIn = granted(await staff.signIn({ ...STAFF, email: ' Demo@chautari.example ' }))
    expect(signedIn).toMatchObject({ email, role: 'owner' })
    const loggedInAt = new Date(browser.now).toISOString()
    expect(browser.local.read('admin_session_v1')).toEqual({ email, loggedInAt })
  })

  test('is rejected with the reason when the browser cannot store it', async () => {
    await staff.signOut({})
    browser.local.state = 'full'
    expect(await staff.signIn(STAFF)).toMatchObject({ ok: true })
    await staff.signOut({})
    browser.tab.state = 'blocked'
    expect(await staff.signIn(STAFF)).toEqual({ ok: false, failure: { code: 'session_not_stored' } })
    expect(await staff.session({})).toMatchObject({ failure: { code: 'unauthorized' } })
  })

  test('is required for every call', async () => {
    const { bookingId, version } = await announcedDetail()
    await staff.signOut({})
    const reason = 'no session'
    const calls = [
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
    for (const outcome of await Promise.all(calls))
      expect(outcome).toMatchObject({ ok: false, failure: { code: 'unauthorized' } })
    expect(browser.local.read('bookings')).toMatchObject([{ status: 'pending_verification' }])
  })

  const INVALID = ['{}', '[]', '7', 'null', 'garbage', '{"email":7,"loggedInAt":"x"}', '{"email":"a@b.co"}']
  test.each(INVALID)('is invalid when storage holds %s', async (stored) => {
    browser.local.entries.set('admin_session_v1', stored)
    expect(await staff.session({})).toMatchObject({ ok: false, failure: { code: 'unauthorized' } })
  })
})

describe('the storage of the browser edition', () => {
  test('has counters derived from the list, and none of messages, which cannot be sent', async () => {
    expect(granted(await staff.today({})).waiting.messages).toBeNull()
    const { bookingId, version } = await announcedDetail()
    expect(browser.counters).toEqual([1, 1, 0])
    const confirmed = granted(await staff.confirmBooking(bookingId, { version, method: 'cash', reason: 'In the till' }))
    expect(browser.counters).toEqual([1, 0, 9_500])
    granted(await staff.cancelBooking(bookingId, { version: confirmed.version, reason: 'They asked' }))
    expect(browser.counters).toEqual([1, 0, 0])
  })

  test('holds saved prices in paisa and no rejected ones', async () => {
    const { version } = granted(await staff.prices({}))
    await staff.savePrices({ version, changes: { 'kausimaa/explorer/daily': null } })
    expect(browser.local.entries.has('location_pricing')).toBe(false)
    granted(await staff.savePrices({ version, changes: { 'dhobighat-hub/professional/monthly': 1_000_000 } }))
    expect(browser.local.read('location_pricing')).toContainEqual(
      expect.objectContaining({
        locationId: 'dhobighat-hub',
        prices: expect.objectContaining({ professional: { weekly: 250_000, monthly: 1_000_000, annual: 10_260_000 } }),
      }),
    )
  })
})

describe('the memberships of the browser edition', () => {
  const record = (over: object = {}) =>
    membershipRecord({ id: 'm1', startDate: addDays(today, -20), endDate: addDays(today, 10), ...over })

  test('expire when the list is read', async () => {
    const past = record({ id: 'm2', endDate: addDays(today, -1) })
    browser.local.entries.set('memberships', JSON.stringify([record(), past]))
    const list = granted(await staff.memberships({}))
    expect(list.items.map(({ membershipId, status }) => [membershipId, status])).toEqual([
      ['m2', 'expired'],
      ['m1', 'active'],
    ])
    expect(list).toMatchObject({ active: 1, ending: 1, starting: 0 })
    expect(browser.local.read('memberships')).toMatchObject([{ id: 'm1' }, { id: 'm2', status: 'expired' }])
    expect(granted(await staff.memberships({ status: 'ending' })).items).toMatchObject([
      { membershipId: 'm1', locationId: 'kausimaa', renewalAmount: 800_000 },
    ])
  })

  test('accept any status, reject invalid changes and signal other tabs', async () => {
    browser.local.entries.set('memberships', JSON.stringify([record()]))
    let { version } = granted(await staff.membership('m1'))
    for (const status of ['suspended', 'cancelled', 'pending', 'expired', 'active'] as const) {
      const row = granted(await staff.changeMembership('m1', { version, status }))
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

test('the browser edition reads the valid records of any stored list', async () => {
  for (const garbage of ['garbage', '7', 'null', '{}', '[null, 7, {}, {"id": "x"}]', '"x"'])
    for (const name of ['bookings', 'memberships', 'location_pricing']) {
      browser.local.entries.set(name, garbage)
      expect(await rows()).toEqual([])
      expect(granted(await staff.memberships({})).items).toEqual([])
      expect(granted(await staff.prices({})).amounts['kausimaa/explorer/daily']).toBe(40_000)
      expect(granted(await staff.today({})).waiting.verification.count).toBe(0)
    }
})
