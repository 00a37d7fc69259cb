import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOCATION_IDS } from '#domain/location.ts'
import {
  type BookingRecord,
  parseBookingRecord,
  readAllBookings,
  readBookingList,
  saveBooking,
} from '#stores/ledger/browser/booking-record.ts'
import { getBusiness } from '#stores/ledger/browser/business.ts'
import { readMembershipList, saveMembership } from '#stores/ledger/browser/membership-record.ts'
import { readStoredPrices, savePriceTables } from '#stores/ledger/browser/price-record.ts'
import {
  $unsavedKeys,
  deleteKey,
  readJson,
  STORAGE_KEYS,
  signalTabs,
  writeJson,
} from '#stores/ledger/browser/record-storage.ts'
import { deleteSession, readSession, saveSession } from '#stores/ledger/browser/session-record.ts'
import { KeepingBrowser } from '../support/kept.ts'

let browser: KeepingBrowser
beforeEach(() => {
  browser = new KeepingBrowser()
})
afterEach(() => {
  for (const name of STORAGE_KEYS) deleteKey(name)
  $unsavedKeys.set([])
  browser.close()
})

/** As other code may have written it: the required fields only. */
const BOOKING = {
  id: 'BK-1796282100000-7K2M',
  customerName: 'Asha Rai',
  email: 'asha@example.com',
  phone: '+9779841234567',
  locationName: 'Kausimaa',
  planName: 'Professional',
  amount: 800_000,
  status: 'confirmed',
  createdAt: '2026-12-01T04:15:00.000Z',
}
const MEMBERSHIP = {
  id: 'm-1',
  customerName: 'Asha Rai',
  email: 'asha@example.com',
  phone: '+9779841234567',
  membershipType: 'professional',
  status: 'active',
  startDate: '2026-12-10',
  endDate: '2027-01-10',
  amount: 800_000,
  billingCycle: 'monthly',
  locationId: 'kausimaa-coworking',
  autoRenew: false,
  createdAt: '2026-12-01T04:15:00.000Z',
  updatedAt: '2026-12-01T04:15:00.000Z',
}
const TABLE = {
  locationId: 'kausimaa-coworking',
  prices: { explorer: { daily: 1 }, professional: { monthly: 2, annual: 3 } },
}
const put = (name: string, value: unknown) => browser.local.entries.set(name, JSON.stringify(value))
function booking(more: Partial<BookingRecord> = {}): BookingRecord {
  const read = parseBookingRecord(BOOKING)
  if (!read) throw new Error('no booking')
  return { ...read, ...more }
}

describe('what was kept is read', () => {
  test('a booking with the required fields only', () => {
    put('bookings', [BOOKING])
    expect(readBookingList()).toMatchObject([{ ...BOOKING, seats: 0, payments: [], startDate: '', trial: false }])
  })

  test('a membership, its location by its older name', () => {
    put('memberships', [MEMBERSHIP])
    expect(readMembershipList()).toMatchObject([{ ...MEMBERSHIP, locationId: 'kausimaa' }])
  })

  test('prices under an older name, table by table', () => {
    const [, kausimaa] = getBusiness().catalogue.prices
    const changed = structuredClone(kausimaa) as NonNullable<typeof kausimaa>
    Object.assign(changed.prices.professional, { monthly: 810_000 })
    put('location_pricing', [{ ...changed, locationId: 'kausimaa-coworking' }, { locationId: 'dhobighat-hub' }])
    expect(readStoredPrices().map(({ prices }) => prices.professional.monthly)).toEqual([
      950_000, 810_000, 950_000, 950_000,
    ])
  })

  test('what one writes the other reads', () => {
    const written = booking({ id: 'one' })
    saveBooking(written)
    expect(readBookingList()).toEqual([written])
    savePriceTables(readStoredPrices())
    expect(readStoredPrices()).toEqual(getBusiness().catalogue.prices)
    saveSession({ email: 'staff@chautari.example', loggedInAt: '2026-12-01T04:15:00.000Z' })
    expect(browser.local.read('admin_session_v1')).toEqual({
      email: 'staff@chautari.example',
      loggedInAt: '2026-12-01T04:15:00.000Z',
    })
    expect(readSession()?.email).toBe('staff@chautari.example')
    deleteSession()
    expect(readSession()).toBeUndefined()
  })
})

