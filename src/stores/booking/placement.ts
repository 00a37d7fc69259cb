import { atom } from 'nanostores'
import type { placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { holdsSeats } from '#domain/booking.ts'
import { type BookingDraft, type DraftField, getStepForField, STEPS, type Step } from '#domain/draft.ts'
import { isDayPass } from '#domain/plan.ts'
import { $currentBooking, getPaymentUrl, setCurrentBooking } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { clearAttempt, completeAttempt, getIdempotencyKey, getPlacedBookingId, getUnansweredKeys } from './attempt.ts'
import { refreshPrices } from './catalogue.ts'
import { $draft } from './draft.ts'
import { $problems, $quote } from './quote.ts'
import { loadDraftSeats } from './seats.ts'
import { goToStep, showProblems } from './step.ts'

type BookingRequest = Input<typeof placeBooking>

/** How far `Proceed to Payment` got. `leaving`: placed, and on the way to the payment screen. */
export type Placement = { state: 'idle' | 'pending' | 'leaving' } | { state: 'failed'; failure: Failure }

export const $placement = atom<Placement>({ state: 'idle' })

/** Takes a refusal away: another choice answers it. */
export const dismissFailure = (): void => {
  if ($placement.get().state === 'failed') $placement.set({ state: 'idle' })
}

/** The browser's back button may show this page again just as it was left. */
export const resetLeaving = (): void => {
  if ($placement.get().state === 'leaving') $placement.set({ state: 'idle' })
}

const CHANGED_FAILURE: Failure = {
  code: 'changed_meanwhile',
  message: 'You changed something while your seat was being held. Look it over, then go on to the payment.',
}

/** Places the booking and leaves for the payment screen. Whatever the answer is, nothing of the draft is lost. */
export async function placeDraft(): Promise<void> {
  if ($placement.get().state === 'pending' || $placement.get().state === 'leaving') return
  const fields = Object.keys($problems.get()) as DraftField[]
  const lacking = STEPS.find((step) => fields.some((field) => getStepForField(field) === step))
  if (lacking) {
    showProblems(lacking)
    goToStep(lacking)
    return
  }
  $placement.set({ state: 'pending' })
  const request = buildRequest($draft.get(), $quote.get()?.total)
  const standing = await checkExistingHold(request)
  if (standing !== true) {
    const answer = standing === false ? await sendRequest(request) : standing
    if (!answer.ok) return handleFailure(answer.failure)
    completeAttempt(answer.value.bookingId)
    setCurrentBooking(answer.value)
  }
  // What is held is not what is wanted any more: the next try takes its place.
  if (JSON.stringify(buildRequest($draft.get(), request.totalAmount)) !== JSON.stringify(request))
    return $placement.set({ state: 'failed', failure: CHANGED_FAILURE })
  goToPayment()
}

/** Holds from before a change of mind make room, known ones and unknown, so that nobody stands in their own way. */
function sendRequest(request: BookingRequest): ReturnType<typeof ledger.place> {
  const handle = $currentBooking.get()
  const key = getIdempotencyKey(request)
  const keys = getUnansweredKeys()
  return ledger.place(
    {
      ...request,
      ...(handle && { replaces: { bookingId: handle.bookingId, secret: handle.secret } }),
      ...(keys.length > 0 && { unanswered: [...keys] }),
    },
    key,
  )
}

function goToPayment(): void {
  $placement.set({ state: 'leaving' })
  environment().navigate(getPaymentUrl())
}

/**
 * Whether exactly this booking was already made from here and keeps its seats: then it is paid, not made again. One
 * that has ended in the meantime is made anew, under a new key. The failure where nobody could say.
 */
async function checkExistingHold(request: BookingRequest): Promise<boolean | { ok: false; failure: Failure }> {
  const handle = $currentBooking.get()
  if (!handle || getPlacedBookingId(request) !== handle.bookingId) return false
  const answer = await ledger.read(handle)
  if (answer.ok && holdsSeats(answer.value.status)) return true
  if (!answer.ok && answer.failure.code !== 'not_found') return answer
  clearAttempt()
  return false
}

/** Codes that say for certain that nothing was booked; after any other the same key asks again. */
const REJECTION_CODES: readonly Failure['code'][] = [
  'sold_out',
  'price_changed',
  'invalid',
  'unavailable',
  'idempotency_mismatch',
]

async function handleFailure(failure: Failure): Promise<void> {
  if (REJECTION_CODES.includes(failure.code)) clearAttempt()
  if (failure.code === 'price_changed') await refreshPrices()
  if (failure.code === 'sold_out') await loadDraftSeats()
  $placement.set({ state: 'failed', failure })
  const step = findInvalidStep(failure)
  if (step) goToStep(step)
}

function findInvalidStep({ code, fields = {} }: Failure): Step | undefined {
  if (code === 'sold_out') return 2
  if (code === 'unavailable') return 1
  const steps = Object.keys(fields).map((field) => getStepForField(field as DraftField))
  return STEPS.find((step) => steps.includes(step))
}

/** Ids and choices as the API takes them; what a day pass has no use for is left out. */
function buildRequest(draft: BookingDraft, totalAmount: number | undefined): BookingRequest {
  const { locationId, planId, billing, startDate, endDate, startTime, endTime, addOns, meetingRoomHours, guestPasses } =
    draft
  const periods = planId !== '' && !isDayPass(planId)
  const { firstName, lastName, email, phone, company } = draft.contactInfo
  return {
    locationId,
    planId,
    startDate,
    ...(periods && { billing, startTime, endTime, ...(endDate && { endDate }) }),
    addOns,
    meetingRoomHours,
    guestPasses,
    notes: draft.notes.trim(),
    contactInfo: {
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      email: email.trim(),
      phone: phone.trim(),
      company: company.trim(),
    },
    ...(totalAmount !== undefined && { totalAmount }),
    currency: 'NPR',
  }
}
