import { type ClockTime, type IsoDate, parseClockTime, parseIsoDate, weekday } from './calendar.ts'
import { ADD_ON_IDS, type AddOnId, type Catalogue } from './catalogue.ts'
import { findClosedReason } from './closure.ts'
import {
  type ContactInfo,
  EMPTY_CONTACT,
  hasLink,
  isEmail,
  normaliseContact,
  normalisePhone,
  toSingleLine,
} from './contact.ts'
import { countRangeDays } from './date-range.ts'
import { hasWorkingHours } from './day-pass.ts'
import { type BookableLocation, type LocationHours, type LocationId, parseLocationId } from './location.ts'
import { isPan, normalisePan } from './pan.ts'
import { coverage, datesProblem } from './period.ts'
import { type Billing, isDayPass, type PlanId, parseBilling, parsePlanId, periodFor } from './plan.ts'
import { planPrice, pricesAt } from './price.ts'
import { MAX_HOURS_PER_DAY } from './room-hours.ts'
import { earliestStart, type Sales } from './same-day.ts'
import { getMaxGuestPasses, hasChosenSeats, MAX_SEATS, parseSeats } from './team.ts'

/** What the visitor has chosen so far; empty text means not chosen. */
export interface BookingDraft {
  locationId: LocationId | ''
  planId: PlanId | ''
  billing: Billing
  /** Of a plan other than the Private Office. */
  seats: number
  startDate: IsoDate | ''
  endDate: IsoDate | ''
  startTime: ClockTime
  endTime: ClockTime
  addOns: AddOnId[]
  meetingRoomHours: number
  guestPasses: number
  notes: string
  contactInfo: ContactInfo
}

export const DEFAULT_START = '09:00' as ClockTime
export const DEFAULT_END = '17:00' as ClockTime
export const MAX_NOTES_LENGTH = 2_000
/** Keeps sums exact. Counters have no business limit. */
export const MAX_COUNTER = 1_000_000
const MAX_NAME_LENGTH = 120

export const EMPTY_DRAFT: BookingDraft = {
  locationId: '',
  planId: '',
  billing: 'monthly',
  seats: 1,
  startDate: '',
  endDate: '',
  startTime: DEFAULT_START,
  endTime: DEFAULT_END,
  addOns: [],
  meetingRoomHours: 0,
  guestPasses: 0,
  notes: '',
  contactInfo: EMPTY_CONTACT,
}

/** Reads a stored draft of any form: each unreadable field gets the empty draft's value. */
export function readDraft(stored: unknown): BookingDraft {
  const from = isRecord(stored) ? stored : {}
  const contact = isRecord(from.contactInfo) ? from.contactInfo : {}
  return {
    locationId: parseLocationId(from.locationId) ?? '',
    planId: parsePlanId(from.planId) ?? '',
    billing: parseBilling(from.billing) ?? 'monthly',
    seats: parsePeople(from.seats) ?? 1,
    startDate: parseIsoDate(from.startDate) ?? '',
    endDate: parseIsoDate(from.endDate) ?? '',
    startTime: parseClockTime(from.startTime) ?? DEFAULT_START,
    endTime: parseClockTime(from.endTime) ?? DEFAULT_END,
    addOns: Array.isArray(from.addOns) ? ADD_ON_IDS.filter((id) => (from.addOns as unknown[]).includes(id)) : [],
    meetingRoomHours: counter(from.meetingRoomHours) ?? 0,
    guestPasses: counter(from.guestPasses) ?? 0,
    notes: text(from.notes).slice(0, MAX_NOTES_LENGTH),
    contactInfo: {
      firstName: text(contact.firstName).slice(0, MAX_NAME_LENGTH),
      lastName: text(contact.lastName).slice(0, MAX_NAME_LENGTH),
      email: text(contact.email).slice(0, 254),
      phone: text(contact.phone).slice(0, 40),
      company: text(contact.company).slice(0, MAX_NAME_LENGTH),
      pan: text(contact.pan).slice(0, 40),
    },
  }
}

/** Also more people than can be booked, which is a problem of the draft. */
export const parsePeople = (value: unknown): number | undefined => counter(value) || undefined

export const STEPS = [1, 2, 3, 4] as const
export type Step = (typeof STEPS)[number]

export const nextStep = (step: Step): Step => (step < 4 ? ((step + 1) as Step) : step)
export const previousStep = (step: Step): Step => (step > 1 ? ((step - 1) as Step) : step)

export type DraftField = Exclude<keyof BookingDraft, 'contactInfo'> | keyof ContactInfo

