import { addDays, type ClockTime, type IsoDate, kathmanduDate, parseClockTime, parseIsoDate } from './calendar.ts'
import { hasLink, isEmail, normalisePhone, toSingleLine } from './contact.ts'
import { parseLocationId } from './location.ts'
import { MAX_NAME_LENGTH } from './message.ts'
import { listTourSlots, MAX_TOUR_DAYS_AHEAD, type TourLocation } from './tour.ts'

/** As typed; an empty field is empty text. */
export interface TourRequest {
  locationId: string
  date: string
  time: string
  name: string
  phone: string
  email: string
}

export type TourProblem =
  | 'missing'
  | 'unavailable'
  | 'not_a_date'
  | 'in_past'
  | 'too_far'
  | 'text_too_long'
  | 'has_link'
  | 'not_a_phone'
  | 'not_an_email'
export type TourProblems = Partial<Record<keyof TourRequest, TourProblem>>

/** Returns the problems of a request, by field. The form and the server both use it. */
export function tourProblems(request: TourRequest, locations: readonly TourLocation[], now: number): TourProblems {
  const id = parseLocationId(request.locationId)
  const location = locations.find((known) => known.id === id && known.tours)
  const date = parseIsoDate(request.date)
  const problems = {
    locationId: request.locationId === '' ? 'missing' : location ? undefined : 'unavailable',
    // The days follow from the location, the times from the day.
    date: location && (date ? dateProblem(date, now) : 'not_a_date'),
    time: location && date ? timeProblem(request.time, listTourSlots(location, date, now)) : undefined,
    name: nameProblem(toSingleLine(request.name)),
    ...contactProblems(request.phone.trim(), request.email.trim()),
  } as const
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

function dateProblem(date: IsoDate, now: number): TourProblem | undefined {
  const today = kathmanduDate(now)
  if (date < today) return 'in_past'
  return date > addDays(today, MAX_TOUR_DAYS_AHEAD) ? 'too_far' : undefined
}

function timeProblem(time: string, slots: readonly ClockTime[]): TourProblem | undefined {
  if (time === '') return 'missing'
  const parsed = parseClockTime(time)
  return parsed && slots.includes(parsed) ? undefined : 'unavailable'
}

function nameProblem(name: string): TourProblem | undefined {
  if (name === '') return 'missing'
  if (hasLink(name)) return 'has_link'
  return name.length > MAX_NAME_LENGTH ? 'text_too_long' : undefined
}

/** One of both is enough. */
const contactProblems = (phone: string, email: string): Pick<TourProblems, 'phone' | 'email'> => ({
  ...(phone === '' && email === '' && { phone: 'missing' }),
  ...(phone !== '' && normalisePhone(phone) === undefined && { phone: 'not_a_phone' }),
  ...(email !== '' && !isEmail(email) && { email: 'not_an_email' }),
})
