import { atom } from 'nanostores'
import type { placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { holdsSeats } from '#domain/booking.ts'
import { type BookingDraft, type DraftField, STEPS, type Step, stepOf } from '#domain/draft.ts'
import { isDayPass } from '#domain/plan.ts'
import { environment } from '../environment.ts'
import { $handle, paymentAddress, rememberBooking } from '../handle.ts'
import { ledger } from '../ledger/index.ts'
import { forgetAttempt, keyFor, placedBefore, settleAttempt, unanswered } from './attempt.ts'
import { refreshPrices } from './catalogue.ts'
import { $draft } from './draft.ts'
import { $problems, $quote } from './quote.ts'
import { loadSeatsOfDraft } from './seats.ts'
import { goTo, showProblems } from './step.ts'

type Request = Input<typeof placeBooking>

/** How far `Proceed to Payment` got. `leaving`: placed, and on the way to the payment screen. */
export type Placing = { state: 'idle' | 'pending' | 'leaving' } | { state: 'failed'; failure: Failure }

export const $placing = atom<Placing>({ state: 'idle' })

/** Takes a refusal away: another choice answers it. */
export const dismissFailure = (): void => {
  if ($placing.get().state === 'failed') $placing.set({ state: 'idle' })
}

/** The browser's back button may show this page again just as it was left. */
export const stopLeaving = (): void => {
  if ($placing.get().state === 'leaving') $placing.set({ state: 'idle' })
}

const CHANGED: Failure = {
  code: 'changed_meanwhile',
  message: 'You changed something while your seat was being held. Look it over, then go on to the payment.',
}

/** Places the booking and leaves for the payment screen. Whatever the answer is, nothing of the draft is lost. */
export async function place(): Promise<void> {
  if ($placing.get().state === 'pending' || $placing.get().state === 'leaving') return
  const fields = Object.keys($problems.get()) as DraftField[]
  const lacking = STEPS.find((step) => fields.some((field) => stepOf(field) === step))
  if (lacking) {
    showProblems(lacking)
    goTo(lacking)
    return
  }
  $placing.set({ state: 'pending' })
  const request = requestOf($draft.get(), $quote.get()?.total)
  const standing = await stillStanding(request)
  if (standing !== true) {
    const answer = standing === false ? await send(request) : standing
    if (!answer.ok) return refuse(answer.failure)
    settleAttempt(answer.value.bookingId)
    rememberBooking(answer.value)
  }
  // What is held is not what is wanted any more: the next try takes its place.
  if (JSON.stringify(requestOf($draft.get(), request.totalAmount)) !== JSON.stringify(request))
    return $placing.set({ state: 'failed', failure: CHANGED })
  leave()
}

/** Holds from before a change of mind make room, known ones and unknown, so that nobody stands in their own way. */
function send(request: Request): ReturnType<typeof ledger.place> {
  const handle = $handle.get()
  const key = keyFor(request)
  const keys = unanswered()
  return ledger.place(
    {
      ...request,
      ...(handle && { replaces: { bookingId: handle.bookingId, secret: handle.secret } }),
      ...(keys.length > 0 && { unanswered: [...keys] }),
    },
    key,
  )
}

function leave(): void {
  $placing.set({ state: 'leaving' })
  environment().navigate(paymentAddress())
}

/**
 * Whether exactly this booking was already made from here and keeps its seats: then it is paid, not made again. One
 * that has ended in the meantime is made anew, under a new key. The failure where nobody could say.
 */
async function stillStanding(request: Request): Promise<boolean | { ok: false; failure: Failure }> {
  const handle = $handle.get()
  if (!handle || placedBefore(request) !== handle.bookingId) return false
  const answer = await ledger.read(handle)
  if (answer.ok && holdsSeats(answer.value.status)) return true
  if (!answer.ok && answer.failure.code !== 'not_found') return answer
  forgetAttempt()
  return false
}

/** Codes that say for certain that nothing was booked; after any other the same key asks again. */
const REFUSALS: readonly Failure['code'][] = [
  'sold_out',
  'price_changed',
  'invalid',
  'unavailable',
  'idempotency_mismatch',
]

async function refuse(failure: Failure): Promise<void> {
  if (REFUSALS.includes(failure.code)) forgetAttempt()
  if (failure.code === 'price_changed') await refreshPrices()
  if (failure.code === 'sold_out') await loadSeatsOfDraft()
  $placing.set({ state: 'failed', failure })
  const step = stepToMend(failure)
  if (step) goTo(step)
}

function stepToMend({ code, fields = {} }: Failure): Step | undefined {
  if (code === 'sold_out') return 2
  if (code === 'unavailable') return 1
  const steps = Object.keys(fields).map((field) => stepOf(field as DraftField))
  return STEPS.find((step) => steps.includes(step))
}

/** Ids and choices as the API takes them; what a day pass has no use for is left out. */
function requestOf(draft: BookingDraft, totalAmount: number | undefined): Request {
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
