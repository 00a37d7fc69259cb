import { clampHours } from './booking-draft.ts'
import { addDays, type ClockTime, type IsoDate } from './calendar.ts'
import { ADD_ON_IDS, type Catalogue } from './catalogue.ts'
import type { LocationHours, LocationId } from './location.ts'
import type { Paisa } from './money.ts'
import { addPeriods, type Coverage } from './period.ts'
import type { Period, PlanId } from './plan.ts'
import { quote } from './quote.ts'
import { countChosenSeats } from './team.ts'

interface WorkingHours {
  startTime: ClockTime | null
  endTime: ClockTime | null
}

export interface BookedPeriods extends WorkingHours {
  period: Period
  periods: number
}

export interface MovedDates extends WorkingHours {
  startDate: IsoDate
  endDate: IsoDate
}

/** The days of as many periods from another start, with working hours inside the opening hours of its first day. */
export function computeMovedDates(
  { period, periods, startTime, endTime }: BookedPeriods,
  startDate: IsoDate,
  location: LocationHours | undefined,
): MovedDates {
  const endDate = addDays(addPeriods(startDate, period, periods), -1)
  if (!location || startTime === null || endTime === null) return { startDate, endDate, startTime, endTime }
  return { startDate, endDate, ...clampHours({ startTime, endTime }, location, startDate) }
}

export interface BookedChoices {
  locationId: LocationId
  planId: PlanId
  period: Period
  /** Seats that the booking takes. */
  seats: number
  lines: readonly { id: string; quantity: number }[]
}

/** The price of a booking's choices on other days, or those of a renewal; undefined if they are no longer sold. */
export function quoteMoved(
  { locationId, planId, period, seats, lines }: BookedChoices,
  { startDate, endDate }: Pick<MovedDates, 'startDate' | 'endDate'>,
  catalogue: Catalogue,
  renewed?: Coverage,
): Paisa | undefined {
  const quantity = (id: string) => lines.find((line) => line.id === id)?.quantity ?? 0
  const guestPasses = quantity('guest-passes')
  const choices = {
    locationId,
    planId,
    billing: period === 'daily' ? ('monthly' as const) : period,
    seats: countChosenSeats({ planId, seats, guestPasses }),
    startDate,
    endDate,
    addOns: ADD_ON_IDS.filter((id) => quantity(id) > 0),
    meetingRoomHours: quantity('meeting-room-hours'),
    guestPasses,
  }
  return quote(choices, catalogue, renewed)?.total
}
