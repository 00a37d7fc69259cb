import { describe, expect, test } from 'vitest'
import { kathmanduInstant } from '#domain/calendar.ts'
import { dayPassHours } from '#domain/day-pass.ts'
import {
  closingInstant,
  hoursOn,
  isComingSoon,
  isOpenAt,
  LOCATION_IDS,
  listTimes,
  parseLocationId,
} from '#domain/location.ts'
import { TRIAL_PAYMENT } from '#domain/payment.ts'
import { assertProperty } from '../support/property.ts'
import { anyTime, day, hours, time } from './business.ts'

const hub = { openingHours: hours(['06:00', '22:00'], ['08:00', '20:00']) }

test('parseLocationId reads four ids and one alias', () => {
  expect(LOCATION_IDS).toEqual(['dhobighat-hub', 'kausimaa', 'jhamsikhel-loft', 'baluwatar-studios'])
  expect(LOCATION_IDS.map(parseLocationId)).toEqual([...LOCATION_IDS])
  for (const name of ['kausimaa-coworking', 'Kausimaa', 'Kausimaa-Coworking'])
    expect(parseLocationId(name)).toBe('kausimaa')
})

test.each(['', 'thamel-hub', TRIAL_PAYMENT.locationLabel, 'toString', '__proto__', null, 3, ['kausimaa']])(
  'parseLocationId rejects "%s"',
  (value) => expect(parseLocationId(value)).toBeUndefined(),
)

test.each([
  ['Coming Soon', true],
  ['Reserved for 6 months', false],
  ['Available', false],
])('isComingSoon of the status %s returns %s', (status, isSoon) => expect(isComingSoon({ status })).toBe(isSoon))

test('hoursOn returns the hours of the weekday', () => {
  expect(hoursOn(hub, day('2026-12-10'))).toEqual({ open: '06:00', close: '22:00' })
  expect(hoursOn(hub, day('2026-12-12'))).toEqual({ open: '08:00', close: '20:00' })
  expect(hoursOn(hub, day('2026-12-13'))).toEqual({ open: '08:00', close: '20:00' })
})

test.each([
  ['2026-12-10T00:14:59Z', false],
  ['2026-12-10T00:15:00Z', true],
  ['2026-12-10T16:14:59Z', true],
  ['2026-12-10T16:15:00Z', false],
  // Friday evening in Kathmandu is open, Saturday at the same time is not.
  ['2026-12-11T15:30:00Z', true],
  ['2026-12-12T15:30:00Z', false],
])('isOpenAt(%s) returns %s', (instant, open) => expect(isOpenAt(hub, Date.parse(instant))).toBe(open))

describe('a location with closures', () => {
  const special = { open: time('10:00'), close: time('16:00') }
  const [closed, short] = [day('2026-12-10'), day('2026-12-11')]
  const location = {
    ...hub,
    closures: [
      { from: closed, to: closed, reason: 'Udhauli', hours: null },
      { from: short, to: short, reason: 'Staff day', hours: special },
    ],
  }

  test('has the usual hours on a closed day, and the other ones where they are set', () => {
    expect(hoursOn(location, closed)).toEqual({ open: '06:00', close: '22:00' })
    expect(hoursOn(location, short)).toEqual(special)
    expect(hoursOn(location, day('2026-12-14'))).toEqual({ open: '06:00', close: '22:00' })
    expect(closingInstant(location, short)).toBe(kathmanduInstant(short, special.close))
    expect(dayPassHours(location, short)).toEqual(special)
  })

  test('is open within the other hours only, and never on a closed day', () => {
    const openAt = (date: typeof closed, clock: string) => isOpenAt(location, kathmanduInstant(date, time(clock)))
    expect(openAt(closed, '12:00')).toBe(false)
    expect(['09:59', '10:00', '15:59', '16:00'].map((clock) => openAt(short, clock))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

test('listTimes returns every half hour, and both ends even off the half hour', () => {
  expect(listTimes(time('10:00'), time('12:00'))).toEqual(['10:00', '10:30', '11:00', '11:30', '12:00'])
  expect(listTimes(time('10:15'), time('11:45'))).toEqual(['10:15', '10:30', '11:00', '11:30', '11:45'])
  assertProperty(anyTime, anyTime, (one, other) => {
    if (one === other) return
    const [open, close] = one < other ? [one, other] : [other, one]
    const offered = listTimes(open, close)
    expect(offered[0]).toBe(open)
    expect(offered.at(-1)).toBe(close)
    expect([...new Set(offered)].sort()).toEqual(offered)
  })
})

test.each([
  [['06:00', '22:00'], '06:00', '22:00'],
  [['05:00', '23:00'], '06:00', '22:00'],
  [['08:00', '20:00'], '08:00', '20:00'],
  [['10:00', '18:00'], '10:00', '18:00'],
  [['06:00', '21:30'], '06:00', '21:30'],
  [['06:30', '22:00'], '06:30', '22:00'],
] as const)('dayPassHours of a location open %s are %s to %s', ([opens, closes], open, close) => {
  const location = { openingHours: hours([opens, closes], ['12:00', '13:00']) }
  expect(dayPassHours(location, day('2026-12-10'))).toEqual({ open, close })
  expect(dayPassHours(location, day('2026-12-12'))).toEqual({ open: '12:00', close: '13:00' })
})
