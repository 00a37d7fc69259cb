import { computed } from 'nanostores'
import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import type { AddOnId } from '#domain/catalogue.ts'
import type { ContactInfo } from '#domain/contact.ts'
import { type BookingDraft, clampHours, EMPTY_DRAFT, readDraft } from '#domain/draft.ts'
import type { LocationId } from '#domain/location.ts'
import type { Billing, PlanId } from '#domain/plan.ts'
import { listSoldPeriods, pricesAt } from '#domain/price.ts'
import { quoteDraft } from '#domain/quote.ts'
import { persistent } from '../persistent.ts'
import { isOnlyInMemory } from '../storage.ts'
import { abandonAttempt, isAttemptFor } from './attempt.ts'
import { $catalogue } from './catalogue.ts'

const STORAGE_KEY = 'booking-store'

/**
 * The visitor's choices, stored under `booking-store`. The domain reads what is stored, which may be anything. The
 * total is written in paisa and never read: the browser does not set prices.
 */
export const $draft = persistent<BookingDraft>(STORAGE_KEY, EMPTY_DRAFT, readDraft, (draft) => ({
  ...draft,
  totalAmount: quoteDraft(draft, $catalogue.get())?.total ?? 0,
  currency: 'NPR',
}))

/** The browser stores nothing: the draft is lost when the page is left. */
export const $draftUnsaved = computed($draft, () => isOnlyInMemory(STORAGE_KEY))

export const changeDraft = (choices: Partial<BookingDraft>): void =>
  $draft.set(fitToCatalogue({ ...$draft.get(), ...choices }))

/** Changes the price list and the opening hours with the location. */
export const chooseLocation = (locationId: LocationId): void => changeDraft({ locationId })
export const choosePlan = (planId: PlanId): void => changeDraft({ planId })
export const chooseBilling = (billing: Billing): void => changeDraft({ billing })
export const setDates = (startDate: IsoDate | '', endDate: IsoDate | ''): void => changeDraft({ startDate, endDate })
export const setHours = (hours: { startTime?: ClockTime; endTime?: ClockTime }): void => changeDraft(hours)
export const setMeetingRoomHours = (meetingRoomHours: number): void => changeDraft({ meetingRoomHours })
export const setGuestPasses = (guestPasses: number): void => changeDraft({ guestPasses })
export const setNotes = (notes: string): void => changeDraft({ notes })

export function chooseAddOn(id: AddOnId, chosen: boolean): void {
  const others = $draft.get().addOns.filter((known) => known !== id)
  changeDraft({ addOns: chosen ? [...others, id] : others })
}

export const setContact = (contact: Partial<ContactInfo>): void =>
  changeDraft({ contactInfo: { ...$draft.get().contactInfo, ...contact } })

/** Keeps nothing of the choices. */
export function resetDraft(): void {
  $draft.set(EMPTY_DRAFT)
  abandonAttempt()
}

/** Once a booking is paid: the choices that it came of are not kept; those for another one, begun since, are. */
export function resetDraftOf(bookingId: string): void {
  if (isAttemptFor(bookingId)) resetDraft()
}

/** Keeps what follows from location, plan and date possible: hours inside the opening hours, a period on sale. */
function fitToCatalogue(draft: BookingDraft): BookingDraft {
  const { locations, prices } = $catalogue.get()
  const location = locations.find(({ id }) => id === draft.locationId)
  if (!location) return draft
  const sold = draft.planId === '' ? [] : listSoldPeriods(pricesAt(prices, location.id), draft.planId)
  const sells = sold.includes(draft.billing) || sold.includes('daily') || sold.length === 0
  return {
    ...draft,
    ...(!sells && { billing: 'monthly' as const }),
    ...(draft.startDate !== '' && clampHours(draft, location, draft.startDate)),
  }
}