export type DraftProblem =
  | 'missing'
  | 'unknown'
  | 'twice'
  | 'unavailable'
  | 'not_sold'
  | 'not_a_date'
  | 'not_a_time'
  | 'start_in_past'
  | 'sales_ended'
  | 'closed_day'
  | 'start_too_far'
  | 'end_before_start'
  | 'too_long'
  | 'outside_hours'
  | 'ends_before_it_starts'
  | 'not_a_count'
  | 'too_many_hours'
  | 'not_a_seat_count'
  | 'too_many_seats'
  | 'office_seats'
  | 'too_many_guests'
  | 'too_many_guest_days'
  | 'text_too_long'
  | 'has_link'
  | 'not_an_email'
  | 'not_a_phone'
  | 'not_a_pan'

export type DraftProblems = Partial<Record<DraftField, DraftProblem>>

export const FIELDS_OF_STEP: Readonly<Record<Step, readonly DraftField[]>> = {
  1: ['locationId', 'planId', 'seats'],
  2: ['billing', 'startDate', 'endDate', 'startTime', 'endTime'],
  3: ['addOns', 'meetingRoomHours', 'guestPasses', 'notes'],
  4: ['firstName', 'lastName', 'email', 'phone', 'company', 'pan'],
}

export const getStepForField = (field: DraftField): Step =>
  STEPS.find((step) => FIELDS_OF_STEP[step].includes(field)) ?? 1

/** Returns the problems of a draft by field. The booking form and the server both use it. */
export function draftProblems(
  draft: BookingDraft,
  catalogue: Catalogue,
  sales: Sales,
  findContactProblems = contactProblems,
): DraftProblems {
  const location = catalogue.locations.find(({ id }) => id === draft.locationId)
  const plan = catalogue.plans.find(({ id }) => id === draft.planId)
  return withoutUndefined({
    locationId: selectionProblem(draft.locationId, location),
    planId: selectionProblem(draft.planId, plan),
    seats: seatsProblem(draft),
    ...dateProblems(draft, catalogue, location, sales),
    addOns: addOnsProblem(draft.addOns, catalogue),
    meetingRoomHours: roomHoursProblem(draft, sales.today),
    guestPasses: guestPassesProblem(draft, sales.today),
    notes: notesProblem(draft.notes),
    ...findContactProblems(draft.contactInfo),
  })
}

function seatsProblem({ planId, seats }: BookingDraft): DraftProblem | undefined {
  if (planId && !hasChosenSeats(planId)) return undefined
  if (parseSeats(seats) !== undefined) return undefined
  return Number.isInteger(seats) && seats > MAX_SEATS ? 'too_many_seats' : 'not_a_seat_count'
}

/** The free time of the day limits the hours of a day pass; the server knows it. */
export const getMaxRoomHours = (plan: PlanId, days: number): number | undefined =>
  isDayPass(plan) ? undefined : MAX_HOURS_PER_DAY * days

function roomHoursProblem(draft: BookingDraft, today: IsoDate): DraftProblem | undefined {
  const { planId, meetingRoomHours } = draft
  if (counter(meetingRoomHours) === undefined) return 'not_a_count'
  const days = countDays(draft, today)
  const max = planId && days !== undefined ? getMaxRoomHours(planId, days) : undefined
  return max !== undefined && meetingRoomHours > max ? 'too_many_hours' : undefined
}

/** The days covered; undefined until the plan and the dates are valid. */
function countDays({ planId, billing, startDate, endDate }: BookingDraft, today: IsoDate): number | undefined {
  if (!planId || !startDate) return undefined
  const period = periodFor(planId, billing)
  const end = endDate || undefined
  if (datesProblem(startDate, end, period, today)) return undefined
  return countRangeDays(coverage(startDate, end, period))
}

function guestPassesProblem(draft: BookingDraft, today: IsoDate): DraftProblem | undefined {
  const { planId, seats, guestPasses } = draft
  if (counter(guestPasses) === undefined) return 'not_a_count'
  const days = countDays(draft, today)
  if (!planId || days === undefined || seatsProblem(draft)) return undefined
  if (guestPasses <= getMaxGuestPasses(planId, seats, days)) return undefined
  return isDayPass(planId) ? 'too_many_guests' : 'too_many_guest_days'
}

function addOnsProblem(chosenIds: readonly AddOnId[], catalogue: Catalogue): 'unknown' | 'twice' | undefined {
  const known = chosenIds.every((chosenId) => catalogue.addOns.some(({ id }) => id === chosenId))
  if (!known) return 'unknown'
  return new Set(chosenIds).size === chosenIds.length ? undefined : 'twice'
}

export function getProblemsInStep(step: Step, problems: DraftProblems): DraftProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => getStepForField(field as DraftField) === step))
}

function contactProblems(contact: ContactInfo): DraftProblems {
  const name = (value: string): DraftProblem | undefined => {
    if (toSingleLine(value) === '') return 'missing'
    if (hasLink(value)) return 'has_link'
    return value.length > MAX_NAME_LENGTH ? 'text_too_long' : undefined
  }
  return withoutUndefined({
    firstName: name(contact.firstName),
    lastName: name(contact.lastName),
    email: contact.email.trim() === '' ? 'missing' : isEmail(contact.email.trim()) ? undefined : 'not_an_email',
    phone:
      contact.phone.trim() === '' ? 'missing' : normalisePhone(contact.phone) === undefined ? 'not_a_phone' : undefined,
    company: contact.company.length > MAX_NAME_LENGTH ? 'text_too_long' : undefined,
    pan: panProblem(normalisePan(contact.pan)),
  })
}

