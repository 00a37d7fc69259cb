import { listEmails } from '#contract/admin/emails.ts'
import { listMessages } from '#contract/admin/messages.ts'
import { DAYS_AHEAD, type readToday } from '#contract/admin/today.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { HOLDING_STATES } from '#domain/booking.ts'
import { addDays, type IsoDate, kathmanduDate, listDays } from '#domain/calendar.ts'
import { hoursOn, isComingSoon, isOpenAt, type LocationId } from '#domain/location.ts'
import { ENDING_DAYS } from '#domain/membership.ts'
import { hasRoleAtLeast, isAssignedTo, type Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { getMissingKeyWarning } from '../assistant/chat.ts'
import { listMethodsNotOffered } from '../bookings/payment-methods.ts'
import { readTakenSeats } from '../bookings/seats.ts'
import type { Queries } from '../db/database.ts'
import { readArrivals } from '../desk/arrivals.ts'
import { readEmailStatus } from '../mail/undelivered.ts'
import { countReviewQueue } from '../payments/review-queue.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { readRefundedBookings } from './refunded-bookings.ts'

type Today = Output<typeof readToday>

/** What there is to know and to do today, of the locations that somebody works for. */
export async function loadToday(
  app: App,
  { role, workplaces }: Pick<Staff, 'role' | 'workplaces'>,
): Promise<Outcome<Today>> {
  const date = kathmanduDate(app.now())
  const db = app.db.read
  const locations: Today['locations'] = []
  for (const location of app.catalogue.locations) {
    if (isComingSoon(location) || !isAssignedTo(workplaces, location.id)) continue
    const { id, name, capacity, available, status } = location
    const to = addDays(date, DAYS_AHEAD - 1)
    const taken = await readTakenSeats(db, { locationId: id, from: date, to })
    locations.push({
      locationId: id,
      name,
      seats: capacity,
      hours: { ...hoursOn(location, date), isOpen: isOpenAt(location, app.now()) },
      available,
      status,
      arrivals: await countArrivals(db, id, date),
      here: (await readArrivals(db, id, date)).size,
      days: listDays(date, to).map((day) => ({ date: day, taken: taken.get(day) ?? 0 })),
    })
  }
  const messages = hasRoleAtLeast(role, listMessages.role) ? await countOpenMessages(db) : null
  const unset = hasRoleAtLeast(role, 'owner') ? listMissingSetup(app) : []
  const mail = hasRoleAtLeast(role, listEmails.role) ? await readEmailStatus(app) : null
  const refunded = await readRefundedBookings(app, workplaces, date)
  const needs = { ...(await countOpenTasks(app, workplaces, date)), messages }
  return succeed({ date, locations, waiting: needs, refunded, mail, unset })
}

function listMissingSetup(app: App): string[] {
  const keyless = getMissingKeyWarning(app)
  return [...listMethodsNotOffered(app), ...(keyless ? [`The assistant is offline. ${keyless}`] : [])]
}

async function countArrivals(db: Queries, location: LocationId, date: IsoDate): Promise<number> {
  const row = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('location_id', '=', location)
    .where('end_date', '>=', date)
    .where('start_date', '=', date)
    .where('state', 'in', HOLDING_STATES)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

async function countOpenMessages(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

async function countOpenTasks(
  app: App,
  workplaces: Workplaces,
  date: IsoDate,
): Promise<Omit<Today['waiting'], 'messages'>> {
  const db = app.db.read
  const memberships = await db
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'active')
    .where('end_date', '>=', date)
    .where('end_date', '<=', addDays(date, ENDING_DAYS))
    .where(isWithinWorkplaces(workplaces))
    .executeTakeFirstOrThrow()
  return {
    verification: await countReviewQueue(app, workplaces, 'verify'),
    decisions: (await countReviewQueue(app, workplaces, 'decision')).count,
    memberships: Number(memberships.count),
    unclear: (await countReviewQueue(app, workplaces, 'unclear')).count,
    owed: (await countReviewQueue(app, workplaces, 'refund')).count,
  }
}
