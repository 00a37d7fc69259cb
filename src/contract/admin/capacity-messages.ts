import { CAPACITY_REASON_LENGTH, type CapacityProblem, MAX_LOCATION_SEATS } from '#domain/capacity.ts'
import { MAX_RANGE_DAYS } from '#domain/date-range.ts'

const MESSAGES: Readonly<Record<CapacityProblem, string>> = {
  unknown_location: 'Choose a location',
  not_a_date: 'Choose a date',
  past: 'Choose today or a later day',
  ends_before_it_starts: 'The last day cannot be before the first day',
  too_long: `Choose at most ${MAX_RANGE_DAYS} days`,
  seats: `Enter 1 to ${MAX_LOCATION_SEATS} seats`,
  reason: `Enter a reason of ${CAPACITY_REASON_LENGTH.min} to ${CAPACITY_REASON_LENGTH.max} characters`,
}

/** A block of more seats than a day of it has. */
export const formatTooManySeats = (location: string, seats: number): string =>
  `${location} has ${seats} ${seats === 1 ? 'seat' : 'seats'} on these days`

export const getCapacityMessages = (problems: Readonly<Record<string, CapacityProblem>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, MESSAGES[problem]]))
