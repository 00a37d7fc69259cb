import { clockTime, type IsoDate, isoDate } from '#domain/calendar.ts'
import type { AddOnId, Catalogue } from '#domain/catalogue.ts'
import { normalisePhone, toSingleLine } from '#domain/contact.ts'
import {
  type BookingDraft,
  clampHours,
  DEFAULT_END,
  DEFAULT_START,
  type DraftProblems,
  draftProblems,
  type walkInContactProblems,
} from '#domain/draft.ts'
import { type LocationId, locationId } from '#domain/location.ts'
import { isDayPass, type PlanId, planId } from '#domain/plan.ts'
import type { QuoteChoices } from '#domain/quote.ts'
import type { Sales } from '#domain/same-day.ts'
import type { placeBooking } from './bookings.ts'
import type { Input } from './endpoint.ts'
import { fail, type Outcome, succeed } from './failure.ts'
import { getValidationMessages } from './validation-messages.ts'

/** A draft in which nothing is missing or wrong. */
export type CompleteDraft = BookingDraft & { locationId: LocationId; planId: PlanId; startDate: IsoDate }

/**
 * Reads what a visitor sent by the same rules as the wizard. Nothing is repaired silently: what cannot be used is
 * named by field, a place or plan that is not on offer answers `unavailable`.
 */
export function readBookingInput(
  input: Input<typeof placeBooking>,
  catalogue: Catalogue,
  sales: Sales,
  problemsOfContact?: typeof walkInContactProblems,
): Outcome<CompleteDraft> {
  const draft = toDraft(input, catalogue)
  const problems = findBookingInputProblems(input, draft, catalogue, sales, problemsOfContact)
  if (Object.keys(problems).length === 0) return succeed(draft as CompleteDraft)
  const closed = problems.locationId === 'unavailable' || problems.planId === 'unavailable'
  return fail(closed ? 'unavailable' : 'invalid', { fields: getValidationMessages(problems) })
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
  const location = catalogue.locations.find(({ id }) => id === locationId(input.locationId))
  const startDate = isoDate(input.startDate) ?? ''
  const usual = { startTime: DEFAULT_START, endTime: DEFAULT_END }
  const hours = location && startDate ? clampHours(usual, location, startDate) : usual
  return {
    locationId: locationId(input.locationId) ?? '',
    planId: planId(input.planId) ?? '',
    billing: input.billing ?? 'monthly',
    startDate,
    endDate: isoDate(input.endDate) ?? '',
    startTime: clockTime(input.startTime) ?? hours.startTime,
    endTime: clockTime(input.endTime) ?? hours.endTime,
    addOns: input.addOns as AddOnId[],
    meetingRoomHours: input.meetingRoomHours,
    guestPasses: input.guestPasses,
    notes: input.notes?.trim() ?? '',
    contactInfo: {
      firstName: toSingleLine(contact.firstName),
      lastName: toSingleLine(contact.lastName),
      email: contact.email.trim(),
      phone: normalisePhone(contact.phone) ?? contact.phone.trim(),
      company: toSingleLine(contact.company ?? ''),
    },
  }
}

/** Text that was sent but says nothing that is known: not the same as a field left empty. */
function findUnreadableFields(input: Input<typeof placeBooking>, draft: BookingDraft): DraftProblems {
  const dayPass = draft.planId !== '' && isDayPass(draft.planId)
  return {
    ...(input.locationId !== '' && draft.locationId === '' && { locationId: 'unknown' }),
    ...(input.planId !== '' && draft.planId === '' && { planId: 'unknown' }),
    ...(input.startDate !== '' && draft.startDate === '' && { startDate: 'not_a_date' }),
    ...(input.endDate && draft.endDate === '' && { endDate: 'not_a_date' }),
    ...(!dayPass && input.startTime && !clockTime(input.startTime) && { startTime: 'not_a_time' }),
    ...(!dayPass && input.endTime && !clockTime(input.endTime) && { endTime: 'not_a_time' }),
  }
}

export const toQuoteChoices = (draft: CompleteDraft): QuoteChoices => ({
  locationId: draft.locationId,
  planId: draft.planId,
  billing: draft.billing,
  startDate: draft.startDate,
  endDate: draft.endDate || undefined,
  addOns: draft.addOns,
  meetingRoomHours: draft.meetingRoomHours,
  guestPasses: draft.guestPasses,
})
