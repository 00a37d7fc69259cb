import { type DraftField, type DraftProblem, type DraftProblems, MAX_COUNTER } from '#domain/booking-draft.ts'
import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { MAILING_LENGTHS, type MailingField } from '#domain/mailing.ts'
import { MAX_NAME_LENGTH, MESSAGE_LENGTH, type MessageField } from '#domain/message.ts'
import { npr } from '#domain/money.ts'
import { formatWholeNumber, spellCount } from '#domain/number.ts'
import { PASSWORD_LENGTH, type PasswordProblem } from '#domain/password.ts'
import type { RecordedMethod } from '#domain/payment.ts'
import { MAX_DAYS_AHEAD, MAX_DAYS_COVERED } from '#domain/period.ts'
import { MAX_PRICE, MIN_PRICE, type PriceProblem } from '#domain/price-list.ts'
import type { RefundAccount, RefundAccountProblems } from '#domain/refund-account.ts'
import { MAX_HOURS_PER_DAY } from '#domain/room-hours.ts'
import { type findPeopleProblems, MAX_SEATS, OFFICE_SEATS } from '#domain/team.ts'

const EMAIL = 'Enter an email address like name@example.com'
const DATE_EXAMPLE = 'a date like 2026-12-10'
/** `Two things need fixing`: above the list of a form's errors. */
export const formatErrorHeading = (count: number): string =>
  `${spellCount(count)} ${count === 1 ? 'thing needs' : 'things need'} fixing`
/** For API clients; a person chooses dates. */
export const INVALID_DATE = `Send ${DATE_EXAMPLE}`
const CHOOSE_OFFERED = 'Choose one of the options'
const CHOOSE_LOCATION = 'Choose a location'
/** Of a field for a name. */
export const NAME_HAS_LINK = 'Enter a name without a web address'
export const INVALID_PAN = 'A PAN has nine digits. Check it, or leave it empty'
const PHONE = 'Enter a phone number of 7 to 15 digits'

/** Shown beside a field in the wizard, and in `fields` of the API's response. */
const MISSING_MESSAGES: Partial<Record<DraftField, string>> = {
  locationId: CHOOSE_LOCATION,
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
  not_sold: 'This location does not sell this plan for that period',
  not_a_date: `Enter ${DATE_EXAMPLE}`,
  not_a_time: 'Enter a time like 09:30',
  start_in_past: 'Choose today or a later start date',
  sales_ended: 'It is too late to book for today. Choose a later date',
  closed_day: 'We are closed on this day. Choose another day',
  start_too_far: `Choose a start date within the next ${MAX_DAYS_AHEAD} days`,
  end_before_start: 'The end date cannot be before the start date',
  too_long: `Choose an earlier end date: a booking covers at most ${MAX_DAYS_COVERED} days`,
  outside_hours: 'Choose a time within the opening hours of that day',
  ends_before_it_starts: 'The end time must be after the start time',
  not_a_count: `Enter a whole number from 0 to ${formatWholeNumber(MAX_COUNTER)}`,
  too_many_hours: `Add at most ${MAX_HOURS_PER_DAY} meeting-room hours for each day of the booking`,
  not_a_seat_count: `Enter a whole number from 1 to ${MAX_SEATS}`,
  too_many_seats: `We book up to ${MAX_SEATS} people online. Ask for an offer for more`,
  office_seats: `A Private Office has ${OFFICE_SEATS} seats`,
  too_many_guests: 'Choose fewer guests, or book for more people',
  too_many_guest_days: 'You can bring two guests for each seat and day. Choose fewer guest passes',
  text_too_long: 'This text is too long',
  has_link: NAME_HAS_LINK,
  not_an_email: EMAIL,
  not_a_phone: PHONE,
  not_a_pan: INVALID_PAN,
}

export const getValidationMessage = (field: DraftField, problem: DraftProblem): string =>
  problem === 'missing' ? (MISSING_MESSAGES[field] ?? 'Fill in this field') : PROBLEM_MESSAGES[problem]

export function getValidationMessages(problems: DraftProblems): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, getValidationMessage(field as DraftField, problem)]),
  )
}

/** `reason` is that of the closure. */
export const formatClosedDay = (date: IsoDate, reason: string): string =>
  `Closed on ${formatDate(date)}: ${reason}. Choose another day`

/** Of a day pass with this many seats. */
export const formatMaxGuests = (seats: number): string =>
  `At most ${seats === 1 ? '1 guest for 1 seat' : `${seats} guests for ${seats} seats`}. ${PROBLEM_MESSAGES.too_many_guests}`

export const getNameMessage = (problem: 'has_link' | 'text_too_long'): string => PROBLEM_MESSAGES[problem]

/** Of the names of a booking's people, by `people.0`. */
export const getPeopleMessages = (problems: ReturnType<typeof findPeopleProblems>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([index, problem]) => [`people.${index}`, getNameMessage(problem)]))

export const formatMaxPeople = (seats: number): string => `Enter at most ${seats} names, one for each seat`

/** At the front desk, where first and last name are one field. */
export const NAME_MISSING = 'Enter a name'

