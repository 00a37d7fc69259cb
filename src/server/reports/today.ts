import { listMails } from '#contract/admin/mails.ts'
import { listMessages } from '#contract/admin/messages.ts'
import { DAYS_AHEAD, type readToday } from '#contract/admin/today.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { HOLDING_STATES } from '#domain/booking.ts'
import { addDays, daysFrom, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { hoursOn, isAnnounced, isOpenAt, type LocationId } from '#domain/location.ts'
import { ENDING_DAYS } from '#domain/membership.ts'
import { mayActAs, type Workplaces, worksAt } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { missingKey } from '../assistant/chat.ts'
import { methodsNotOffered } from '../bookings/payment-methods.ts'
import { takenSeats } from '../bookings/seats.ts'
import type { Queries } from '../db/database.ts'
import { arrivalsOn } from '../desk/arrivals.ts'
import { mailStatus } from '../mail/undelivered.ts'
import { countWaiting } from '../payments/waiting.ts'
import type { Staff } from '../staff/sessions.ts'
import { liesWithin } from '../staff/workplaces.ts'
import { refundedBookings } from './refunded-bookings.ts'

type Today = Output<typeof readToday>

/** What there is to know and to do today, of the locations that somebody works for. */
export async function todayOf(
  app: App,
  { role, workplaces }: Pick<Staff, 'role' | 'workplaces'>,
): Promise<Outcome<Today>> {
  const date = kathmanduDate(app.now())
  const db = app.db.read
  const locations: Today['locations'] = []
  for (const location of app.catalogue.locations) {
    if (isAnnounced(location) || !worksAt(workplaces, location.id)) continue
    const { id, name, capacity, available, status } = location
    const to = addDays(date, DAYS_AHEAD - 1)
    const taken = await takenSeats(db, { locationId: id, from: date, to })
    locations.push({
      locationId: id,
      name,
      seats: capacity,
      hours: { ...hoursOn(location, date), isOpen: isOpenAt(location, app.now()) },
      available,
      status,
      arrivals: await arrivals(db, id, date),
      here: (await arrivalsOn(db, id, date)).size,
      days: daysFrom(date, to).map((day) => ({ date: day, taken: taken.get(day) ?? 0 })),
    })
  }
  const messages = mayActAs(role, listMessages.role) ? await openMessages(db) : null
  const unset = mayActAs(role, 'owner') ? notSetUp(app) : []
  const mail = mayActAs(role, listMails.role) ? await mailStatus(app) : null
  const refunded = await refundedBookings(app, workplaces, date)
  const needs = { ...(await waiting(app, workplaces, date)), messages }
  return succeed({ date, locations, waiting: needs, refunded, mail, unset })
}

function notSetUp(app: App): string[] {
  const keyless = missingKey(app)
  return [...methodsNotOffered(app), ...(keyless ? [`The assistant is offline. ${keyless}`] : [])]
}

async function arrivals(db: Queries, location: LocationId, date: IsoDate): Promise<number> {
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

async function openMessages(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

async function waiting(app: App, workplaces: Workplaces, date: IsoDate): Promise<Omit<Today['waiting'], 'messages'>> {
  const db = app.db.read
  const memberships = await db
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'active')
    .where('end_date', '>=', date)
    .where('end_date', '<=', addDays(date, ENDING_DAYS))
    .where(liesWithin(workplaces))
    .executeTakeFirstOrThrow()
  return {
    verification: await countWaiting(app, workplaces, 'verify'),
    decisions: (await countWaiting(app, workplaces, 'decision')).count,
    memberships: Number(memberships.count),
    unclear: (await countWaiting(app, workplaces, 'unclear')).count,
    owed: (await countWaiting(app, workplaces, 'refund')).count,
  }
}
