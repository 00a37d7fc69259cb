import { expect, test } from 'vitest'
import { kathmanduInstant } from '#domain/calendar.ts'
import { describeLostHours, describeReleases } from '#domain/release.ts'
import { day, time } from './business.ts'

const NOW = kathmanduInstant(day('2026-12-10'), time('12:00'))
const room = (date: string, end = '12:00') => ({ date: day(date), end: time(end) })
const reserved = {
  rooms: { list: [room('2026-12-09'), room('2026-12-10'), room('2026-12-10', '12:30'), room('2026-12-11')] },
  guests: { list: [{ date: day('2026-12-09') }, { date: day('2026-12-10') }] },
}

test('names the rooms that are not over and the guests from today on', () => {
  expect(describeReleases(reserved, NOW)).toBe('2 room reservations are released and 1 announced guest is cancelled.')
  expect(describeReleases({ guests: reserved.guests }, NOW)).toBe('1 announced guest is cancelled.')
})

test('leaves out the rooms and guests of days that remain', () => {
  const today = day('2026-12-10')
  const kept = { guestDays: { from: today, to: today }, roomsUntil: today }
  expect(describeReleases(reserved, NOW, kept)).toBe('1 room reservation is released.')
})

test('is empty without rooms and guests', () => {
  expect(describeReleases({}, NOW)).toBe('')
  expect(describeReleases({ rooms: { list: [room('2026-12-09')] } }, NOW)).toBe('')
})

test('names the bought hours for which nothing is refunded', () => {
  expect(describeLostHours(0)).toBe('')
  expect(describeLostHours(60)).toBe('Nothing is refunded for 1 bought hour that is left.')
  expect(describeLostHours(90)).toBe('Nothing is refunded for 1.5 bought hours that are left.')
})
