import { format12HourTime, type IsoDate } from '#domain/calendar.ts'
import { dayPassHours } from '#domain/day-pass.ts'
import { type DraftField, type DraftProblem, type DraftProblems, MAX_COUNTER } from '#domain/draft.ts'
import type { BookableLocation } from '#domain/location.ts'
import { MAX_NAME_LENGTH, MESSAGE_LENGTH, type MessageField } from '#domain/message.ts'
import { npr } from '#domain/money.ts'
import { formatWholeNumber } from '#domain/number.ts'
import { PASSWORD_LENGTH, type PasswordProblem } from '#domain/password.ts'
import { MAX_DAYS_AHEAD, MAX_DAYS_COVERED } from '#domain/period.ts'
import { MAX_PRICE, MIN_PRICE, type PriceProblem } from '#domain/price-list.ts'

const EMAIL = 'Enter an email address like name@example.com'
const DATE_EXAMPLE = 'a date like 2026-12-10'
/** To a program that calls: a person chooses dates. */
export const INVALID_DATE = `Send ${DATE_EXAMPLE}`
const CHOOSE_OFFERED = 'Choose one of those on offer'
const PHONE = 'Enter a phone number of 7 to 15 digits'

/** What a person reads about a field: beside it in the wizard, and in `fields` of the API's answer. */
const MISSING_MESSAGES: Partial<Record<DraftField, string>> = {
  locationId: 'Choose a location',
  planId: 'Choose a plan',
  startDate: 'Choose a start date',
  firstName: 'Enter a first name',
  lastName: 'Enter a last name',
  email: EMAIL,
  phone: 'Enter a phone number',
}

const PROBLEM_MESSAGES: Record<Exclude<DraftProblem, 'missing'>, string> = {
  unknown: CHOOSE_OFFERED,
  twice: 'Choose each of these only once',
  unavailable: 'This cannot be booked at the moment',
  not_sold: 'This location does not sell this plan by that period',
  not_a_date: `Enter ${DATE_EXAMPLE}`,
  not_a_time: 'Enter a time like 09:30',
  start_in_past: 'Choose a start date from today on',
  sales_ended: 'It is too late to book for today. Choose a later date',
  start_too_far: `Choose a start date within ${MAX_DAYS_AHEAD} days`,
  end_before_start: 'The end date cannot be before the start date',
  too_long: `Choose an end date so that at most ${MAX_DAYS_COVERED} days are covered`,
  outside_hours: 'Choose a time within the opening hours of the day',
  ends_before_it_starts: 'The end time must be after the start time',
  not_a_count: `Enter a whole number from 0 to ${formatWholeNumber(MAX_COUNTER)}`,
  text_too_long: 'This text is too long',
  not_an_email: EMAIL,
  not_a_phone: PHONE,
}

export const getValidationMessage = (field: DraftField, problem: DraftProblem): string =>
  problem === 'missing' ? (MISSING_MESSAGES[field] ?? 'Fill in this field') : PROBLEM_MESSAGES[problem]

export function getValidationMessages(problems: DraftProblems): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, getValidationMessage(field as DraftField, problem)]),
  )
}

/** At the desk, where first and last name are one field. */
export const NAME_MISSING = 'Enter a name'

/** Of a booking that is moved to where it is: its customer would be told of new dates. */
export const SAME_START_DATE = 'It begins on this day already: choose another one'
export const MOVE_REQUIRES_MANAGER = 'This booking has begun: ask a manager to move it.'

/** What each field of a message must be: one sentence says it, whatever is wrong. */
export const CONTACT_FORM_MESSAGES: Readonly<Record<MessageField, string>> = {
  name: `Enter your name, in at most ${MAX_NAME_LENGTH} characters`,
  email: EMAIL,
  phone: PHONE,
  location: CHOOSE_OFFERED,
  message: `Write a message of ${MESSAGE_LENGTH.least} to ${formatWholeNumber(MESSAGE_LENGTH.most)} characters`,
}

/** What is wrong with the transaction by which staff confirm money. */
export const TRANSACTION_MESSAGES = {
  missing: 'Enter the transaction as the account shows it',
  used: 'This transaction has paid another booking',
} as const

/**
 * Of a payment that was decided first by somebody else, or by `me` in another tab or with an answer that was lost. `what`
 * is one of the audit's words; nobody is the product itself.
 */
export function formatAlreadyDecided(by: string | null, what: string, me: string): string {
  const done = what.charAt(0).toLowerCase() + what.slice(1)
  return by === me ? `You have decided this already: ${done}` : `${by ?? 'The product'} was faster and ${done}`
}

/** Of what staff have looked after: it was not all. */
export const ALERT_RAISED_AGAIN = 'This has happened again since you looked. See how it is now.'

/** Of a refund that was asked for before it was known of the others. */
export const CONCURRENT_REFUND = 'Another refund of this payment was made since you looked. See what has gone back.'

/** Of money that is owed, while a refund of it may still fail. */
export const REFUND_PENDING = 'A refund of it is still on its way. Decide about the rest once that has ended.'

/** What is wrong with a membership that staff change. */
export const MEMBERSHIP_MESSAGES = {
  date: 'Choose a day',
  end_before_start: 'It cannot end before it begins',
  over: 'Its end has passed: set a later end first',
} as const

/** What a price must be, beside its cell. Amounts are written when somebody asks: this comes with scripts that need none. */
export const PRICE_MESSAGES: Readonly<Record<PriceProblem, string>> = {
  missing: 'Enter a price',
  not_a_price: 'Enter rupees, like 9,500',
  not_whole: 'Whole rupees only',
  get too_low() {
    return `At least ${npr(MIN_PRICE)}`
  },
  get too_high() {
    return `At most ${npr(MAX_PRICE)}`
  },
  week_not_below_month: 'Must be below a month',
  year_not_above_month: 'Must be above a month',
  year_above_twelve_months: 'Must not be above 12 months',
}

/** What to say of a new password: beside its field, in the browser and in the API's answer. */
export const PASSWORD_MESSAGES: Readonly<Record<PasswordProblem, string>> = {
  too_short: `Use at least ${PASSWORD_LENGTH.least} characters: four or five words that you make up are easy to keep`,
  too_long: `Use at most ${PASSWORD_LENGTH.most} characters`,
  common: 'This is too easy to guess: it is made of common words, your name, or a row of signs. Add words of your own',
}

/** The day-pass note with the hours of the location and day; docs/rules.md#day-passes. */
export function formatDayPassNote(location: Pick<BookableLocation, 'openingHours'>, date: IsoDate): string {
  const { open, close } = dayPassHours(location, date)
  return `Access is valid for the chosen date from ${format12HourTime(open)} to ${format12HourTime(close)}.`
}
