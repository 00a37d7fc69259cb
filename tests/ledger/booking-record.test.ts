import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
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
  type StorageKey,
  signalTabs,
  writeJson,
} from '#stores/ledger/browser/record-storage.ts'
import { deleteSession, readSession, saveSession } from '#stores/ledger/browser/session-record.ts'
import { EditionBrowser, STORAGE_KEYS } from '../support/edition-browser.ts'
import { membershipRecord } from '../support/ledger.ts'

let browser: EditionBrowser
beforeEach(() => {
  browser = new EditionBrowser()
  return () => {
    browser.close()
    $unsavedKeys.set([])
  }
})

/** Only the required fields. */
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
const MEMBERSHIP = membershipRecord()
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

describe('a stored record', () => {
  test('is read with the required fields only', () => {
    put('bookings', [BOOKING])
    expect(readBookingList()).toMatchObject([{ ...BOOKING, seats: 0, payments: [], startDate: '', trial: false }])
  })

  test('is read with the older name of a membership’s location', () => {
    put('memberships', [MEMBERSHIP])
    expect(readMembershipList()).toMatchObject([{ ...MEMBERSHIP, locationId: 'kausimaa' }])
  })

  test('is read table by table for prices with an older location name', () => {
    const [, kausimaa] = getBusiness().catalogue.prices
    const changed = structuredClone(kausimaa) as NonNullable<typeof kausimaa>
    Object.assign(changed.prices.professional, { monthly: 810_000 })
    put('location_pricing', [{ ...changed, locationId: 'kausimaa-coworking' }, { locationId: 'dhobighat-hub' }])
    expect(readStoredPrices().map(({ prices }) => prices.professional.monthly)).toEqual([
      950_000, 810_000, 950_000, 950_000,
    ])
  })

  test('is read as it was written', () => {
    const written = booking({ id: 'one' })
    saveBooking(written)
    expect(readBookingList()).toEqual([written])
    savePriceTables(readStoredPrices())
    expect(readStoredPrices()).toEqual(getBusiness().catalogue.prices)
    const session = { email: 'staff@chautari.example', loggedInAt: '2026-12-01T04:15:00.000Z' }
    saveSession(session)
    expect(browser.local.read('admin_session_v1')).toEqual(session)
    expect(readSession()?.email).toBe('staff@chautari.example')
    deleteSession()
    expect(readSession()).toBeUndefined()
  })
})

describe('lists, counters and signals of the browser edition', () => {
  test('leave out holds and send no signal for them', () => {
    saveBooking(booking({ status: 'held' }))
    expect(readBookingList()).toEqual([])
    expect(readAllBookings()).toHaveLength(1)
    expect([...browser.local.entries.keys()]).toEqual(['booking-holds'])
  })

  test('count a paid or announced booking once and signal it to other tabs', () => {
    saveBooking(booking({ id: 'a', status: 'held' }))
    saveBooking(booking({ id: 'a', status: 'pending_verification' }))
    saveBooking(booking({ id: 'b', status: 'confirmed' }))
    expect(readAllBookings().map(({ id }) => id)).toEqual(['b', 'a'])
    expect(browser.counters).toEqual([2, 1, 8_000])
    expect(browser.local.read('booking_new')).toMatchObject({ id: 'b' })
    saveBooking(booking({ id: 'a', status: 'confirmed' }))
    expect(browser.counters).toEqual([2, 0, 16_000])
    expect(browser.local.read('booking_new')).toMatchObject({ id: 'b' })
    expect(browser.local.entries.has('booking-holds')).toBe(false)
  })

  test('signal a membership as new once, then as updated', () => {
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
})

describe('a record store without storage', () => {
  test('stores in the tab while full and reports it until there is room', () => {
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

  test('reports blocked storage on the first read and works in memory', () => {
    browser.local.state = browser.tab.state = 'blocked'
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

const READERS: Readonly<Record<StorageKey, () => unknown>> = {
  bookings: () => readBookingList(),
  'booking-holds': () => readAllBookings(),
  memberships: () => readMembershipList(),
  location_pricing: () => readStoredPrices(),
  admin_session_v1: () => readSession(),
  bookings_count: () => readJson('bookings_count'),
  bookings_revenue_npr: () => readJson('bookings_revenue_npr'),
  bookings_pending: () => readJson('bookings_pending'),
}

/** A record with some fields replaced or removed. */
const corrupted = (record: object) =>
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
  corrupted(BOOKING),
  corrupted(MEMBERSHIP),
  corrupted({ ...TABLE, email: 'a@b.c', loggedInAt: 'x' }),
)
describe('invalid stored text', () => {
  test.each(STORAGE_KEYS)('is replaced by defaults under %s', (name) => {
    fc.assert(
      fc.property(garbage, (text) => {
        browser.local.entries.set(name, text)
        READERS[name]()
        expect(readStoredPrices().map(({ locationId }) => locationId)).toEqual(LOCATION_IDS)
        // It can be overwritten.
        saveBooking(booking({ id: 'after', status: 'confirmed' }))
        expect(readBookingList()[0]?.id).toBe('after')
        expect(browser.local.read('bookings_count')).toBe(readBookingList().length)
        browser.local.entries.clear()
      }),
      { numRuns: 200 },
    )
  })

  test('keeps sums exact with as many records as fit', () => {
    const records = Array.from({ length: 6_000 }, (_, index) => ({ ...BOOKING, id: `${index}`, amount: 1e12 }))
    writeJson('bookings', records)
    expect(readBookingList()).toHaveLength(5_000)
    saveBooking(booking({ id: 'one more' }))
    expect(Number.isSafeInteger((browser.local.read('bookings_revenue_npr') as number) * 100)).toBe(true)
  })
})
