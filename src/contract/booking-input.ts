import {
  type BookingDraft,
  clampHours,
  DEFAULT_END,
  DEFAULT_START,
  type DraftProblems,
  draftProblems,
  type walkInContactProblems,
} from '#domain/booking-draft.ts'
import { type IsoDate, parseClockTime, parseIsoDate } from '#domain/calendar.ts'
import type { AddOnId, Catalogue } from '#domain/catalogue.ts'
import { findClosedReason } from '#domain/closure.ts'
import { normaliseContact } from '#domain/contact.ts'
import { hasWorkingHours } from '#domain/day-pass.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { type PlanId, parsePlanId } from '#domain/plan.ts'
import type { Sales } from '#domain/same-day.ts'
import { hasChosenSeats, OFFICE_SEATS } from '#domain/team.ts'
import type { placeBooking } from './bookings.ts'
import type { Input } from './endpoint.ts'
import { fail, type Outcome, succeed } from './failure.ts'
import { formatClosedDay, formatMaxGuests, getValidationMessages } from './validation-messages.ts'

/** A draft without problems. */
export type CompleteDraft = BookingDraft & { locationId: LocationId; planId: PlanId; startDate: IsoDate }

/** Validates a visitor's input by the rules of the wizard. A location or plan not on offer fails with `unavailable`. */
export function readBookingInput(
  input: Input<typeof placeBooking>,
  catalogue: Catalogue,
  sales: Sales,
  problemsOfContact?: typeof walkInContactProblems,
): Outcome<CompleteDraft> {
  const draft = toDraft(input, catalogue)
  const problems = findBookingInputProblems(input, draft, catalogue, sales, problemsOfContact)
  if (Object.keys(problems).length === 0) return succeed(draft as CompleteDraft)
  const isUnavailable = problems.locationId === 'unavailable' || problems.planId === 'unavailable'
  return fail(isUnavailable ? 'unavailable' : 'invalid', {
    fields: getBookingInputMessages(problems, draft, catalogue),
  })
}

/** Messages by field. That of a closed day contains the reason, that of guests the most that are possible. */
export function getBookingInputMessages(
  problems: DraftProblems,
  { locationId, startDate, seats }: BookingDraft,
  catalogue: Catalogue,
): Record<string, string> {
  const location = catalogue.locations.find(({ id }) => id === locationId)
  const reason = startDate && findClosedReason(location ?? {}, startDate)
  return {
    ...getValidationMessages(problems),
    ...(problems.startDate === 'closed_day' && reason && { startDate: formatClosedDay(startDate, reason) }),
    ...(problems.guestPasses === 'too_many_guests' && { guestPasses: formatMaxGuests(seats) }),
  }
}

export const findBookingInputProblems = (
  input: Input<typeof placeBooking>,
  draft: BookingDraft,
  catalogue: Catalogue,
  sales: Sales,
  problemsOfContact?: typeof walkInContactProblems,
): DraftProblems => ({
  ...draftProblems(draft, catalogue, sales, problemsOfContact),
  ...findUnreadableFields(input, draft),
})

export function toDraft(input: Input<typeof placeBooking>, catalogue: Catalogue): BookingDraft {
  const { contactInfo: contact } = input
  const location = catalogue.locations.find(({ id }) => id === parseLocationId(input.locationId))
  const startDate = parseIsoDate(input.startDate) ?? ''
  const defaultHours = { startTime: DEFAULT_START, endTime: DEFAULT_END }
  const hours = location && startDate ? clampHours(defaultHours, location, startDate) : defaultHours
  return {
    locationId: parseLocationId(input.locationId) ?? '',
    planId: parsePlanId(input.planId) ?? '',
    billing: input.billing ?? 'monthly',
    seats: input.seats ?? 1,
    startDate,
    endDate: parseIsoDate(input.endDate) ?? '',
    startTime: parseClockTime(input.startTime) ?? hours.startTime,
    endTime: parseClockTime(input.endTime) ?? hours.endTime,
    addOns: input.addOns as AddOnId[],
    meetingRoomHours: input.meetingRoomHours,
    guestPasses: input.guestPasses,
    notes: input.notes?.trim() ?? '',
    contactInfo: normaliseContact({ ...contact, company: contact.company ?? '', pan: contact.pan ?? '' }),
  }
}

/** Text that cannot be parsed, as opposed to an empty field, and seats that the plan does not have. */
function findUnreadableFields(input: Input<typeof placeBooking>, draft: BookingDraft): DraftProblems {
  const checksHours = draft.planId === '' || hasWorkingHours(draft.planId)
  return {
    ...(input.locationId !== '' && draft.locationId === '' && { locationId: 'unknown' }),
    ...(input.planId !== '' && draft.planId === '' && { planId: 'unknown' }),
    ...(input.startDate !== '' && draft.startDate === '' && { startDate: 'not_a_date' }),
    ...(input.endDate && draft.endDate === '' && { endDate: 'not_a_date' }),
    ...(draft.planId &&
      !hasChosenSeats(draft.planId) &&
      input.seats !== undefined &&
      input.seats !== OFFICE_SEATS && { seats: 'office_seats' }),
    ...(checksHours && input.startTime && !parseClockTime(input.startTime) && { startTime: 'not_a_time' }),
    ...(checksHours && input.endTime && !parseClockTime(input.endTime) && { endTime: 'not_a_time' }),
  }
}
