import { MAX_TOUR_DAYS_AHEAD, MAX_TOUR_MOVES } from '#domain/tour.ts'
import type { TourProblem, TourProblems } from '#domain/tour-request.ts'
import { CONTACT_FORM_MESSAGES, NAME_HAS_LINK } from './validation-messages.ts'

const { name, email, phone, location } = CONTACT_FORM_MESSAGES

/** By field of a request; the form and the API use them. */
const MESSAGES: Readonly<Record<keyof TourProblems, Partial<Record<TourProblem, string>>>> = {
  locationId: {
    missing: 'Choose a location, then a day and a time',
    unavailable: 'Choose a location that offers tours',
  },
  date: {
    not_a_date: 'Choose a day and a time',
    in_past: 'Choose today or a later day',
    too_far: `Choose a day within the next ${MAX_TOUR_DAYS_AHEAD} days`,
  },
  time: { missing: 'Choose a time', unavailable: 'No tour starts at this time. Choose another time' },
  name: { missing: 'Enter your name', text_too_long: name, has_link: NAME_HAS_LINK },
  phone: { missing: 'Enter a phone number or an email', not_a_phone: phone },
  email: { not_an_email: email },
}

export const getTourMessages = (problems: TourProblems): Partial<Record<keyof TourProblems, string>> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [
      field,
      MESSAGES[field as keyof TourProblems][problem] ?? location,
    ]),
  )

export const TOUR_SLOT_FULL = 'Both tours at this time are booked. Choose another time.'
export const TOUR_UNCHANGEABLE = 'This tour has started or was cancelled, so it cannot be changed.'
export const formatNoMoveLeft = (phone: string): string =>
  `You have moved this tour ${MAX_TOUR_MOVES} times. Call us on ${phone} to move it again.`
export const TOUR_NOT_STARTED = 'This tour has not started yet or was cancelled, so you cannot record a visit.'
