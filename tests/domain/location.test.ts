import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayPassHours } from '#domain/day-pass.ts'
import { hoursOn, isComingSoon, isOpenAt, LOCATION_IDS, listTimes, locationId } from '#domain/location.ts'
import { TRIAL_PAYMENT } from '#domain/payment.ts'
import { day, hours, time } from './business.ts'

const hub = { openingHours: hours(['06:00', '22:00'], ['08:00', '20:00']) }

describe('location ids', () => {
  test('are four, with one alias', () => {
    expect(LOCATION_IDS).toEqual(['dhobighat-hub', 'kausimaa', 'jhamsikhel-loft', 'baluwatar-studios'])
    expect(LOCATION_IDS.map(locationId)).toEqual([...LOCATION_IDS])
    expect(locationId('kausimaa-coworking')).toBe('kausimaa')
    expect(locationId('Kausimaa')).toBe('kausimaa')
    expect(locationId('Kausimaa-Coworking')).toBe('kausimaa')
  })

  test.each(['', 'thamel-hub', 'toString', '__proto__', null, 3, ['kausimaa']])('%s is none', (value) => {
    expect(locationId(value)).toBeUndefined()
  })

  test('the fallback of a payment only labels it', () => {
    expect(locationId(TRIAL_PAYMENT.locationLabel)).toBeUndefined()
  })
})

test('a location marked Coming Soon is announced, a reserved one is not', () => {
  expect(isComingSoon({ status: 'Coming Soon' })).toBe(true)
  expect(isComingSoon({ status: 'Reserved for 6 months' })).toBe(false)
  expect(isComingSoon({ status: 'Available' })).toBe(false)
})

describe('opening hours', () => {
  test('are those of the weekday', () => {
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
  ])('at %s the hub is open: %s', (instant, open) => {
    expect(isOpenAt(hub, Date.parse(instant))).toBe(open)
  })

  test('offer every half hour, and both ends even off the half hour', () => {
    expect(listTimes(time('10:00'), time('12:00'))).toEqual(['10:00', '10:30', '11:00', '11:30', '12:00'])
    expect(listTimes(time('10:15'), time('11:45'))).toEqual(['10:15', '10:30', '11:00', '11:30', '11:45'])
    const times = fc.integer({ min: 0, max: 1_439 }).map((minutes) => {
      return time(new Date(minutes * 60_000).toISOString().slice(11, 16))
    })
    fc.assert(
      fc.property(times, times, (one, other) => {
        if (one === other) return
        const [open, close] = one < other ? [one, other] : [other, one]
        const offered = listTimes(open, close)
        expect(offered[0]).toBe(open)
        expect(offered.at(-1)).toBe(close)
        expect([...new Set(offered)].sort()).toEqual(offered)
      }),
    )
  })
})

describe('the hours of a day pass', () => {
  test.each([
    [['06:00', '22:00'], '06:00', '22:00'],
    [['05:00', '23:00'], '06:00', '22:00'],
    [['08:00', '20:00'], '08:00', '20:00'],
    [['10:00', '18:00'], '10:00', '18:00'],
    [['06:00', '21:30'], '06:00', '21:30'],
    [['06:30', '22:00'], '06:30', '22:00'],
  ] as const)('where it is open %s, is valid from %s to %s', ([opens, closes], open, close) => {
    const location = { openingHours: hours([opens, closes], ['12:00', '13:00']) }
    expect(dayPassHours(location, day('2026-12-10'))).toEqual({ open, close })
    expect(dayPassHours(location, day('2026-12-12'))).toEqual({ open: '12:00', close: '13:00' })
  })
})
