import { expect, test } from 'vitest'
import { countOfferSeats, getOfferEnd } from '#domain/seat-offer.ts'
import { getCatalogue } from '#server/catalogue.ts'
import { kathmandu } from '../support/app.ts'
import { day } from './business.ts'

const DAY = day('2026-12-10')
const [KAUSIMAA] = getCatalogue().locations.filter(({ id }) => id === 'kausimaa')
if (!KAUSIMAA) throw new Error('Kausimaa is missing')

test.each([
  ['2026-12-08', '07:00', ['2026-12-08', '19:00']],
  ['2026-12-08', '20:59', ['2026-12-09', '08:59']],
  ['2026-12-09', '07:00', ['2026-12-09', '09:00']],
  ['2026-12-09', '20:30', ['2026-12-09', '22:30']],
  ['2026-12-10', '07:30', ['2026-12-10', '09:30']],
  ['2026-12-08', '06:59', undefined],
  ['2026-12-08', '21:00', undefined],
  ['2026-12-09', '00:00', undefined],
  ['2026-12-11', '09:00', undefined],
] as const)('an offer made on %s at %s ends at %s', (date, time, expected) => {
  const end = getOfferEnd(DAY, KAUSIMAA, kathmandu(date, time), 60)
  expect(end).toBe(expected && kathmandu(expected[0], expected[1]))
})

test('an offer ends when the sales of its day end, and none is made after them', () => {
  const { close } = KAUSIMAA.openingHours.thursday
  const salesEnd = kathmandu(DAY, close) - 60 * 60_000
  expect(getOfferEnd(DAY, KAUSIMAA, salesEnd - 60_000, 60)).toBe(salesEnd)
  expect(getOfferEnd(DAY, KAUSIMAA, salesEnd, 60)).toBeUndefined()
})

test.each([
  [1, 1],
  [19, 1],
  [20, 2],
  [80, 8],
])('of %i seats, offers hold at most %i', (seats, expected) => expect(countOfferSeats(seats)).toBe(expected))
