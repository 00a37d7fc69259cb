import { computed } from 'nanostores'
import { type BookingDraft, clampHours, EMPTY_DRAFT, readDraft } from '#domain/booking-draft.ts'
import type { IsoDate } from '#domain/calendar.ts'
import type { AddOnId } from '#domain/catalogue.ts'
import type { ContactInfo } from '#domain/contact.ts'
import type { LocationId } from '#domain/location.ts'
import type { Billing, PlanId } from '#domain/plan.ts'
import { listSoldPeriods, pricesAt } from '#domain/price.ts'
import { quoteDraft } from '#domain/quote.ts'
import { persistent } from '../persistent.ts'
import { isOnlyInMemory } from '../storage.ts'
import { abandonAttempt, isAttemptFor } from './attempt.ts'
import { $catalogue } from './catalogue.ts'

const STORAGE_KEY = 'booking-store'

/** The visitor's choices. The total is written in paisa and never read: the browser does not set prices. */
export const $draft = persistent<BookingDraft>(STORAGE_KEY, EMPTY_DRAFT, readDraft, (draft) => ({
  ...draft,
  totalAmount: quoteDraft(draft, $catalogue.get())?.total ?? 0,
  currency: 'NPR',
}))

/** Whether the draft is lost when the page is left. */
export const $draftUnsaved = computed($draft, () => isOnlyInMemory(STORAGE_KEY))

export const changeDraft = (choices: Partial<BookingDraft>): void =>
  $draft.set(fitToCatalogue({ ...$draft.get(), ...choices }))

/** Prices and opening hours change with the location. */
export const chooseLocation = (locationId: LocationId): void => changeDraft({ locationId })
export const choosePlan = (planId: PlanId): void => changeDraft({ planId })
export const chooseSeats = (seats: number): void => changeDraft({ seats })
export const chooseBilling = (billing: Billing): void => changeDraft({ billing })
export const setDates = (startDate: IsoDate | '', endDate: IsoDate | ''): void => changeDraft({ startDate, endDate })
export const setNotes = (notes: string): void => changeDraft({ notes })

export function chooseAddOn(id: AddOnId, isChosen: boolean): void {
  const others = $draft.get().addOns.filter((addOn) => addOn !== id)
  changeDraft({ addOns: isChosen ? [...others, id] : others })
}

export const setContact = (contact: Partial<ContactInfo>): void =>
  changeDraft({ contactInfo: { ...$draft.get().contactInfo, ...contact } })

export function resetDraft(): void {
  $draft.set(EMPTY_DRAFT)
  abandonAttempt()
}

/** Once a booking is paid, clears its own draft, but not a newer one. */
export function resetDraftOf(bookingId: string): void {
  if (isAttemptFor(bookingId)) resetDraft()
}

/** Keeps hours inside the opening hours and the period among those on sale. */
function fitToCatalogue(draft: BookingDraft): BookingDraft {
  const { locations, prices } = $catalogue.get()
  const location = locations.find(({ id }) => id === draft.locationId)
  if (!location) return draft
  const soldPeriods = draft.planId === '' ? [] : listSoldPeriods(pricesAt(prices, location.id), draft.planId)
  const isSold = soldPeriods.includes(draft.billing) || soldPeriods.includes('daily') || soldPeriods.length === 0
  return {
    ...draft,
    ...(!isSold && { billing: 'monthly' as const }),
    ...(draft.startDate !== '' && clampHours(draft, location, draft.startDate)),
  }
}
