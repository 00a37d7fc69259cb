import { describe, expect, test } from 'vitest'
import { findEntry } from '#contract/content/entries.ts'
import type { ClockTime } from '#domain/calendar.ts'
import { type ListedClosure, withClosures } from '#domain/closure.ts'
import { listClosures } from '#domain/closure-ranges.ts'
import { getShownClosures, listSpecialHours, listYearOfClosures } from '#domain/closure-text.ts'
import { business, day } from './business.ts'

const entry = (from: string, to = from, changes: Partial<ListedClosure> = {}): ListedClosure => ({
  id: from,
  locationId: null,
  from: day(from),
  to: day(to),
  reason: 'Tihar',
  hours: null,
  ...changes,
})
const HOURS = { open: '10:00' as ClockTime, close: '16:00' as ClockTime }
const kausimaa = findEntry(business.locations, 'kausimaa')
const NOVEMBER = { from: day('2026-11-01'), to: day('2026-11-30') }
const listed = (...list: ListedClosure[]) => withClosures([kausimaa], list).flatMap((at) => listClosures(at, NOVEMBER))

describe('listClosures', () => {
  test('returns the days as they apply, in order, within the range', () => {
    const own = { locationId: 'kausimaa', reason: 'Puja', hours: HOURS }
    expect(
      listed(
        entry('2026-11-29', '2026-12-03'),
        entry('2026-11-09', '2026-11-12'),
        entry('2026-11-10', '2026-11-10', own),
      ),
    ).toEqual([
      { from: '2026-11-09', to: '2026-11-09', reason: 'Tihar', hours: null },
      { from: '2026-11-10', to: '2026-11-10', reason: 'Puja', hours: HOURS },
      { from: '2026-11-11', to: '2026-11-12', reason: 'Tihar', hours: null },
      { from: '2026-11-29', to: '2026-11-30', reason: 'Tihar', hours: null },
    ])
  })

  test('joins consecutive days that are alike, and no others', () => {
    const days = listed(
      entry('2026-11-08'),
      entry('2026-11-09'),
      entry('2026-11-10', '2026-11-10', { hours: HOURS }),
      entry('2026-11-12'),
    )
    expect(days.map(({ from, to }) => `${from} ${to}`)).toEqual([
      '2026-11-08 2026-11-09',
      '2026-11-10 2026-11-10',
      '2026-11-12 2026-11-12',
    ])
  })
})

test('listYearOfClosures returns those of the next 12 months that apply to the location', () => {
  const elsewhere = entry('2026-12-01', '2026-12-01', { locationId: 'dhobighat-hub' })
  const list = [entry('2026-11-08', '2026-11-12'), elsewhere, entry('2027-11-01', '2027-11-15')]
  expect(listYearOfClosures(kausimaa, list, day('2026-11-10'))).toMatchObject([
    { from: '2026-11-10', to: '2026-11-12' },
    { from: '2027-11-01', to: '2027-11-10' },
  ])
})

test('listSpecialHours returns closed days as open for no time, and the other hours of a location', () => {
  const list = [
    entry('2026-11-08', '2026-11-10'),
    entry('2026-11-12', '2026-11-12', { locationId: 'kausimaa', hours: HOURS }),
    entry('2026-11-14', '2026-11-14', { locationId: 'dhobighat-hub' }),
  ]
  expect(listSpecialHours(kausimaa, list, day('2026-11-01'))).toEqual([
    { validFrom: '2026-11-08', validThrough: '2026-11-10', opens: '00:00', closes: '00:00' },
    { validFrom: '2026-11-12', validThrough: '2026-11-12', opens: '10:00', closes: '16:00' },
  ])
})

describe('getShownClosures', () => {
  const locations = [...business.locations, { ...kausimaa, id: 'baluwatar-studios', status: 'Coming Soon' }]
  const shown = (time: string, ...list: ListedClosure[]) =>
    getShownClosures(withClosures(locations, list), Date.parse(`${time}+05:45`))

  test('has empty texts for every location without closures, so that pages drop old ones', () => {
    const texts = shown('2026-11-01T12:00:00')
    expect(Object.keys(texts)).toHaveLength(2 * locations.length)
    expect(new Set(Object.values(texts))).toEqual(new Set(['']))
  })

  test('names the closed days of the next 60 days, from today on', () => {
    const list = [
      entry('2026-11-01', '2026-11-08'),
      entry('2026-11-10', '2026-11-11'),
      entry('2026-11-20', '2026-11-20', { hours: HOURS }),
      entry('2026-11-30', '2026-12-02', { reason: 'Painting' }),
      entry('2026-12-24', '2026-12-24', { locationId: 'kausimaa', reason: 'Udhauli' }),
      entry('2027-01-08'),
    ]
    const texts = shown('2026-11-08T12:00:00', ...list)
    expect(texts['kausimaa/closures']).toBe(
      'Closed 8 Nov (Tihar), 10 – 11 Nov (Tihar), 30 Nov – 2 Dec (Painting), 24 Dec (Udhauli)',
    )
    expect(texts['dhobighat-hub/closures']).toBe('Closed 8 Nov (Tihar), 10 – 11 Nov (Tihar), 30 Nov – 2 Dec (Painting)')
    // It has no opening hours yet.
    expect(texts['baluwatar-studios/closures']).toBe('')
    expect(texts['baluwatar-studios/status']).toBe('')
  })

  test.each([
    ['2026-11-08T12:00:00', 'Closed today: Tihar'],
    ['2026-11-09T12:00:00', 'Open today 10:00–16:00: Ghatasthapana'],
    ['2026-11-10T12:00:00', ''],
    // The usual status would name tomorrow's usual opening time.
    ['2026-11-07T17:59:00', ''],
    ['2026-11-07T18:00:00', 'Closed tomorrow: Tihar'],
    ['2026-11-08T18:00:00', 'Open tomorrow 10:00–16:00: Ghatasthapana'],
    ['2026-11-09T15:59:00', 'Open today 10:00–16:00: Ghatasthapana'],
    // The usual status would be "Open now" until 18:00.
    ['2026-11-09T16:00:00', 'Closed today at 16:00: Ghatasthapana'],
    ['2026-11-09T17:59:00', 'Closed today at 16:00: Ghatasthapana'],
    ['2026-11-09T18:00:00', ''],
    ['2026-11-12T19:59:00', 'Open today 10:00–20:00: Book fair'],
    ['2026-11-12T20:00:00', ''],
  ])('the status at %s is "%s"', (time, status) => {
    const lateHours = { ...HOURS, close: '20:00' as ClockTime }
    const list = [
      entry('2026-11-08'),
      entry('2026-11-09', '2026-11-09', { hours: HOURS, reason: 'Ghatasthapana' }),
      entry('2026-11-12', '2026-11-12', { hours: lateHours, reason: 'Book fair' }),
    ]
    expect(shown(time, ...list)['kausimaa/status']).toBe(status)
  })
})
