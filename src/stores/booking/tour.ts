import { atom, computed } from 'nanostores'
import type { Failure } from '#contract/failure.ts'
import { getTourMessages } from '#contract/tour-messages.ts'
import { type BookedTour, bookTour as bookTourCall } from '#contract/tours.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import type { TourLocation } from '#domain/tour.ts'
import { type TourRequest, tourProblems } from '#domain/tour-request.ts'
import { call } from '../api.ts'
import { now } from '../clock.ts'
import { withIdempotencyKey } from '../idempotency-key.ts'
import { $today } from '../today.ts'
import { clearTourSlots, listTourDays, loadTourSlots } from '../tour-slots.ts'
import { $draft } from './draft.ts'

type TourBooking =
  | { state: 'editing' | 'sending' }
  | { state: 'failed'; failure: Failure }
  | { state: 'booked'; tour: BookedTour }

const EMPTY_REQUEST: TourRequest = { locationId: '', date: '', time: '', name: '', phone: '', email: '' }

export const $tourRequest = atom<TourRequest>(EMPTY_REQUEST)
export const $tourBooking = atom<TourBooking>({ state: 'editing' })

const $locations = atom<readonly TourLocation[]>([])
/** Problems are shown once the visitor has tried to book. */
const $isAttempted = atom(false)

const $problems = computed([$tourRequest, $locations], (request, locations) =>
  getTourMessages(tourProblems(request, locations, now())),
)

/** What to show beside each field, in the order of the form. */
export const $tourErrors = computed(
  [$problems, $isAttempted, $tourBooking],
  (problems, isAttempted, booking): Partial<Record<string, string>> =>
    booking.state === 'failed' ? (booking.failure.fields ?? {}) : isAttempted ? problems : {},
)

/** Starts with the location that is chosen in the wizard. */
export function openTourForm(locations: readonly TourLocation[]): void {
  $locations.set(locations)
  const { locationId } = $draft.get()
  const isOffered = locations.some(({ id, tours }) => id === locationId && tours)
  if (isOffered && $tourRequest.get().locationId === '') changeTour({ locationId })
  else void loadSlots()
}

/** Days on which the chosen location still has tours. */
export const $tourDays = computed([$tourRequest, $locations, $today], ({ locationId }, locations, today) => {
  const location = locations.find(({ id }) => id === locationId)
  return location ? listTourDays(location, today) : []
})

export function changeTour(changes: Partial<TourRequest>): void {
  const before = $tourRequest.get()
  const request = { ...before, ...changes }
  const isSameDay = request.locationId === before.locationId && request.date === before.date
  $tourRequest.set(isSameDay ? request : { ...request, time: '' })
  if ($tourBooking.get().state === 'failed') $tourBooking.set({ state: 'editing' })
  if (!isSameDay) void loadSlots()
}

async function loadSlots(): Promise<void> {
  const { locationId, date } = $tourRequest.get()
  const location = $locations.get().find(({ id }) => id === locationId)
  const day = parseIsoDate(date)
  if (!location || !day) return clearTourSlots()
  const slots = await loadTourSlots(location, day)
  const { time } = $tourRequest.get()
  if (slots && time !== '' && !slots.some((slot) => slot.time === time && slot.free > 0)) changeTour({ time: '' })
}

/** Returns the first field that has to be corrected; undefined if the request was sent. */
export async function bookTour(): Promise<string | undefined> {
  if ($tourBooking.get().state === 'sending') return undefined
  $isAttempted.set(true)
  const [field] = Object.keys($problems.get())
  if (field) {
    $tourBooking.set({ state: 'editing' })
    return field
  }
  $tourBooking.set({ state: 'sending' })
  const { phone, email, ...choices } = $tourRequest.get()
  const body = { ...choices, ...(phone && { phone }), ...(email && { email }) }
  const response = await withIdempotencyKey(['book tour', body], (idempotencyKey) =>
    call(bookTourCall, body, { idempotencyKey }),
  )
  $tourBooking.set(
    response.ok ? { state: 'booked', tour: response.value } : { state: 'failed', failure: response.failure },
  )
  if (!response.ok && response.failure.code === 'sold_out') void loadSlots()
  return response.ok ? undefined : Object.keys(response.failure.fields ?? {})[0]
}

/** Keeps the contact, for a tour of another location. */
export function startAnotherTour(): void {
  $isAttempted.set(false)
  $tourRequest.set({ ...$tourRequest.get(), date: '', time: '' })
  $tourBooking.set({ state: 'editing' })
}
