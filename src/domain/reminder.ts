import { addDays, type ClockTime, type IsoDate, kathmanduDate, kathmanduTime } from './calendar.ts'

/** In Kathmandu. */
const DAY_BEFORE_REMINDER_TIME = '17:00' as ClockTime

/**
 * Whether the reminder of a booking or tour is due at `now` (milliseconds): from 17:00 to midnight on the day before.
 * What was booked on that day has just been confirmed.
 */
export function isDayBeforeReminderDue(
  { firstDay, bookedOn }: { firstDay: IsoDate; bookedOn: IsoDate },
  now: number,
): boolean {
  const dayBefore = addDays(firstDay, -1)
  return kathmanduDate(now) === dayBefore && kathmanduTime(now) >= DAY_BEFORE_REMINDER_TIME && bookedOn < dayBefore
}