/** A move to the same date would notify the customer of new dates. */
export const SAME_START_DATE = 'The booking already starts on this day. Choose another day'
export const MOVE_REQUIRES_MANAGER = 'This booking has started. Ask a manager to move it.'

/** One message per field for every problem. */
export const CONTACT_FORM_MESSAGES: Readonly<Record<MessageField, string>> = {
  name: `Enter your name (up to ${MAX_NAME_LENGTH} characters)`,
  email: EMAIL,
  phone: PHONE,
  location: CHOOSE_LOCATION,
  message: `Write a message (${MESSAGE_LENGTH.min} to ${formatWholeNumber(MESSAGE_LENGTH.max)} characters)`,
}

export const MAILING_DAY_PASSED = 'Choose today or a later day'

export const getMailingMessages = (invalid: readonly MailingField[]): Partial<Record<MailingField, string>> =>
  Object.fromEntries(
    invalid.map((field) => {
      const { min, max } = MAILING_LENGTHS[field]
      const name = field === 'subject' ? 'subject' : 'message'
      return [field, `Write a ${name} of ${min} to ${formatWholeNumber(max)} characters`]
    }),
  )

export const BOOKING_SEARCH_MESSAGES = {
  missing: 'Enter your booking reference or your email address',
  email: EMAIL,
} as const

export const TRANSACTION_MESSAGES = {
  missing: 'Enter the transaction number',
  used: 'This transaction was used for another booking',
} as const

/** Terminals can start to count again, while a number pays once. */
const SLIP_MESSAGES = {
  missing: 'Enter the slip number',
  used: 'This number was used for another booking. If the terminal printed it again, add the date, such as 0042-20261126',
} as const

export const getTransactionMessages = (method: RecordedMethod): { missing: string; used: string } =>
  method === 'card_terminal' ? SLIP_MESSAGES : TRANSACTION_MESSAGES

export const PAYEE_MISSING = 'Enter the name of the person who was paid'

/** For a payment that was already decided by someone else, or by `me`. `by` is `null` for the system. */
export function formatAlreadyDecided(by: string | null, label: string, ownName: string): string {
  const done = label.charAt(0).toLowerCase() + label.slice(1)
  return by === ownName
    ? `You have already decided this: ${done}`
    : `${by ?? 'The system'} has already decided this: ${done}`
}

export const ALERT_RAISED_AGAIN = 'This happened again after you opened it. Review the current state.'

export const REFUND_ENDED = 'This refund no longer needs a decision.'

export const CONCURRENT_REFUND =
  'Another refund of this payment was made while you were editing. Check the refunded amount.'

export const REFUND_PENDING = 'A refund of this payment is in progress. Decide about the rest when it has finished.'

/** A renewal takes its plan, location, billing period and days from the membership. */
export const RENEWAL_MESSAGES = {
  otherTerms: 'A renewal keeps the location, the plan and the billing period of the membership',
  otherSeats: 'A renewal keeps the seats of the membership',
  otherDays: 'These are not the next days of the membership. Start the renewal again',
  unknown: 'We could not find the membership. Open the renewal again from your latest email.',
  ended: 'This membership is not active, so it cannot be renewed. Make a new booking instead.',
  taken:
    'This period is already renewed, or its renewal waits for payment. Open that booking, or try again in half an hour.',
  full: 'We have no seat left on some days of the renewal. Contact us, or make a new booking for other dates.',
} as const

export const MEMBERSHIP_MESSAGES = {
  date: 'Choose a day',
  end_before_start: 'The last day cannot be before the start date',
  over: 'The last day has passed. Set a later last day first',
} as const

/** Getters, because most scripts that load this file format no amounts. */
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
  week_not_below_month: 'Must be below the monthly price',
  year_not_above_month: 'Must be above the monthly price',
  year_above_twelve_months: 'Must not exceed 12 monthly prices',
}

export const PASSWORD_MESSAGES: Readonly<Record<PasswordProblem, string>> = {
  too_short: `Use at least ${PASSWORD_LENGTH.min} characters: four or five random words are easy to remember`,
  too_long: `Use at most ${PASSWORD_LENGTH.max} characters`,
  common: 'This password is too easy to guess: it uses common words, your name or a simple sequence. Add other words',
}

const REFUND_ACCOUNT_MISSING: Readonly<Record<keyof RefundAccount, string>> = {
  bank: 'Enter a bank or a wallet',
  wallet: 'Enter a bank or a wallet',
  account: 'Enter the account number, or the wallet’s phone number or email',
  name: 'Enter the name of the account holder',
}

export function getRefundAccountMessages(problems: RefundAccountProblems): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [
      field,
      problem === 'missing' ? REFUND_ACCOUNT_MISSING[field as keyof RefundAccount] : REFUND_ACCOUNT_MESSAGES[problem],
    ]),
  )
}

const REFUND_ACCOUNT_MESSAGES = {
  bank_or_wallet: 'Enter either a bank or a wallet',
  text_too_long: 'This text is too long',
  not_a_bank_account: 'Enter 5 to 34 digits and letters',
  not_a_wallet_id: 'Enter the wallet’s phone number or email',
}
