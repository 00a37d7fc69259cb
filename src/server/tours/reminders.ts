import { addDays, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { isDayBeforeReminderDue } from '#domain/reminder.ts'
import type { App } from '../app.ts'
import { readClosedReason } from '../closures/current.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import type { ReminderKind } from '../db/schema/mail.ts'
import type { Tour } from '../db/schema.ts'
import type { EmailContent } from '../mail/content.ts'
import { queueEmail } from '../mail/outbox.ts'
import { areRemindersStopped, buildStopLink, recordReminder } from '../mail/reminders.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import { afterTourEmail, tourReminderEmail } from './emails.ts'
import { buildTourLink, lockTour } from './tour.ts'

/** No email about the visit is sent at night. */
const EARLIEST_AFTER_TOUR = '09:00'

/** Reminds visitors once, on the day before their tour, unless that day was closed. */
export async function remindTourVisitors(app: App): Promise<void> {
  const now = app.now()
  await sendOnce(app, 'tour_day_before', await readTours(app, addDays(kathmanduDate(now), 1), 'booked'), {
    // A tour that was moved today has just been confirmed too.
    isDue: async (db, tour) =>
      isDayBeforeReminderDue({ firstDay: tour.day, bookedOn: kathmanduDate(Date.parse(tour.updated_at)) }, now) &&
      (await readClosedReason(db, tour.location_id, tour.day)) === undefined,
    build: async (_, tour) => tourReminderEmail(tour, buildTourLink(app, tour), buildStopLink(app, tour.email)),
  })
}

/** Sends the plans once to visitors who came the day before. */
export async function writeAfterTours(app: App): Promise<void> {
  const now = app.now()
  if (kathmanduTime(now) < EARLIEST_AFTER_TOUR) return
  await sendOnce(app, 'tour_after', await readTours(app, addDays(kathmanduDate(now), -1), 'came'), {
    isDue: async () => true,
    build: async (db, tour) =>
      afterTourEmail(tour, await readCurrentCatalogue(app, db), {
        siteUrl: app.env.siteUrl,
        stopLink: buildStopLink(app, tour.email),
      }),
  })
}

const readTours = (app: App, day: Tour['day'], state: Tour['state']): Promise<Tour[]> =>
  app.db.read
    .selectFrom('tours')
    .selectAll()
    .where('day', '=', day)
    .where('state', '=', state)
    .where('email', '!=', '')
    .execute()

interface TourReminder {
  isDue(db: Queries, tour: Tour): Promise<boolean>
  build(db: Queries, tour: Tour): Promise<EmailContent>
}

/** Records each email with its marker, so that another run or process does not send it too. */
async function sendOnce(
  app: App,
  kind: ReminderKind,
  tours: readonly Tour[],
  { isDue, build }: TourReminder,
): Promise<void> {
  for (const { id, day, state } of tours)
    await runTransaction(app.db, async (db) => {
      const tour = await lockTour(db, id)
      // It may have been moved or cancelled since it was read.
      if (tour?.day !== day || tour.state !== state) return
      if (!(await isDue(db, tour)) || (await areRemindersStopped(db, tour.email))) return
      const isNew = await recordReminder(db, { kind, subjectId: id, day }, app.now())
      if (isNew) await queueEmail(db, await build(db, tour), app.now())
    })
}
