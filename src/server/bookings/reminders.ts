import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { later } from '#domain/date-range.ts'
import { isDayBeforeReminderDue } from '#domain/reminder.ts'
import type { App } from '../app.ts'
import { runTransaction } from '../db/database.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Booking } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { areRemindersStopped, buildStopLink, recordReminder } from '../mail/reminders.ts'
import { buildBookingLink } from './access.ts'
import { isClosedDayPass, readFreeCancellationEnd } from './cancellation-terms.ts'
import { loadEmailBooking } from './email-booking.ts'
import { bookingReminderEmail } from './reminder-emails.ts'

/** Reminds customers once, on the day before their first day, but not of a day pass for a closed day. */
export async function remindCustomers(app: App): Promise<void> {
  const now = app.now()
  const firstDay = addDays(kathmanduDate(now), 1)
  for (const { id, bookedOn } of await readBookingsToRemind(app, firstDay)) {
    if (!isDayBeforeReminderDue({ firstDay, bookedOn }, now)) continue
    await runTransaction(app.db, async (db) => {
      const booking = await lockBooking(db, id)
      // It may have been moved or cancelled since it was read.
      if (booking?.state !== 'confirmed' || booking.start_date !== firstDay) return
      if (await isClosedDayPass(db, booking)) return
      if (await areRemindersStopped(db, booking.email)) return
      const isNew = await recordReminder(db, { kind: 'booking_day_before', subjectId: id, day: firstDay }, now)
      if (isNew)
        await queueEmail(
          db,
          bookingReminderEmail(await loadEmailBooking(app, db, booking), buildBookingLink(app, booking), {
            stopLink: buildStopLink(app, booking.email),
            freeUntil: await readFreeCancellationEnd(app, db, booking),
            now,
          }),
          now,
        )
    })
  }
}

/** With the later of the days on which each booking was placed and confirmed. */
async function readBookingsToRemind(app: App, firstDay: Booking['start_date']) {
  const bookings = await app.db.read
    .selectFrom('bookings')
    .select((booking) => [
      'id',
      'placed_on',
      booking
        .selectFrom('booking_states')
        .select(({ fn }) => fn.max('booking_states.created_at').as('at'))
        .whereRef('booking_states.booking_id', '=', 'bookings.id')
        .where('booking_states.state', '=', 'confirmed')
        .as('confirmed_at'),
    ])
    .where('state', '=', 'confirmed')
    .where('start_date', '=', firstDay)
    .where('email', '!=', '')
    // A renewal continues a visit.
    .where('renews', 'is', null)
    .where((booking) =>
      booking.not(
        booking.exists(
          booking
            .selectFrom('reminders_sent')
            .select('subject_id')
            .where('kind', '=', 'booking_day_before')
            .whereRef('subject_id', '=', 'bookings.id')
            .where('day', '=', firstDay),
        ),
      ),
    )
    .orderBy('id')
    .execute()
  return bookings.map(({ id, placed_on, confirmed_at }) => ({
    id,
    bookedOn: confirmed_at === null ? placed_on : later(placed_on, kathmanduDate(Date.parse(confirmed_at))),
  }))
}
