import fc from 'fast-check'
import { cleanStores, type WritableAtom } from 'nanostores'
import { afterAll, expect, test } from 'vitest'
import { EMPTY_DRAFT } from '#domain/booking-draft.ts'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
import { $draft } from '#stores/booking/draft.ts'
import { $currentBooking, $returnedPaymentId } from '#stores/current-booking.ts'
import { FakeStorage } from '../support/edition-browser.ts'
import { replaceEnvironment } from '../support/environment.ts'

const storage = new FakeStorage()
afterAll(replaceEnvironment({ storage: storage.storage, tabStorage: new FakeStorage().storage }))

const draft = fc.record(
  Object.fromEntries(
    Object.entries({ ...EMPTY_DRAFT, locationId: 'kausimaa-coworking', planId: 'hot-desk' }).map(([name, value]) => [
      name,
      fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, fc.jsonValue()),
    ]),
  ),
  { requiredKeys: [] },
)
const currentBooking = fc.record({ bookingId: fc.jsonValue(), secret: fc.jsonValue(), paymentId: fc.jsonValue() })
const texts = fc.oneof(
  fc.string(),
  fc.json(),
  fc.oneof(draft, currentBooking).map((value) => JSON.stringify(value)),
)

/** Reads the store from this stored text. */
function readStore<Value>(store: WritableAtom<Value>, name: string, text: string): Value {
  storage.entries.set(name, text)
  const stop = store.listen(() => {})
  const value = store.get()
  stop()
  cleanStores(store)
  return value
}

test('$draft reads a valid draft from any stored text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = readStore($draft, 'booking-store', text)
      expect(Object.keys(read).toSorted()).toEqual(Object.keys(EMPTY_DRAFT).toSorted())
      expect(['', 'dhobighat-hub', 'kausimaa', 'jhamsikhel-loft', 'baluwatar-studios']).toContain(read.locationId)
      expect(read.addOns.every((id) => ADD_ON_IDS.includes(id))).toBe(true)
      expect(
        [read.meetingRoomHours, read.guestPasses].every((count) => Number.isSafeInteger(count) && count >= 0),
      ).toBe(true)
    }),
    { numRuns: 300 },
  )
  expect(readStore($draft, 'booking-store', '{"locationId":"kausimaa-coworking"}').locationId).toBe('kausimaa')
})

test('$currentBooking reads credentials or null from any stored text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = readStore($currentBooking, 'payment-store', text)
      expect(read === null || (typeof read.bookingId === 'string' && typeof read.secret === 'string')).toBe(true)
      const returned = readStore($returnedPaymentId, 'payment-return', text)
      expect(returned === null || typeof returned === 'string').toBe(true)
    }),
    { numRuns: 300 },
  )
})
