import { type buyRoomHours, HOURS_BEING_PAID, HOURS_NOT_SOLD, HOURS_RANGE } from '#contract/buy-hours.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { formatHoursLeft, formatHoursLimit } from '#contract/room-messages.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { countRangeDays, later } from '#domain/date-range.ts'
import { times } from '#domain/money.ts'
import { isDayPass } from '#domain/plan.ts'
import { MAX_BOUGHT_HOURS, MAX_HOURS_PER_DAY } from '#domain/room-hours.ts'
import type { App } from '../app.ts'
import { toSeatClaim } from '../bookings/claims.ts'
import { readUnclaimedMinutes } from '../bookings/placed-hours.ts'
import { openPurchase, readHoursAction } from '../bookings/room-hours.ts'
import { lockDays } from '../bookings/seats.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

/** Opens a purchase of room hours, which waits for its payment. */
export async function buyHours(
  app: App,
  own: OwnBooking,
  { hours, expectedAmount }: Input<typeof buyRoomHours>,
  key: string,
): Promise<Outcome<Output<typeof buyRoomHours>>> {
  const request = toIdempotentRequest(key, ['hours', own.id, hours, expectedAmount])
  const opened = await runCustomerAction(app, own, request, async (db, booking) => {
    const action = await readHoursAction(app, db, booking)
    if (!action) return fail('wrong_state', { message: HOURS_NOT_SOLD })
    if (hours < 1 || hours > MAX_BOUGHT_HOURS) return fail('invalid', { fields: { hours: HOURS_RANGE } })
    if (isDayPass(booking.plan_id)) {
      await lockDays(db, [toSeatClaim(booking)])
      const free = await readUnclaimedMinutes(app, db, booking)
      if (hours * 60 > free) return fail('invalid', { fields: { hours: formatHoursLeft(free) } })
    } else {
      const from = later(booking.start_date, kathmanduDate(app.now()))
      const limit = MAX_HOURS_PER_DAY * countRangeDays({ from, to: booking.end_date })
      if (hours > limit) return fail('invalid', { fields: { hours: formatHoursLimit(limit) } })
    }
    const amount = times(action.pricePerHour, hours)
    if (expectedAmount !== undefined && expectedAmount !== amount) return fail('changed_meanwhile')
    const purchase = { minutes: hours * 60, amount }
    if ((await openPurchase(app, db, booking, purchase)) === 'already_done')
      return fail('already_done', { message: HOURS_BEING_PAID })
    return succeed({ action: 'room_hours_opened', after: { hours, amount } })
  })
  return opened.ok ? succeed({ booking: opened.value, change: opened.value.change }) : opened
}
