import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kathmanduInstant } from '#domain/calendar.ts'
import {
  countMinutes,
  formatBoughtMinutes,
  formatRoomMinutes,
  getRoomCancellationEnd,
  getRoomHours,
  type Interval,
  isFree,
  isHalfHour,
  listBookableTimes,
  listBufferSlots,
  listFreeIntervals,
  listSlots,
} from '#domain/room.ts'
import { assertProperty } from '../support/property.ts'
import { day, hours, TODAY, time } from './business.ts'

const location = { openingHours: hours(['06:00', '22:00'], ['08:15', '19:45']) }
const room = { bookableHours: { open: time('08:00'), close: time('20:00') }, bufferMinutes: 30 }
const interval = (start: string, end: string): Interval => ({ start: time(start), end: time(end) })
/** Thursday. */
const DATE = day('2026-12-10')
const MORNING = kathmanduInstant(TODAY, time('07:00'))

/** The slots that reservations with their buffers take. */
const slotsOf = (...reservations: Interval[]) =>
  new Set(reservations.flatMap((reserved) => [...listSlots(reserved), ...listBufferSlots(reserved, room)]))
const free = (...reservations: Interval[]) =>
  listFreeIntervals(room, location, DATE, slotsOf(...reservations), MORNING).map(({ start, end }) => `${start}–${end}`)

test('a time is a half hour or not', () => {
  expect(['09:00', '09:30', '09:15', '09:01'].map((text) => isHalfHour(time(text)))).toEqual([true, true, false, false])
})

test('listSlots counts half hours from midnight', () => {
  expect(listSlots(interval('09:30', '11:00'))).toEqual([19, 20, 21])
  expect(countMinutes(interval('09:30', '11:00'))).toBe(90)
})

test('listBufferSlots ends with the day', () => {
  expect(listBufferSlots(interval('09:00', '10:00'), { bufferMinutes: 60 })).toEqual([20, 21])
  expect(listBufferSlots(interval('09:00', '10:00'), { bufferMinutes: 0 })).toEqual([])
  expect(listBufferSlots(interval('22:00', '23:30'), { bufferMinutes: 120 })).toEqual([47])
})

describe('getRoomHours', () => {
  test('returns the bookable hours within those of the day, at half hours', () => {
    expect(getRoomHours(room, location, DATE)).toEqual(interval('08:00', '20:00'))
    expect(getRoomHours(room, location, day('2026-12-12'))).toEqual(interval('08:30', '19:30'))
    expect(getRoomHours({}, location, DATE)).toEqual(interval('06:00', '22:00'))
  })

  test('follows closed days and other hours', () => {
    const on = (closed: { open: string; close: string } | null) => ({
      ...location,
      closures: [
        {
          from: DATE,
          to: DATE,
          reason: 'Udhauli',
          hours: closed && { open: time(closed.open), close: time(closed.close) },
        },
      ],
    })
    expect(getRoomHours(room, on(null), DATE)).toBeUndefined()
    expect(getRoomHours(room, on({ open: '10:00', close: '16:00' }), DATE)).toEqual(interval('10:00', '16:00'))
    expect(getRoomHours(room, on({ open: '06:00', close: '08:15' }), DATE)).toBeUndefined()
  })
})

describe('listFreeIntervals', () => {
  test('leaves the buffer after each reservation and before the next', () => {
    expect(free()).toEqual(['08:00–20:00'])
    expect(free(interval('10:00', '11:00'))).toEqual(['08:00–09:30', '11:30–20:00'])
    expect(free(interval('08:00', '09:00'), interval('10:00', '20:00'))).toEqual([])
    expect(free(interval('08:30', '09:00'), interval('10:30', '20:00'))).toEqual(['09:30–10:00'])
  })

  test('leaves out what has passed', () => {
    const at = (clock: string, date = TODAY) =>
      listFreeIntervals(room, location, date, new Set(), kathmanduInstant(TODAY, time(clock)))
    expect(at('07:00')).toEqual([interval('08:00', '20:00')])
    expect(at('09:29')).toEqual([interval('09:00', '20:00')])
    expect(at('09:30')).toEqual([interval('09:30', '20:00')])
    expect(at('20:00')).toEqual([])
    expect(at('12:00', day('2026-12-08'))).toEqual([])
  })

  test('offers exactly the reservations whose slots and buffer are free', () => {
    const anyInterval = fc
      .tuple(fc.integer({ min: 16, max: 39 }), fc.integer({ min: 1, max: 6 }))
      .map(([first, length]) => toInterval(first, Math.min(first + length, 40)))
    assertProperty(fc.array(anyInterval, { maxLength: 6 }), anyInterval, (wanted, next) => {
      const taken = new Set<number>()
      const slots = (reserved: Interval) => [...listSlots(reserved), ...listBufferSlots(reserved, room)]
      for (const reserved of wanted)
        if (slots(reserved).every((slot) => !taken.has(slot))) for (const slot of slots(reserved)) taken.add(slot)
      const offered = isFree(next, listFreeIntervals(room, location, DATE, taken, MORNING))
      expect(offered).toBe(slots(next).every((slot) => !taken.has(slot)))
    })
  })
})

const toInterval = (first: number, end: number): Interval => interval(toTime(first), toTime(end))
const toTime = (slot: number) => `${String(slot >> 1).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`

test('a reservation can be cancelled until two hours before', () => {
  expect(getRoomCancellationEnd(DATE, time('10:00'))).toBe(kathmanduInstant(DATE, time('08:00')))
})

test.each([
  [30, '30 minutes'],
  [60, '1 hour'],
  [90, '1.5 hours'],
  [480, '8 hours'],
])('formatRoomMinutes(%d) returns %s', (minutes, text) => expect(formatRoomMinutes(minutes)).toBe(text))

test.each([
  [30, '30 bought minutes'],
  [60, '1 bought hour'],
  [90, '1.5 bought hours'],
])('formatBoughtMinutes(%d) returns %s', (minutes, text) => expect(formatBoughtMinutes(minutes)).toBe(text))

test('listBookableTimes returns every time of the length that lies within a free interval', () => {
  const free = [
    { start: time('09:00'), end: time('10:30') },
    { start: time('12:00'), end: time('12:30') },
  ]
  expect(listBookableTimes(free, 60)).toEqual([
    { start: '09:00', end: '10:00' },
    { start: '09:30', end: '10:30' },
  ])
  expect(listBookableTimes(free, 30).map(({ start }) => start)).toEqual(['09:00', '09:30', '10:00', '12:00'])
  expect(listBookableTimes(free, 120)).toEqual([])
})
