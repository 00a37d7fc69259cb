import fc from 'fast-check'
import { cleanStores, type WritableAtom } from 'nanostores'
import { afterAll, expect, test } from 'vitest'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
import { EMPTY_DRAFT } from '#domain/draft.ts'
import { $draft } from '#stores/booking/draft.ts'
import { $currentBooking } from '#stores/current-booking.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { $returnedPaymentId } from '#stores/payment/gateway-return.ts'
import { KeptStorage } from '../support/kept.ts'

const kept = new KeptStorage()
afterAll(replaceEnvironment({ storage: kept.storage, tabStorage: new KeptStorage().storage }))

const draft = fc.record(
  Object.fromEntries(
    Object.entries({ ...EMPTY_DRAFT, locationId: 'kausimaa-coworking', planId: 'hot-desk' }).map(([name, value]) => [
      name,
      fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, fc.jsonValue()),
    ]),
  ),
  { requiredKeys: [] },
)
const handle = fc.record({ bookingId: fc.jsonValue(), secret: fc.jsonValue(), paymentId: fc.jsonValue() })
const texts = fc.oneof(
  fc.string(),
  fc.json(),
  fc.oneof(draft, handle).map((value) => JSON.stringify(value)),
)

/** What a page that is opened over this text makes of it. */
function opened<Value>(store: WritableAtom<Value>, name: string, text: string): Value {
  kept.entries.set(name, text)
  const stop = store.listen(() => {})
  const value = store.get()
  stop()
  cleanStores(store)
  return value
}

test('any text where the draft is kept is a draft', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = opened($draft, 'booking-store', text)
      expect(Object.keys(read).toSorted()).toEqual(Object.keys(EMPTY_DRAFT).toSorted())
      expect(['', 'dhobighat-hub', 'kausimaa', 'jhamsikhel-loft', 'baluwatar-studios']).toContain(read.locationId)
      expect(read.addOns.every((id) => ADD_ON_IDS.includes(id))).toBe(true)
      expect(
        [read.meetingRoomHours, read.guestPasses].every((count) => Number.isSafeInteger(count) && count >= 0),
      ).toBe(true)
    }),
    { numRuns: 300 },
  )
  expect(opened($draft, 'booking-store', '{"locationId":"kausimaa-coworking"}').locationId).toBe('kausimaa')
})

test('any text where a booking is remembered is a handle or none', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = opened($currentBooking, 'payment-store', text)
      expect(read === null || (typeof read.bookingId === 'string' && typeof read.secret === 'string')).toBe(true)
      const returned = opened($returnedPaymentId, 'payment-return', text)
      expect(returned === null || typeof returned === 'string').toBe(true)
    }),
    { numRuns: 300 },
  )
})
