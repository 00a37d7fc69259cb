import fc from 'fast-check'
import ical from 'ical-generator'
import { describe, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { readCalendarFile } from '#domain/ics-import.ts'
import { day } from './business.ts'

const calendar = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')

const tihar = ['DTSTART;VALUE=DATE:20261108', 'DTEND;VALUE=DATE:20261111', 'SUMMARY:Tihar']

describe('a calendar file', () => {
  test('has the whole days of each event, whose end is the day after the last one', () => {
    expect(readCalendarFile(calendar(tihar))).toEqual({
      events: [{ from: '2026-11-08', to: '2026-11-10', summary: 'Tihar' }],
      skipped: 0,
    })
  })

  test.each([
    ['no end', ['DTSTART;VALUE=DATE:20261108'], '2026-11-08'],
    ['an end on the same day', ['DTSTART:20261108', 'DTEND:20261108'], '2026-11-08'],
    ['an end before it', ['DTSTART:20261108', 'DTEND:20261101'], '2026-11-08'],
    ['a duration of days', ['DTSTART;VALUE=DATE:20261108', 'DURATION:P3D'], '2026-11-10'],
    ['a duration of weeks', ['DTSTART;VALUE=DATE:20261108', 'DURATION:P1W'], '2026-11-14'],
    ['parameters with a colon', ['DTSTART;X-NOTE="a:b";VALUE=DATE:20261108'], '2026-11-08'],
    ['lower case', ['dtstart;value=date:20261108'], '2026-11-08'],
    [
      'an alarm with its own duration',
      ['DTSTART:20261108', 'BEGIN:VALARM', 'DURATION:P5D', 'END:VALARM'],
      '2026-11-08',
    ],
  ])('reads an event with %s', (_, lines, to) => {
    expect(readCalendarFile(calendar([...lines, 'SUMMARY:x']))?.events).toEqual([
      { from: '2026-11-08', to, summary: 'x' },
    ])
  })

  test.each([
    ['a time', ['DTSTART:20261108T100000Z', 'DTEND:20261108T120000Z']],
    ['a time in a zone', ['DTSTART;TZID=Asia/Kathmandu:20261108T100000']],
    ['a rule', [...tihar, 'RRULE:FREQ=YEARLY']],
    ['further dates', [...tihar, 'RDATE;VALUE=DATE:20271108']],
    ['the status cancelled', [...tihar, 'STATUS:CANCELLED']],
    ['a day that does not exist', ['DTSTART:20260231']],
    ['no day', ['SUMMARY:Someday']],
  ])('skips and counts an event with %s', (_, lines) => {
    expect(readCalendarFile(calendar(lines, tihar))).toMatchObject({ events: [{ summary: 'Tihar' }], skipped: 1 })
  })

  test('joins folded lines and reads escaped text with both line endings', () => {
    const text = calendar(['DTSTART:20261108', 'SUMMARY:Laxmi \r\n  Puja\\, Gai\\nPuja \\\\ all\\;'])
    for (const lines of [text, text.replaceAll('\r\n', '\n')])
      expect(readCalendarFile(lines)?.events[0]?.summary).toBe('Laxmi  Puja, Gai Puja \\ all;')
  })

  test.each(['', 'not a calendar', '{"events":[]}', 'BEGIN:VEVENT\nDTSTART:20261108\nEND:VEVENT', '\0'])(
    'is not read from %j',
    (text) => expect(readCalendarFile(text)).toBeUndefined(),
  )

  test('is read as other software writes it', () => {
    const summary = fc.string({ minLength: 1, maxLength: 90 }).map((text) => text.replace(/[\p{C}\s]/gu, '_'))
    fc.assert(
      fc.property(fc.nat(700), fc.integer({ min: 1, max: 60 }), summary, (offset, length, text) => {
        const from = addDays(day('2026-01-01'), offset)
        const file = ical({ name: 'Holidays' })
        const utc = (date: IsoDate) => new Date(`${date}T00:00:00Z`)
        file.createEvent({
          start: utc(from),
          end: utc(addDays(from, length)),
          allDay: true,
          timezone: 'UTC',
          summary: text,
        })
        expect(readCalendarFile(file.toString())?.events).toEqual([
          { from, to: addDays(from, length - 1), summary: text },
        ])
      }),
      { numRuns: 50 },
    )
  })
})
