import { type SqlBool, sql } from 'kysely'
import { readClosureList } from '#contract/admin/closures.ts'
import { listEmails } from '#contract/admin/emails.ts'
import { listMessages } from '#contract/admin/messages.ts'
import { listPayments } from '#contract/admin/payments.ts'
import { approveCashUp } from '#contract/admin/till.ts'
import { DAYS_AHEAD, type readToday } from '#contract/admin/today.ts'
import type { Output } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import { HOLDING_STATES } from '#domain/booking.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { findClosedReason } from '#domain/closure.ts'
import { hoursOn, isComingSoon, isOpenAt, LOCATION_IDS, type LocationId } from '#domain/location.ts'
import { ZERO } from '#domain/money.ts'
import { hasRoleAtLeast, isAssignedTo, type Workplaces } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { getFiscalYearWarning, listMissingOutlets } from '../bills/numbers.ts'
import { readSeatsByUse } from '../bookings/blocks.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { listMethodsNotOffered } from '../bookings/method-offers.ts'
import { findName } from '../catalogue.ts'
import { readLocations } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { readOpenCases, readUsedDayPasses } from '../desk/affected-bookings.ts'
import { readArrivals } from '../desk/arrivals.ts'
import { readHandover } from '../desk/handover.ts'
import { readEmailStatus } from '../mail/undelivered.ts'
import { countMemberships } from '../memberships/list.ts'
import { countMessages } from '../messages/list.ts'
import { countUnreconciled } from '../payments/list.ts'
import { countReviewQueue } from '../payments/review-queue.ts'
import type { Staff } from '../staff/sessions.ts'
import { listUnfinishedCashUps } from '../till/unfinished.ts'

type Today = Output<typeof readToday>

export async function loadToday(
  app: App,
  { id: staffId, role, workplaces }: Pick<Staff, 'id' | 'role' | 'workplaces'>,
): Result<typeof readToday> {
  const date = kathmanduDate(app.now())
  const db = app.db.read
  const locations: Today['locations'] = []
  for (const location of await readLocations(app, db)) {
    if (isComingSoon(location) || !isAssignedTo(workplaces, location.id)) continue
    const { id, name, capacity, available, status } = location
    const to = addDays(date, DAYS_AHEAD - 1)
    const days = await readSeatsByUse(app, db, { locationId: id, from: date, to })
    locations.push({
      locationId: id,
      name,
      seats: days[0]?.seats ?? capacity,
      hours: { ...hoursOn(location, date), isOpen: isOpenAt(location, app.now()) },
      available,
      status,
      arrivals: await countArrivals(db, id, date),
      arrived: sumSeats([...(await readArrivals(db, id, date)).values()]),
      handover: await readHandover(db, { locationId: id, date }),
      days: days.map((day) => ({ ...day, closed: findClosedReason(location, day.date) })),
    })
  }
  const messages = hasRoleAtLeast(role, listMessages.role) ? (await countMessages(app)).open : null
  const missingSettings = hasRoleAtLeast(role, 'owner')
    ? [
        ...listMissingSetup(app),
        ...(app.env.chat.access ? [] : [ASSISTANT_NOT_SET_UP]),
        ...(await listMissingOutlets(app)),
      ]
    : []
  const email = hasRoleAtLeast(role, listEmails.role) ? await readEmailStatus(app) : null
  const refunded = await readRefundedBookings(app, workplaces, date)
  const waiting = {
    verification: await countReviewQueue(app, workplaces, 'verify'),
    decisions: (await countReviewQueue(app, workplaces, 'decision')).count,
    memberships: (await countMemberships(app, workplaces, date)).ending,
    unclear: (await countReviewQueue(app, workplaces, 'unclear')).count,
    refundsDue: (await countReviewQueue(app, workplaces, 'refund')).count,
    messages,
    closedDayBookings: hasRoleAtLeast(role, readClosureList.role) ? await countClosedDayBookings(db, date) : null,
  }
  const cashUps = (await readUnfinishedCashUps(app, date)).filter(
    (till) => till.staffId === staffId || hasRoleAtLeast(role, approveCashUp.role),
  )
  const unreconciled = hasRoleAtLeast(role, listPayments.role) ? await countUnreconciled(db) : null
  return succeed({ date, locations, waiting, refunded, cashUps, unreconciled, email, missingSettings })
}

const readUnfinishedCashUps = async (app: App, today: IsoDate): Promise<Today['cashUps']> =>
  (await listUnfinishedCashUps(app.db.read, today)).map((till) => ({
    ...till,
    locationName: findName(app.catalogue.locations, till.locationId),
  }))

/** Those to move or refund. A booking under two closures has a case for each. */
async function countClosedDayBookings(db: Queries, today: IsoDate): Promise<number> {
  const cases = await readOpenCases(db, today)
  const used = await readUsedDayPasses(db, cases)
  return new Set(cases.map(({ booking }) => booking.id).filter((id) => !used.has(id))).size
}

const ASSISTANT_NOT_SET_UP =
  'The assistant answers only from your own content, because its AI service is not set up. The person who runs your server can set it up: see the settings in the README.'

/** One message per missing setting, for the owner and the operator. */
export function listMissingSetup(app: App): string[] {
  const fiscalYearWarning = getFiscalYearWarning(app)
  return [...listMethodsNotOffered(app), ...(fiscalYearWarning ? [fiscalYearWarning] : [])]
}

async function countArrivals(db: Queries, location: LocationId, date: IsoDate): Promise<number> {
  const row = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.sum('seats').as('seats'))
    .where('location_id', '=', location)
    .where('end_date', '>=', date)
    .where('start_date', '=', date)
    .where('state', 'in', HOLDING_STATES)
    .executeTakeFirstOrThrow()
  return Number(row.seats ?? 0)
}

const sumSeats = (arrivals: readonly { seats: number }[]): number => arrivals.reduce((sum, { seats }) => sum + seats, 0)

const MAX_LISTED = 50

/** Confirmed bookings from today on whose payments were refunded in full: they still hold seats. */
async function readRefundedBookings(app: App, workplaces: Workplaces, today: IsoDate): Promise<Today['refunded']> {
  const locations = LOCATION_IDS.filter((id) => isAssignedTo(workplaces, id))
  if (locations.length === 0) return []
  const bookings = await app.db.read
    .selectFrom('bookings')
    .select(['id as bookingId', 'first_name', 'last_name', 'location_name as locationName'])
    .select(['start_date as startDate', 'end_date as endDate'])
    // Named locations make the index on location and end date usable; the concatenation prevents the planner from
    // reading all confirmed bookings.
    .where('location_id', 'in', locations)
    .where('end_date', '>=', today)
    .where(sql<SqlBool>`state || '' = 'confirmed'`)
    .where('net_received', '=', ZERO)
    .where(({ exists, not, selectFrom }) => {
      const payments = selectFrom('payments').select('payments.id').whereRef('payments.booking_id', '=', 'bookings.id')
      const refunded = exists(payments.where('payments.state', '=', 'refunded'))
      return refunded.and(not(exists(payments.where('payments.state', '=', 'mismatch'))))
    })
    .orderBy('start_date')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return bookings.map(({ first_name, last_name, ...booking }) => ({
    ...booking,
    customerName: getCustomerName({ first_name, last_name }),
  }))
}
