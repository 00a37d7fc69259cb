import { addDays, type IsoDate, parseIsoDate } from './calendar.ts'
import type { DateRange } from './date-range.ts'

/** A whole-day event of a calendar file. */
interface CalendarDays extends DateRange {
  summary: string
}

/**
 * Reads the whole-day events of an iCalendar file and counts the others: those with times, recurring and cancelled ones.
 * Undefined if the text is no calendar.
 */
export function readCalendarFile(text: string): { events: CalendarDays[]; skipped: number } | undefined {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  if (!lines.some((line) => line.trim().toUpperCase() === 'BEGIN:VCALENDAR')) return undefined
  const events = listEvents(lines).map(readEvent)
  const wholeDays = events.filter((event) => event !== undefined)
  return { events: wholeDays, skipped: events.length - wholeDays.length }
}

type Properties = ReadonlyMap<string, string>

/** The properties of each event, without those of the alarms in it. */
function listEvents(lines: readonly string[]): Properties[] {
  const events: Map<string, string>[] = []
  const open: string[] = []
  for (const line of lines) {
    const { name, value } = readProperty(line)
    if (name === 'BEGIN') {
      open.push(value.toUpperCase())
      if (open.at(-1) === 'VEVENT') events.push(new Map())
    } else if (name === 'END') open.pop()
    else if (open.at(-1) === 'VEVENT') events.at(-1)?.set(name, value)
  }
  return events
}

/** The text after the first colon outside quotes is the value; parameters follow the name after semicolons. */
function readProperty(line: string): { name: string; value: string } {
  const [head = ''] = /^(?:"[^"]*"|[^":])*/.exec(line) ?? []
  const [name = ''] = head.split(';')
  return { name: name.trim().toUpperCase(), value: line.slice(head.length + 1).trim() }
}

function readEvent(event: Properties): CalendarDays | undefined {
  const from = readDay(event.get('DTSTART'))
  if (!from || event.has('RRULE') || event.has('RDATE') || event.get('STATUS')?.toUpperCase() === 'CANCELLED')
    return undefined
  const end = readDay(event.get('DTEND')) ?? addDays(from, readDuration(event.get('DURATION')))
  // The end is the day after the last one.
  return { from, to: end > from ? addDays(end, -1) : from, summary: readText(event.get('SUMMARY') ?? '') }
}

/** Undefined for a time, such as `20261108T100000`. */
function readDay(value: string | undefined): IsoDate | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(value ?? '') ?? []
  return parseIsoDate(`${year}-${month}-${day}`)
}

/** Days of a duration such as `P3D` or `P1W`. */
function readDuration(value: string | undefined): number {
  const [, count = '1', unit = 'D'] = /^P(\d{1,3})([DW])$/i.exec(value ?? '') ?? []
  return Number(count) * (unit.toUpperCase() === 'W' ? 7 : 1)
}

const readText = (value: string): string => value.replace(/\\([nN\\;,])/g, (_, mark) => (/n/i.test(mark) ? ' ' : mark))
