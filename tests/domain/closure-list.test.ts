import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { diffClosures, listNewlyClosedDays, readClosureEntries } from '#domain/closure-list.ts'
import { proposeGoodwill } from '#domain/goodwill.ts'
import { paisa } from '#domain/money.ts'
import { assertProperty } from '../support/property.ts'
import { day, time } from './business.ts'

type ClosureInput = Parameters<typeof readClosureEntries>[0][number]

const TODAY = day('2026-12-01')
const HOURS = { open: '10:00', close: '16:00' }

const input = (changes: Partial<ClosureInput> = {}): ClosureInput => ({
  locationId: null,
  from: '2026-12-10',
  to: '2026-12-11',
  reason: 'Udhauli',
  hours: null,
  ...changes,
})
const listed = (id: string, changes: Partial<ListedClosure> = {}): ListedClosure => ({
  id,
  locationId: null,
  from: day('2026-12-10'),
  to: day('2026-12-11'),
  reason: 'Udhauli',
  hours: null,
  ...changes,
})
const problemsOf = (list: ClosureInput[], current: ListedClosure[] = []) =>
  readClosureEntries(list, current, TODAY).problems

describe('readClosureEntries', () => {
  test('returns valid entries, with a reason on one line', () => {
    const list = [input({ reason: ' Udhauli \n Parva ' }), input({ id: 'a', locationId: 'kausimaa', hours: HOURS })]
    expect(readClosureEntries(list, [listed('a')], TODAY)).toEqual({
      entries: [
        { id: undefined, locationId: null, from: '2026-12-10', to: '2026-12-11', reason: 'Udhauli Parva', hours: null },
        { id: 'a', locationId: 'kausimaa', from: '2026-12-10', to: '2026-12-11', reason: 'Udhauli', hours: HOURS },
      ],
      problems: {},
    })
  })

  test.each<[string, Partial<ClosureInput>, Record<string, string>]>([
    ['an unknown id', { id: 'b' }, { '0.id': 'unknown' }],
    ['an unknown location', { locationId: 'thamel-hub' }, { '0.locationId': 'unknown_location' }],
    ['invalid dates', { from: '', to: '2026-02-30' }, { '0.from': 'not_a_date', '0.to': 'not_a_date' }],
    ['a first day in the past', { from: '2026-11-30' }, { '0.from': 'past' }],
    ['a last day before the first', { to: '2026-12-09' }, { '0.to': 'ends_before_it_starts' }],
    ['61 closed days', { to: '2027-02-08' }, { '0.to': 'closed_too_long' }],
    ['367 days with other hours', { to: '2027-12-11', hours: HOURS }, { '0.to': 'too_long' }],
    ['a reason of one character', { reason: ' x ' }, { '0.reason': 'reason' }],
    ['a reason of 61 characters', { reason: 'x'.repeat(61) }, { '0.reason': 'reason' }],
    ['an invalid time', { hours: { open: '10', close: '16:00' } }, { '0.hours': 'not_a_time' }],
    [
      'hours that end before they start',
      { hours: { open: '16:00', close: '16:00' } },
      { '0.hours': 'closes_before_it_opens' },
    ],
    ['hours of less than one hour', { hours: { open: '10:15', close: '11:10' } }, { '0.hours': 'open_too_short' }],
  ])('rejects %s', (_, changes, problems) => {
    expect(problemsOf([input(changes)], [listed('a')])).toEqual(problems)
  })

  test('accepts 60 closed days, and 366 with other hours', () => {
    expect(problemsOf([input({ to: '2027-02-07' })])).toEqual({})
    expect(problemsOf([input({ to: '2027-12-10', hours: HOURS })])).toEqual({})
  })

  test('accepts the first day of an entry that has started, but no other past day', () => {
    const running = listed('a', { from: day('2026-11-25') })
    expect(problemsOf([input({ id: 'a', from: '2026-11-25', to: '2026-12-20' })], [running])).toEqual({})
    expect(problemsOf([input({ id: 'a', from: '2026-11-24' })], [running])).toEqual({ '0.from': 'started' })
    expect(problemsOf([input({ id: 'a', from: '2026-11-25', to: '2026-11-30' })], [running])).toEqual({
      '0.to': 'past',
    })
  })

  test.each<[string, Partial<ClosureInput>, Record<string, string>]>([
    ['last day and reason', { to: '2026-12-20', reason: 'Painting' }, {}],
    ['first day', { from: '2026-12-01' }, { '0.from': 'started' }],
    ['location', { locationId: 'kausimaa' }, { '0.locationId': 'started' }],
    ['hours', { hours: HOURS }, { '0.hours': 'started' }],
  ])('accepts or rejects another %s of an entry that has started', (_, changes, problems) => {
    const running = listed('a', { from: day('2026-11-30') })
    expect(problemsOf([input({ id: 'a', from: '2026-11-30', ...changes })], [running])).toEqual(problems)
  })

  test('accepts another first day, location and hours of an entry that starts today', () => {
    const changes = { from: '2026-12-02', locationId: 'kausimaa', hours: HOURS }
    expect(problemsOf([input({ id: 'a', ...changes })], [listed('a', { from: TODAY })])).toEqual({})
  })

  test('rejects the later of two entries of one location that overlap', () => {
    const next = { from: '2026-12-11', to: '2026-12-12' }
    expect(problemsOf([input(), input(next)])).toEqual({ '1.from': 'overlaps' })
    expect(problemsOf([input(), input({ ...next, locationId: 'kausimaa' })])).toEqual({})
    expect(problemsOf([input(), input({ from: '2026-12-12', to: '2026-12-12' })])).toEqual({})
  })
})

