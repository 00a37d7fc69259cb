import { HOURS_RANGE } from '#contract/buy-hours.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { formatHoursLeft, formatHoursLimit } from '#contract/room-messages.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { countRangeDays, later } from '#domain/date-range.ts'
import { isDayPass } from '#domain/plan.ts'
import { MAX_BOUGHT_HOURS, MAX_HOURS_PER_DAY } from '#domain/room-hours.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { toSeatClaim } from './claims.ts'
import { readUnclaimedMinutes } from './placed-hours.ts'
import { lockDays } from './seats.ts'

/** Rejects more room hours than the rest of a locked booking can use. */
export async function checkHoursLimit(
  app: App,
  db: Queries,
  booking: Booking,
  hours: number,
): Promise<Outcome<undefined>> {
  if (hours < 1 || hours > MAX_BOUGHT_HOURS) return fail('invalid', { fields: { hours: HOURS_RANGE } })
  if (isDayPass(booking.plan_id)) {
    await lockDays(db, [toSeatClaim(booking)])
    const free = await readUnclaimedMinutes(app, db, booking)
    return hours * 60 > free ? fail('invalid', { fields: { hours: formatHoursLeft(free) } }) : succeed(undefined)
  }
  const from = later(booking.start_date, kathmanduDate(app.now()))
  const limit = MAX_HOURS_PER_DAY * countRangeDays({ from, to: booking.end_date })
  return hours > limit ? fail('invalid', { fields: { hours: formatHoursLimit(limit) } }) : succeed(undefined)
}