const panProblem = (pan: string): DraftProblem | undefined => (pan === '' || isPan(pan) ? undefined : 'not_a_pan')

/** A walk-in needs a name, and a valid email or phone. */
export function walkInContactProblems(contact: ContactInfo): DraftProblems {
  const { lastName, email, phone, ...problems } = contactProblems(contact)
  const unreachable = email === 'missing' && phone === 'missing'
  return withoutUndefined({
    ...problems,
    lastName: lastName === 'missing' ? undefined : lastName,
    email: email === 'missing' ? undefined : email,
    phone: phone === 'missing' && !unreachable ? undefined : phone,
  })
}

const notesProblem = (notes: string): DraftProblem | undefined =>
  notes.length > MAX_NOTES_LENGTH ? 'text_too_long' : undefined

/** What customers may change in their booking. */
export type BookingDetails = Pick<ContactInfo, 'phone' | 'company' | 'pan'> & Pick<BookingDraft, 'notes'>

export const normaliseDetails = ({ notes, ...contact }: BookingDetails): BookingDetails => {
  const { phone, company, pan } = normaliseContact({ ...EMPTY_CONTACT, ...contact })
  return { phone, company, pan, notes: notes.trim() }
}

/** Checks changed values only, because staff may have saved a booking without a phone. */
export function changedDetailsProblems(before: BookingDetails, after: BookingDetails): DraftProblems {
  const { phone, company, pan } = contactProblems({ ...EMPTY_CONTACT, ...after })
  return withoutUndefined({
    phone: after.phone === before.phone ? undefined : phone,
    company: after.company === before.company ? undefined : company,
    pan: after.pan === before.pan ? undefined : pan,
    notes: after.notes === before.notes ? undefined : notesProblem(after.notes),
  })
}

function dateProblems(
  draft: BookingDraft,
  catalogue: Catalogue,
  location: BookableLocation | undefined,
  sales: Sales,
): DraftProblems {
  const period = draft.planId && periodFor(draft.planId, draft.billing)
  const sold =
    !draft.locationId ||
    !draft.planId ||
    !period ||
    planPrice(pricesAt(catalogue.prices, draft.locationId), draft.planId, period) !== undefined
  if (!draft.startDate) return { ...(!sold && { billing: 'not_sold' }), startDate: 'missing' }
  const dates = datesProblem(draft.startDate, draft.endDate || undefined, period || 'monthly', sales.today)
  const onStart = dates === 'start_in_past' || dates === 'start_too_far'
  return {
    ...(!sold && { billing: 'not_sold' }),
    ...(dates && { [onStart ? 'startDate' : 'endDate']: dates }),
    ...(!onStart && location && draft.startDate < earliestStart(sales, location.id) && { startDate: 'sales_ended' }),
    ...(!onStart &&
      location &&
      findClosedReason(location, draft.startDate) !== undefined && { startDate: 'closed_day' }),
    ...(location && hasWorkingHours(draft.planId) && timeProblems(draft, location, draft.startDate)),
  }
}

/** Without closures: working hours apply to every day, other hours to the days of their closure. */
export const usualHours = ({ openingHours }: Pick<LocationHours, 'openingHours'>, day: IsoDate) =>
  openingHours[weekday(day)]

function timeProblems(draft: BookingDraft, location: BookableLocation, day: IsoDate): DraftProblems {
  const { open, close } = usualHours(location, day)
  if (draft.startTime < open || draft.startTime >= close) return { startTime: 'outside_hours' }
  if (draft.endTime > close) return { endTime: 'outside_hours' }
  return draft.endTime <= draft.startTime ? { endTime: 'ends_before_it_starts' } : {}
}

export function clampHours(
  hours: { startTime: ClockTime; endTime: ClockTime },
  location: LocationHours,
  day: IsoDate,
): { startTime: ClockTime; endTime: ClockTime } {
  const { open, close } = usualHours(location, day)
  const startTime = hours.startTime < open || hours.startTime >= close ? open : hours.startTime
  const endTime = hours.endTime > close || hours.endTime <= startTime ? close : hours.endTime
  return { startTime, endTime }
}

function selectionProblem(
  value: string,
  found: { available: boolean } | undefined,
): 'missing' | 'unknown' | 'unavailable' | undefined {
  if (value === '') return 'missing'
  if (!found) return 'unknown'
  return found.available ? undefined : 'unavailable'
}

const counter = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNTER ? value : undefined

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withoutUndefined = (problems: { [field in DraftField]?: DraftProblem | undefined }): DraftProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
