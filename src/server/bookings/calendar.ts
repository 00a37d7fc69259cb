import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { toCalendarEvent } from '#domain/calendar-event.ts'
import { formatClosedDays } from '#domain/closed-days.ts'
import { listClosedDays } from '#domain/closure-ranges.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import { isDayPass } from '#domain/plan.ts'
import type { App } from '../app.ts'
import { getCatalogue } from '../catalogue.ts'
import { readClosuresOfLocation } from '../closures/current.ts'
import { readClosureVersion } from '../closures/revisions.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { buildCalendarFile } from '../mail/calendar-file.ts'
import type { EmailContent } from '../mail/content.ts'
import { findBookingOfCustomer } from './access.ts'
import { readRoomTexts } from './email-booking.ts'

type Method = 'PUBLISH' | 'CANCEL'

/** Adds the booking to the customer's calendar, or removes it once cancelled. Call it after the change. */
export async function attachCalendar(app: App, db: Queries, id: string, email: EmailContent): Promise<EmailContent> {
  // Read again, because the sequence is the version after the change.
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const method = await findMethod(db, booking)
  const text = method && (await buildBookingCalendar(app, db, booking, method))
  return method && text ? { ...email, calendar: { method, text } } : email
}

async function findMethod(db: Queries, { id, state }: Booking): Promise<Method | undefined> {
  if (isCustomerActionAllowed('calendar', state)) return 'PUBLISH'
  if (state !== 'cancelled') return undefined
  const confirmed = await db
    .selectFrom('booking_states')
    .select('id')
    .where('booking_id', '=', id)
    .where('state', '=', 'confirmed')
    .executeTakeFirst()
  return confirmed && 'CANCEL'
}

export async function readOwnCalendar(app: App, id: string, secret: string): Promise<Outcome<string>> {
  const booking = await findBookingOfCustomer(app, app.db.read, id, secret)
  if (!booking) return fail('not_found')
  if (!isCustomerActionAllowed('calendar', booking.state)) return fail('wrong_state')
  const file = await buildBookingCalendar(app, app.db.read, booking, 'PUBLISH')
  return file === undefined ? fail('not_found') : succeed(file)
}

/** Undefined if the content no longer has the location. Without the customer's link, because calendars are shared. */
async function buildBookingCalendar(
  app: App,
  db: Queries,
  booking: Booking,
  method: Method,
): Promise<string | undefined> {
  const location = getCatalogue().locations.find(({ id }) => id === booking.location_id)
  if (!location) return undefined
  const closures = await readClosuresOfLocation(db, booking.location_id, booking.start_date)
  const closed = formatClosedDays(listClosedDays({ closures }, { from: booking.start_date, to: booking.end_date }))
  const event = toCalendarEvent(
    {
      bookingId: booking.id,
      planId: booking.plan_id,
      startDate: booking.start_date,
      endDate: booking.end_date,
      // The file names closed days, and a day pass has the hours of its day.
      sequence: booking.version + (await readClosureVersion(db)),
      changedAt: Date.parse(booking.updated_at),
    },
    { ...location, closures },
  )
  const description = [
    `${booking.plan_name}, booking ${booking.id}`,
    ...(booking.start_time ? [`Working hours: ${booking.start_time}–${booking.end_time}`] : []),
    ...(closed ? [`Closed: ${closed}`] : []),
    ...(isDayPass(booking.plan_id) ? await readRoomTexts(app, db, booking) : []),
    ...(location.doorNote ? [location.doorNote] : []),
    'To change or cancel it, use the link in our email.',
  ].join('\n')
  return buildCalendarFile({ event, method, mailFrom: app.env.mailFrom, description })
}