describe('lists, counters and signals', () => {
  test('a hold is in no list, and tells nobody', () => {
    saveBooking(booking({ status: 'held' }))
    expect(readBookingList()).toEqual([])
    expect(readAllBookings()).toHaveLength(1)
    expect([...browser.local.entries.keys()]).toEqual(['booking-holds'])
  })

  test('paid or announced it is listed once, counted, and told to other tabs', () => {
    saveBooking(booking({ id: 'a', status: 'held' }))
    saveBooking(booking({ id: 'a', status: 'pending_verification' }))
    saveBooking(booking({ id: 'b', status: 'confirmed' }))
    expect(readAllBookings().map(({ id }) => id)).toEqual(['b', 'a'])
    expect(counters()).toEqual([2, 1, 8_000])
    expect(browser.local.read('booking_new')).toMatchObject({ id: 'b' })
    saveBooking(booking({ id: 'a', status: 'confirmed' }))
    expect(counters()).toEqual([2, 0, 16_000])
    expect(browser.local.read('booking_new')).toMatchObject({ id: 'b' })
    expect(browser.local.entries.has('booking-holds')).toBe(false)
  })

  test('a membership is new once, then it is an update', () => {
    put('memberships', [MEMBERSHIP])
    const [membership] = readMembershipList()
    if (!membership) throw new Error('no membership')
    deleteKey('memberships')
    saveMembership(membership)
    expect(browser.local.entries.has('membership_update')).toBe(false)
    saveMembership({ ...membership, status: 'suspended' })
    expect(readMembershipList().map(({ status }) => status)).toEqual(['suspended'])
    expect(browser.local.read('membership_update')).toMatchObject({ id: 'm-1' })
  })

  const counters = () =>
    ['bookings_count', 'bookings_pending', 'bookings_revenue_npr'].map((name) => browser.local.read(name))
})

describe('a browser that does not keep', () => {
  test('full: the tab keeps it, says so, and gives it back once there is room', () => {
    saveBooking(booking({ id: 'a' }))
    browser.local.state = 'full'
    saveBooking(booking({ id: 'b' }))
    expect($unsavedKeys.get()).toContain('bookings')
    expect(readBookingList().map(({ id }) => id)).toEqual(['b', 'a'])
    expect(browser.local.read('bookings')).toHaveLength(1)
    browser.local.state = 'open'
    saveBooking(booking({ id: 'c' }))
    expect(browser.local.read('bookings')).toHaveLength(3)
    expect([$unsavedKeys.get(), browser.tab.entries.size]).toEqual([[], 0])
  })

  test('blocked: it is said at the first look, and the page works on', () => {
    browser.local.state = 'blocked'
    browser.tab.state = 'blocked'
    expect(readBookingList()).toEqual([])
    expect($unsavedKeys.get()).toEqual(STORAGE_KEYS)
    const hold = booking({ status: 'held' })
    saveBooking(hold)
    expect(readAllBookings()).toEqual([hold])
    signalTabs('booking_new', 'a')
    deleteKey('booking-holds')
    expect(readAllBookings()).toEqual([])
  })
})

const READERS: Readonly<Record<string, () => unknown>> = {
  bookings: () => readBookingList(),
  'booking-holds': () => readAllBookings(),
  memberships: () => readMembershipList(),
  location_pricing: () => readStoredPrices(),
  admin_session_v1: () => readSession(),
  bookings_count: () => readJson('bookings_count'),
  bookings_revenue_npr: () => readJson('bookings_revenue_npr'),
  bookings_pending: () => readJson('bookings_pending'),
}

/** Nearly right: a record with some of its fields replaced by anything, or taken away. */
const spoilt = (record: object) =>
  fc
    .record(
      Object.fromEntries(
        Object.entries({ ...record, payments: [], lines: [], seats: 1, expiresAt: null }).map(([name, value]) => [
          name,
          fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, fc.jsonValue()),
        ]),
      ),
      { requiredKeys: [] },
    )
    .map((row) => JSON.stringify([row, row]))
const garbage = fc.oneof(
  fc.string(),
  fc.json(),
  spoilt(BOOKING),
  spoilt(MEMBERSHIP),
  spoilt({ ...TABLE, email: 'a@b.c', loggedInAt: 'x' }),
)
describe('garbage falls back and never throws', () => {
  test('every name of this edition has a reader here', () => {
    expect(Object.keys(READERS).toSorted()).toEqual([...STORAGE_KEYS].toSorted())
  })

  test.each(Object.keys(READERS))('%s', (name) => {
    fc.assert(
      fc.property(garbage, (text) => {
        browser.local.entries.set(name, text)
        READERS[name]?.()
        expect(readStoredPrices().map(({ locationId }) => locationId)).toEqual(LOCATION_IDS)
        // And what is written over it holds.
        saveBooking(booking({ id: 'after', status: 'confirmed' }))
        expect(readBookingList()[0]?.id).toBe('after')
        expect(browser.local.read('bookings_count')).toBe(readBookingList().length)
        browser.local.entries.clear()
      }),
      { numRuns: 200 },
    )
  })

  test('sums stay exact with as much as anybody can put there', () => {
    writeJson(
      'bookings',
      Array.from({ length: 6_000 }, (_, index) => ({ ...BOOKING, id: `${index}`, amount: 1e12 })),
    )
    expect(readBookingList()).toHaveLength(5_000)
    saveBooking(booking({ id: 'one more' }))
    expect(Number.isSafeInteger((browser.local.read('bookings_revenue_npr') as number) * 100)).toBe(true)
  })
})
