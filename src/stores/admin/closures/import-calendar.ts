import { kathmanduDate } from '#domain/calendar.ts'
import { CLOSURE_REASON_LENGTH } from '#domain/closure-list.ts'
import { toSingleLine } from '#domain/contact.ts'
import { readCalendarFile } from '#domain/ics-import.ts'
import { now } from '../../clock.ts'
import { addEntries, type NewEntry } from './closures.ts'

export const MAX_CALENDAR_BYTES = 256 * 1024

interface CalendarImport {
  added: number
  /** With times, recurring or cancelled. */
  skipped: number
  past: number
  /** Events on days that the list or an earlier event has. */
  known: NewEntry[]
}

/** Adds closed days for every location, not saved yet. Undefined if the text is no calendar. */
export function importCalendar(text: string): CalendarImport | undefined {
  const calendar = readCalendarFile(text)
  if (!calendar) return undefined
  const today = kathmanduDate(now())
  const events = calendar.events.filter(({ to }) => to >= today)
  const entries: NewEntry[] = events.map(({ from, to, summary }) => ({
    locationId: null,
    from: from < today ? today : from,
    to,
    reason: toSingleLine(summary).slice(0, CLOSURE_REASON_LENGTH.max),
    hours: null,
  }))
  const added = addEntries(entries)
  return {
    added: added.length,
    skipped: calendar.skipped,
    past: calendar.events.length - events.length,
    known: entries.filter((entry) => !added.includes(entry)),
  }
}
