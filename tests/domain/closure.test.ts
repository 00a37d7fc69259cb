import { describe, expect, test } from 'vitest'
import { findClosedReason, findClosure, type ListedClosure, withClosures } from '#domain/closure.ts'
import { day, time } from './business.ts'

const entry = (from: string, to: string, more: Partial<ListedClosure> = {}): ListedClosure => ({
  id: from,
  locationId: null,
  from: day(from),
  to: day(to),
  reason: 'Tihar',
  hours: null,
  ...more,
})
const short = { hours: { open: time('10:00'), close: time('16:00') } }

describe('withClosures', () => {
  const list = [
    entry('2026-11-08', '2026-11-08'),
    entry('2026-11-10', '2026-11-11', { locationId: 'kausimaa', reason: 'Painting' }),
    entry('2026-11-11', '2026-11-12', { reason: 'Bhai Tika' }),
  ]
  const locations = withClosures([{ id: 'kausimaa' }, { id: 'dhobighat-hub' }], list)

  test('adds the entries of a location before those of every location', () => {
    expect(locations.map(({ id, closures }) => [id, closures.map(({ reason }) => reason)])).toEqual([
      ['kausimaa', ['Painting', 'Tihar', 'Bhai Tika']],
      ['dhobighat-hub', ['Tihar', 'Bhai Tika']],
    ])
  })

  test('lets the entry of a location decide a day that is in both', () => {
    const [kausimaa = {}, hub = {}] = locations
    expect(findClosedReason(kausimaa, day('2026-11-11'))).toBe('Painting')
    expect(findClosedReason(hub, day('2026-11-11'))).toBe('Bhai Tika')
    const [opened = {}] = withClosures(
      [{ id: 'kausimaa' }],
      [...list, entry('2026-11-08', '2026-11-08', { ...short, locationId: 'kausimaa' })],
    )
    expect(findClosedReason(opened, day('2026-11-08'))).toBeUndefined()
  })
})

test('findClosure includes the first and the last day', () => {
  const closures = [entry('2026-11-10', '2026-11-11')]
  const found = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12'].map((date) =>
    findClosure({ closures }, day(date)),
  )
  expect(found).toEqual([undefined, closures[0], closures[0], undefined])
  expect(findClosure({}, day('2026-11-10'))).toBeUndefined()
})

test('findClosedReason returns nothing for a day with other hours', () => {
  const closures = [entry('2026-11-10', '2026-11-10', short)]
  expect(findClosedReason({ closures }, day('2026-11-10'))).toBeUndefined()
})
