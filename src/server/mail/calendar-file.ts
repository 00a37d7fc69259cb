import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { addDays } from '#domain/calendar.ts'
import type { CalendarEvent } from '#domain/calendar-event.ts'

interface CalendarFile {
  event: CalendarEvent
  /** `PUBLISH` adds or updates the entry, `CANCEL` removes it. */
  method: 'PUBLISH' | 'CANCEL'
  /** The address in `MAIL_FROM`, with or without a name. */
  mailFrom: string
  /** Shown in the entry. A link to the customer's page is a secret: only a file for the customer may have it. */
  description: string
}

/** Returns an iCalendar file (RFC 5545) with one entry. Calendars recognise the entry by its id when it changes. */
export function buildCalendarFile({ event, method, mailFrom, description }: CalendarFile): string {
  const { address, name } = parseSender(mailFrom)
  const calendar = ical({ method: ICalCalendarMethod[method] })
  calendar.createEvent({
    id: `${event.id}@${address.slice(address.lastIndexOf('@') + 1)}`,
    sequence: event.sequence,
    stamp: new Date(event.changedAt),
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: event.title,
    location: event.place,
    organizer: { name, email: address },
    description,
    ...toEventTime(event.time),
  })
  return calendar.toString()
}

/** Nepal has no summer time, so hours are written in UTC. The end of whole days is the day after the last one. */
const toEventTime = (time: CalendarEvent['time']) =>
  'start' in time
    ? { start: new Date(time.start), end: new Date(time.end) }
    : {
        allDay: true,
        start: new Date(time.from),
        end: new Date(addDays(time.to, 1)),
        // Weeks of coworking do not block the customer's calendar.
        transparency: ICalEventTransparency.TRANSPARENT,
      }

/** Reads `Name <name@example.com>` and `name@example.com`. */
function parseSender(mailFrom: string): { address: string; name: string } {
  const [, name = '', address = mailFrom] = /^"?(.*?)"?\s*<(.+)>$/.exec(mailFrom) ?? []
  return { address, name: name || address }
}
