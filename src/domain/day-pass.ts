import type { ClockTime, IsoDate } from './calendar.ts'
import { hoursOn, type LocationHours } from './location.ts'
import { isDayPass, type PlanId } from './plan.ts'

const DAY_PASS_HOURS = { open: '06:00' as ClockTime, close: '22:00' as ClockTime }

/** Returns the hours of a day pass: `DAY_PASS_HOURS` if the location is open then, else its own hours of that day. */
export function dayPassHours(location: LocationHours, date: IsoDate): typeof DAY_PASS_HOURS {
  const own = hoursOn(location, date)
  return own.open <= DAY_PASS_HOURS.open && own.close >= DAY_PASS_HOURS.close ? DAY_PASS_HOURS : own
}

/** A day pass has the hours of `dayPassHours` instead. */
export const hasWorkingHours = (plan: PlanId | ''): boolean => plan !== '' && !isDayPass(plan)

interface ChosenHours<Time> {
  planId: PlanId | ''
  startTime: Time
  endTime: Time
}

/** `null` for a plan without working hours. */
export const workingHoursToStore = <Time>({ planId, startTime, endTime }: ChosenHours<Time>) =>
  hasWorkingHours(planId) ? { startTime, endTime } : { startTime: null, endTime: null }