test('readClosureEntries rejects an id that is sent twice', () => {
  const next = { id: 'a', from: '2026-12-24', to: '2026-12-24' }
  expect(problemsOf([input({ id: 'a' }), input(next)], [listed('a')])).toEqual({ '1.id': 'unknown' })
})

test('diffClosures returns added, changed and removed entries only', () => {
  const changed = listed('b', { reason: 'Painting' })
  expect(diffClosures([listed('a'), listed('b'), listed('c')], [listed('a'), changed, listed('d')])).toEqual([
    { id: 'b', before: listed('b'), after: changed },
    { id: 'c', before: listed('c'), after: null },
    { id: 'd', before: null, after: listed('d') },
  ])
})

describe('listNewlyClosedDays', () => {
  test('returns the days of each location that the list closes from today on', () => {
    const after = [
      listed('a', { from: day('2026-11-29'), to: day('2026-12-02') }),
      listed('b', {
        locationId: 'kausimaa',
        from: day('2026-12-02'),
        to: day('2026-12-02'),
        hours: { open: time('10:00'), close: time('16:00') },
      }),
      listed('c', { locationId: 'kausimaa', from: day('2026-12-04'), to: day('2026-12-04') }),
    ]
    const days = listNewlyClosedDays([], after, TODAY)
    expect(days.map(({ locationId }) => locationId)).toContain('jhamsikhel-loft')
    expect(days).toContainEqual({ locationId: 'dhobighat-hub', days: ['2026-12-01', '2026-12-02'] })
    expect(days).toContainEqual({ locationId: 'kausimaa', days: ['2026-12-01', '2026-12-04'] })
  })

  test('returns no day that was closed already', () => {
    const extended = listed('a', { to: day('2026-12-12') })
    const [first] = listNewlyClosedDays([listed('a')], [extended], TODAY)
    expect(first?.days).toEqual(['2026-12-12'])
    expect(listNewlyClosedDays([listed('a')], [listed('b', { reason: 'Tihar' })], TODAY)).toEqual([])
  })

  test('returns nothing for a list that does not change, or that opens days', () => {
    const anyEntry = fc
      .tuple(
        fc.integer({ min: -5, max: 40 }),
        fc.integer({ min: 0, max: 10 }),
        fc.constantFrom(null, 'kausimaa'),
        fc.boolean(),
      )
      .map(([start, length, locationId, opens]): ListedClosure => {
        const from = addDays(TODAY, start)
        const to: IsoDate = addDays(from, length)
        return listed(`${start}`, {
          from,
          to,
          locationId,
          ...(opens && { hours: { open: time('10:00'), close: time('16:00') } }),
        })
      })
    assertProperty(fc.array(anyEntry, { maxLength: 6 }), (list) => {
      expect(listNewlyClosedDays(list, list, TODAY)).toEqual([])
      expect(listNewlyClosedDays(list, [], TODAY)).toEqual([])
    })
  })
})

test('proposeGoodwill is the price of the closed days, rounded down to whole rupees', () => {
  const month = { from: day('2026-12-10'), to: day('2027-01-09') }
  expect(proposeGoodwill(paisa(950_000), month, 1)).toBe(30_600)
  expect(proposeGoodwill(paisa(950_000), month, 7)).toBe(214_500)
  expect(proposeGoodwill(paisa(950_000), month, 31)).toBe(950_000)
})
