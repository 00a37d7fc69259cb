import { atom } from 'nanostores'
import type { placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { holdsSeats } from '#domain/booking.ts'
import { type BookingDraft, type DraftField, getStepForField, STEPS, type Step } from '#domain/booking-draft.ts'
import { hasWorkingHours } from '#domain/day-pass.ts'
import { isDayPass } from '#domain/plan.ts'
import { hasChosenSeats } from '#domain/team.ts'
import { loadClosures } from '../closures.ts'
import { $currentBooking, getPaymentUrl, setCurrentBooking } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { clearAttempt, completeAttempt, getIdempotencyKey, getPlacedBookingId, getUnansweredKeys } from './attempt.ts'
import { refreshPrices } from './catalogue.ts'
import { $draft } from './draft.ts'
import { $heldSeat, loadHeldSeat } from './held-seat.ts'
import { $problems, $quote } from './quote.ts'
import { $renewal, type Renewal } from './renewal.ts'
import { $chosenRoom } from './room.ts'
import { loadDraftSeats } from './seats.ts'
import { goToStep, showProblems } from './step.ts'

type BookingRequest = Input<typeof placeBooking>

/** `redirecting`: placed, and the payment screen is opening. */
export type Placement = { state: 'idle' | 'pending' | 'redirecting' } | { state: 'failed'; failure: Failure }

export const $placement = atom<Placement>({ state: 'idle' })

const resetFrom = (state: Placement['state']): void => {
  if ($placement.get().state === state) $placement.set({ state: 'idle' })
}

export const dismissFailure = (): void => resetFrom('failed')
/** The back button may restore this page exactly as it was left. */
export const resetRedirect = (): void => resetFrom('redirecting')

const DRAFT_CHANGED: Failure = {
  code: 'changed_meanwhile',
  message: 'You made changes while we were holding your seat. Check your booking, then continue to payment.',
}

/** Places the booking and opens the payment screen. The draft stays in every case. */
export async function placeDraft(): Promise<void> {
  if ($placement.get().state === 'pending' || $placement.get().state === 'redirecting') return
  const fields = Object.keys($problems.get()) as DraftField[]
  const incompleteStep = STEPS.find((step) => fields.some((field) => getStepForField(field) === step))
  if (incompleteStep) {
    showProblems(incompleteStep)
    goToStep(incompleteStep)
    return
  }
  $placement.set({ state: 'pending' })
  const request = buildRequest($draft.get(), $quote.get()?.total, $renewal.get())
  const existing = await checkExistingHold(request)
  if (existing !== true) {
    const response = existing === false ? await sendRequest(request) : existing
    if (!response.ok) return handleFailure(response.failure)
    completeAttempt(response.value.bookingId)
    setCurrentBooking(response.value)
  }
  // The visitor changed the draft while the request ran: the next attempt replaces the hold.
  if (JSON.stringify(buildRequest($draft.get(), request.totalAmount, $renewal.get())) !== JSON.stringify(request))
    return $placement.set({ state: 'failed', failure: DRAFT_CHANGED })
  goToPayment()
}

/** Names earlier holds, so that the visitor's own seats count as free. */
function sendRequest(request: BookingRequest): ReturnType<typeof ledger.place> {
  const credentials = $currentBooking.get()
  const key = getIdempotencyKey(request)
  const keys = getUnansweredKeys()
  const offer = getOffer(request)
  return ledger.place(
    {
      ...request,
      ...(credentials && { replaces: { bookingId: credentials.bookingId, secret: credentials.secret } }),
      ...(keys.length > 0 && { unanswered: [...keys] }),
      ...(offer && { offer }),
    },
    key,
    $renewal.get()?.secret,
  )
}

/** The seat that is held for the visitor, if the booking is for it. */
function getOffer({ planId, locationId, startDate }: BookingRequest): BookingRequest['offer'] {
  const held = $heldSeat.get()
  const isForIt = isDayPass(planId) && held?.locationId === locationId && held.date === startDate
  return isForIt ? { id: held.id, token: held.token } : undefined
}

function goToPayment(): void {
  $placement.set({ state: 'redirecting' })
  environment().navigate(getPaymentUrl())
}

/** Whether this exact booking already exists and holds its seats. An expired one is placed again under a new key. */
async function checkExistingHold(request: BookingRequest): Promise<boolean | { ok: false; failure: Failure }> {
  const credentials = $currentBooking.get()
  if (!credentials || getPlacedBookingId(request) !== credentials.bookingId) return false
  const response = await ledger.read(credentials)
  if (response.ok && holdsSeats(response.value.status)) return true
  if (!response.ok && response.failure.code !== 'not_found') return response
  clearAttempt()
  return false
}

/** Codes that mean nothing was booked; after any other the same key is retried. */
const REJECTION_CODES: readonly Failure['code'][] = [
  'sold_out',
  'price_changed',
  'invalid',
  'unavailable',
  'idempotency_mismatch',
  'not_found',
  'wrong_state',
  'already_done',
]

async function handleFailure(failure: Failure): Promise<void> {
  if (REJECTION_CODES.includes(failure.code)) clearAttempt()
  if (failure.code === 'price_changed') await refreshPrices()
  // The first day may have been closed, or got other hours, since the page was opened.
  if (failure.code === 'invalid') await loadClosures()
  if (failure.code === 'sold_out' && !failure.fields) await Promise.all([loadDraftSeats(), loadHeldSeat()])
  $placement.set({ state: 'failed', failure })
  const step = findInvalidStep(failure)
  if (step) goToStep(step)
}

function findInvalidStep({ code, fields = {} }: Failure): Step | undefined {
  // The field is `rooms.0`.
  if (Object.keys(fields).some((field) => field.startsWith('rooms.'))) return 3
  if (code === 'sold_out') return 2
  if (code === 'unavailable') return 1
  const steps = Object.keys(fields).map((field) => getStepForField(field as DraftField))
  return STEPS.find((step) => steps.includes(step))
}

/** The API's request; a day pass has neither a billing period nor an end date or working hours, a renewal no end date. */
function buildRequest(draft: BookingDraft, totalAmount: number | undefined, renewal: Renewal | null): BookingRequest {
  const { locationId, planId, billing, seats, startDate, endDate, startTime, endTime } = draft
  const { addOns, meetingRoomHours, guestPasses } = draft
  const room = $chosenRoom.get()
  const { firstName, lastName, email, phone, company, pan } = draft.contactInfo
  return {
    locationId,
    planId,
    ...(hasChosenSeats(planId) && seats > 1 && { seats }),
    startDate,
    ...(!isDayPass(planId) && { billing, ...(endDate && !renewal && { endDate }) }),
    ...(hasWorkingHours(planId) && { startTime, endTime }),
    addOns,
    meetingRoomHours,
    guestPasses,
    ...(room && { rooms: [{ roomId: room.roomId, start: room.start, end: room.end }] }),
    notes: draft.notes.trim(),
    contactInfo: {
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      email: email.trim(),
      phone: phone.trim(),
      company: company.trim(),
      ...(pan.trim() && { pan: pan.trim() }),
    },
    ...(totalAmount !== undefined && { totalAmount }),
    currency: 'NPR',
    ...(renewal && { renews: renewal.membershipId }),
  }
}
