import type { BookingView } from '#contract/bookings.ts'
import { readMoveAction } from '#contract/plan-move.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { calculateFreeCancellationEnd } from '#domain/cancellation.ts'
import { parseLocationId } from '#domain/location.ts'
import { parsePlanId } from '#domain/plan.ts'
import { isRefundedInFull } from '#domain/price-difference.ts'
import { environment } from '../../environment.ts'
import { pick } from '../../pick.ts'
import type { BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'

export function readOwnMoveAction(booking: BookingRecord): BookingView['actions']['move'] {
  const movable = toMovable(booking)
  return movable ? readMoveAction(movable, getBusiness().catalogue.locations, environment().now()) : null
}

/** Undefined for a trial, or a record of unknown dates, location or plan. */
export function toMovable(booking: BookingRecord) {
  const [locationId, planId] = [parseLocationId(booking.locationId), parsePlanId(booking.planId)]
  const startDate = parseIsoDate(booking.startDate)
  const location = getBusiness().catalogue.locations.find(({ id }) => id === locationId)
  if (booking.trial || !locationId || !planId || !startDate || !location) return undefined
  return {
    ...pick(booking, ['periods', 'seats', 'startTime', 'endTime', 'lines', 'customerMoves']),
    ...{ locationId, planId, startDate, period: booking.billing, state: booking.status },
    firstStartDate: parseIsoDate(booking.firstStartDate) ?? startDate,
    isRenewed: false,
    isRefunded: isRefundedInFull(booking.payments.map(({ state }) => ({ state, purpose: 'booking' }))),
    isClosedDayPass: false,
    freeUntil: calculateFreeCancellationEnd(location, startDate),
  }
}
