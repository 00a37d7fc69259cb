import { CLOSURE_REASON_LENGTH, type ClosureProblem, MAX_CLOSED_DAYS } from '#domain/closure-list.ts'
import { MAX_RANGE_DAYS } from '#domain/date-range.ts'

export const STARTED_ENTRY = 'This entry has started. To change this, delete it and add an entry from today'

const MESSAGES: Readonly<Record<ClosureProblem, string>> = {
  unknown: 'This entry no longer exists. Reload the list',
  unknown_location: 'Choose a location, or all locations',
  not_a_date: 'Choose a date',
  past: 'Choose today or a later day',
  started: STARTED_ENTRY,
  ends_before_it_starts: 'The last day cannot be before the first day',
  closed_too_long: `Close at most ${MAX_CLOSED_DAYS} days with one entry`,
  too_long: `Choose at most ${MAX_RANGE_DAYS} days`,
  overlaps: 'Another entry for the same location covers some of these days',
  reason: `Enter a reason of ${CLOSURE_REASON_LENGTH.min} to ${CLOSURE_REASON_LENGTH.max} characters`,
  not_a_time: 'Enter times like 09:30',
  closes_before_it_opens: 'The closing time must be after the opening time',
  open_too_short: 'Open for at least one hour, or close the day',
}

/** Messages by field, such as `closures.2.to`. */
export const getClosureMessages = (problems: Readonly<Record<string, ClosureProblem>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [`closures.${field}`, MESSAGES[problem]]))
