import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, kathmanduDate, kathmanduInstant } from '#domain/calendar.ts'
import { listTourSlots, TOURS_PER_SLOT, tourReference } from '#domain/tour.ts'
import { type TourRequest, tourProblems } from '#domain/tour-request.ts'
import { assertProperty } from '../support/property.ts'
import { anyTime, day, hours, TODAY, time } from './business.ts'

const openingHours = hours(['08:00', '20:00'], ['08:00', '20:00'])
const offering = (from: string, to: string) => ({
  openingHours,
  tours: { hours: { from: time(from), to: time(to) } },
})
const location = offering('10:00', '12:00')
const MORNING = kathmanduInstant(TODAY, time('08:00'))

test('two tours can start at the same time', () => expect(TOURS_PER_SLOT).toBe(2))

describe('listTourSlots', () => {
  const slots = (date: string, now = MORNING) => listTourSlots(location, day(date), now)
  const all = ['10:00', '10:30', '11:00', '11:30']

  test('returns every half hour whose tour ends within the hours', () => {
    expect(slots('2026-12-10')).toEqual(all)
    expect(slots('2026-12-09')).toEqual(all)
    expect(listTourSlots(offering('10:00', '10:30'), TODAY, MORNING)).toEqual(['10:00'])
  })

  test('returns none on a closed day, and those within the other hours of a day', () => {
    const [closed, short] = [day('2026-12-10'), day('2026-12-11')]
    const closures = [
      { from: closed, to: closed, reason: 'Udhauli', hours: null },
      { from: short, to: short, reason: 'Staff day', hours: { open: time('11:00'), close: time('16:00') } },
    ]
    expect(listTourSlots({ ...location, closures }, closed, MORNING)).toEqual([])
    expect(listTourSlots({ ...location, closures }, short, MORNING)).toEqual(['11:00', '11:30'])
  })

  test('leaves 60 minutes before a tour', () => {
    const at = (clock: string) => slots('2026-12-09', kathmanduInstant(TODAY, time(clock)))
    expect(at('09:00')).toEqual(all)
    expect(at('09:01')).toEqual(all.slice(1))
    expect(at('10:30')).toEqual(['11:30'])
    expect(at('10:31')).toEqual([])
  })

  test('returns none for a day that is over, or more than 30 days ahead', () => {
    expect(slots('2026-12-08')).toEqual([])
    expect(slots('2027-01-08')).toEqual(all)
    expect(slots('2027-01-09')).toEqual([])
  })

  test('returns none where no tours are offered', () => {
    expect(listTourSlots({ openingHours }, day('2026-12-10'), MORNING)).toEqual([])
  })

  test('leaves out tours that start before opening or end after closing', () => {
    const short = { ...location, openingHours: hours(['10:30', '11:30'], ['10:15', '11:45']) }
    expect(listTourSlots(short, day('2026-12-10'), MORNING)).toEqual(['10:30', '11:00'])
    // A Saturday.
    expect(listTourSlots(short, day('2026-12-12'), MORNING)).toEqual(['10:30', '11:00'])
  })

  test('returns only full and half hours within the hours and at least an hour ahead', () => {
    const halfHours = fc.integer({ min: 0, max: 47 }).map((half) => time(toClock(half * 30)))
    assertProperty(halfHours, halfHours, fc.integer({ min: -2, max: 32 }), anyTime, (from, to, ahead, clock) => {
      if (from >= to) return
      const now = kathmanduInstant(TODAY, clock)
      const date = addDays(TODAY, ahead)
      for (const slot of listTourSlots(offering(from, to), date, now)) {
        expect(slot).toMatch(/:[03]0$/)
        expect(slot >= from).toBe(true)
        const start = kathmanduInstant(date, slot)
        expect(start).toBeGreaterThanOrEqual(kathmanduInstant(date, time('08:00')))
        expect(start + 30 * 60_000).toBeLessThanOrEqual(kathmanduInstant(date, time('20:00')))
        expect(start + 30 * 60_000).toBeLessThanOrEqual(kathmanduInstant(date, to))
        expect(start).toBeGreaterThanOrEqual(now + 3_600_000)
      }
    })
  })
})

const toClock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)

describe('tourProblems', () => {
  const locations = [
    { id: 'kausimaa', ...location },
    { id: 'jhamsikhel-loft', openingHours },
  ]
  const request: TourRequest = {
    locationId: 'kausimaa',
    date: '2026-12-10',
    time: '10:30',
    name: 'Nisha Karki',
    phone: '984-1234567',
    email: 'nisha@hamroyatra.example',
  }

  test.each<[string, Partial<TourRequest>, object]>([
    ['a complete request', {}, {}],
    ['a former location id', { locationId: 'kausimaa-coworking' }, {}],
    ['a phone without an email', { email: '' }, {}],
    ['an email without a phone', { phone: '' }, {}],
    ['neither phone nor email', { phone: ' ', email: '' }, { phone: 'missing' }],
    ['an invalid phone', { phone: '123' }, { phone: 'not_a_phone' }],
    ['a name with a web address', { name: 'Win at www.evil.example' }, { name: 'has_link' }],
    ['an invalid email', { phone: '', email: 'nisha@' }, { email: 'not_an_email' }],
    ['no name', { name: ' \n' }, { name: 'missing' }],
    ['a name of 120 characters', { name: 'n'.repeat(120) }, {}],
    ['a name of 121 characters', { name: 'n'.repeat(121) }, { name: 'text_too_long' }],
    ['no location', { locationId: '' }, { locationId: 'missing' }],
    ['a location without tours', { locationId: 'jhamsikhel-loft' }, { locationId: 'unavailable' }],
    ['an unknown location', { locationId: 'thamel-hub' }, { locationId: 'unavailable' }],
    ['no date', { date: '' }, { date: 'not_a_date' }],
    ['a date that does not exist', { date: '2026-12-32' }, { date: 'not_a_date' }],
    ['yesterday', { date: '2026-12-08' }, { date: 'in_past', time: 'unavailable' }],
    ['a day 30 days ahead', { date: '2027-01-08' }, {}],
    ['a day 31 days ahead', { date: '2027-01-09' }, { date: 'too_far', time: 'unavailable' }],
    ['no time', { time: '' }, { time: 'missing' }],
    ['a time between slots', { time: '10:15' }, { time: 'unavailable' }],
    ['a time at the end of the hours', { time: '12:00' }, { time: 'unavailable' }],
    ['a word instead of a time', { time: 'noon' }, { time: 'unavailable' }],
  ])('of %s', (_, over, problems) => {
    expect(tourProblems({ ...request, ...over }, locations, MORNING)).toEqual(problems)
  })

  test('accepts exactly the slots', () => {
    assertProperty(anyTime, anyTime, (chosen, clock) => {
      const now = kathmanduInstant(TODAY, clock)
      const date = kathmanduDate(now)
      const isSlot = listTourSlots(location, date, now).includes(chosen)
      expect(tourProblems({ ...request, date, time: chosen }, locations, now)).toEqual(
        isSlot ? {} : { time: 'unavailable' },
      )
    })
  })
})

test('tourReference returns the time and four letters or digits', () => {
  expect(tourReference(1_765_240_000_000, [0, 9, 30, 31])).toBe('TR-1765240000000-2BYZ')
})
