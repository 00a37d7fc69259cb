import { describe, expect, test } from 'vitest'
import type { CalendarEvent } from '#domain/calendar-event.ts'
import { buildCalendarFile } from '#server/mail/calendar-file.ts'
import { day } from '../../domain/business.ts'
import { parseCalendar } from '../../support/calendar.ts'

const dayPass: CalendarEvent = {
  id: 'BK-1765240000000-2BYZ',
  title: 'Coworking at Kausimaa',
  place: 'Kausimaa, Lazimpat; Kathmandu',
  sequence: 1,
  changedAt: Date.parse('2026-12-01T03:04:05.678Z'),
  time: { start: Date.parse('2026-12-10T04:15:00Z'), end: Date.parse('2026-12-10T12:15:00Z') },
}
const month: CalendarEvent = { ...dayPass, time: { from: day('2026-12-10'), to: day('2027-01-09') } }
const DESCRIPTION = 'नमस्ते, your desk is ready; bring \\ a laptop.\nSee you soon.'

const build = (event: CalendarEvent, over: object = {}) =>
  buildCalendarFile({
    event,
    method: 'PUBLISH',
    mailFrom: 'Chautari <hello@chautari.example>',
    description: DESCRIPTION,
    ...over,
  })

test('buildCalendarFile writes one timed entry for a day pass, in UTC', () => {
  const { method, version, event } = parseCalendar(build(dayPass))
  expect([method, version]).toEqual(['PUBLISH', '2.0'])
  expect(event.startDate.toString()).toBe('2026-12-10T04:15:00Z')
  expect(event.endDate.toString()).toBe('2026-12-10T12:15:00Z')
  expect(event.startDate.isDate).toBe(false)
})

test('buildCalendarFile writes whole days for a longer plan, with the end after the last day', () => {
  const { entry, event } = parseCalendar(build(month))
  expect([event.startDate.isDate, event.endDate.isDate]).toEqual([true, true])
  expect(event.startDate.toString()).toBe('2026-12-10')
  expect(event.endDate.toString()).toBe('2027-01-10')
  expect(event.duration.toSeconds()).toBe(31 * 86_400)
  expect(entry.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
})

test('buildCalendarFile names the entry by its reference and the domain of MAIL_FROM', () => {
  const { entry, event } = parseCalendar(build(dayPass))
  expect(event.uid).toBe('BK-1765240000000-2BYZ@chautari.example')
  expect(String(entry.getFirstPropertyValue('dtstamp'))).toBe('2026-12-01T03:04:05Z')
  expect(entry.getFirstPropertyValue('status')).toBe('CONFIRMED')
})

test.each([
  ['Chautari <hello@chautari.example>', 'Chautari'],
  ['"Chautari, Nepal" <hello@chautari.example>', 'Chautari, Nepal'],
  ['चौतारी <hello@chautari.example>', 'चौतारी'],
  ['hello@chautari.example', 'hello@chautari.example'],
])('buildCalendarFile names %s as the organizer', (mailFrom, name) => {
  const organizer = parseCalendar(build(dayPass, { mailFrom })).entry.getFirstProperty('organizer')
  expect(organizer?.getFirstValue()).toBe('mailto:hello@chautari.example')
  expect(organizer?.getFirstParameter('cn')).toBe(name)
})

test('buildCalendarFile raises SEQUENCE and keeps the id when a booking is moved', () => {
  const moved = { ...month, sequence: 2, time: { from: day('2026-12-15'), to: day('2027-01-14') } }
  const [first, second] = [parseCalendar(build(month)), parseCalendar(build(moved))]
  expect([first.event.sequence, second.event.sequence]).toEqual([1, 2])
  expect(second.event.uid).toBe(first.event.uid)
  expect([second.method, second.event.startDate.toString()]).toEqual(['PUBLISH', '2026-12-15'])
})

test('buildCalendarFile removes the entry of a cancelled booking with METHOD:CANCEL', () => {
  const { method, entry, event } = parseCalendar(build({ ...month, sequence: 3 }, { method: 'CANCEL' }))
  expect([method, entry.getFirstPropertyValue('status')]).toEqual(['CANCEL', 'CANCELLED'])
  expect([event.uid, event.sequence]).toEqual(['BK-1765240000000-2BYZ@chautari.example', 3])
})

describe('the text of a calendar file', () => {
  test('returns commas, semicolons, backslashes, line breaks and Devanagari as they were', () => {
    const { event } = parseCalendar(build(dayPass))
    expect(event.description).toBe(DESCRIPTION)
    expect(event.location).toBe('Kausimaa, Lazimpat; Kathmandu')
    expect(build(dayPass)).toContain('LOCATION:Kausimaa\\, Lazimpat\\; Kathmandu')
  })

  test('cannot add a line to the file', () => {
    const { entry, event } = parseCalendar(build({ ...dayPass, title: 'Coworking\r\nURL:https://example.com' }))
    expect(entry.getFirstPropertyValue('url')).toBeNull()
    expect(event.summary).toBe('Coworking\nURL:https://example.com')
  })

  test('folds lines at 75 bytes, between characters', () => {
    const long = 'चौतारीमा स्वागत छ, '.repeat(40).trim()
    const file = build(dayPass, { description: long })
    const lines = file.split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(lines.some((line) => line.startsWith(' '))).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(parseCalendar(file).event.description).toBe(long)
  })

  test('has no link unless the description has one', () => {
    expect(build(dayPass)).not.toMatch(/https?:/)
    const link = 'https://chautari.example/your-booking#BK-1.secret'
    expect(parseCalendar(build(dayPass, { description: link })).event.description).toBe(link)
  })
})
