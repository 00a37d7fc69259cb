import { toTourEvent } from '#domain/calendar-event.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Tour } from '../db/schema.ts'
import { buildCalendarFile } from '../mail/calendar-file.ts'
import type { EmailCalendar, EmailContent } from '../mail/content.ts'
import { queueEmail } from '../mail/outbox.ts'
import { findLocation } from './tour.ts'

/** Undefined if the content no longer has the location. */
export function buildTourCalendar(app: App, tour: Tour, method: EmailCalendar['method']): EmailCalendar | undefined {
  const location = findLocation(tour.location_id)
  if (!location) return undefined
  const { id, day, time, version, updated_at } = tour
  const event = toTourEvent(
    { tourId: id, date: day, time, sequence: version, changedAt: Date.parse(updated_at) },
    location,
  )
  // Without the visitor's link, because calendars are shared.
  const description = `Tour ${id}. To move or cancel it, use the link in our email.`
  return { method, text: buildCalendarFile({ event, method, mailFrom: app.env.mailFrom, description }) }
}

/** Queues an email that adds, updates or removes the tour in the visitor's calendar. */
export async function queueTourEmail(
  app: App,
  db: Queries,
  tour: Tour,
  email: EmailContent,
  method: EmailCalendar['method'] = 'PUBLISH',
): Promise<void> {
  const calendar = buildTourCalendar(app, tour, method)
  await queueEmail(db, { ...email, ...(calendar && { calendar }) }, app.now())
}
