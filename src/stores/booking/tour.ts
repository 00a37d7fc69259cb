import { atom, computed } from 'nanostores'
import type { Failure } from '#contract/failure.ts'
import { getTourMessages } from '#contract/tour-messages.ts'
import { bookTour as bookTourCall, readTour } from '#contract/tours.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { withClosures } from '#domain/closure.ts'
import type { TourLocation } from '#domain/tour.ts'
import { type TourRequest, tourProblems } from '#domain/tour-request.ts'
import { call } from '../api.ts'
import { now } from '../clock.ts'
import { $closures, loadClosures } from '../closures.ts'
import { environment } from '../environment.ts'
import { $ownTours, addOwnTour, forgetOwnTour, updateOwnTour } from '../own-tours.ts'
import { persistent } from '../persistent.ts'
import { $today } from '../today.ts'
import { clearTourSlots, listTourDays, loadTourSlots } from '../tour-slots.ts'
import { $draft } from './draft.ts'
import { $locationFromLink } from './open-wizard.ts'

interface TourDraft extends TourRequest {
  /** The idempotency key of a request without a response, which may have booked the tour; else empty. */
  key: string
}

type Contact = Pick<TourRequest, 'name' | 'phone' | 'email'>

type TourBooking =
  | { state: 'editing' | 'sending' }
  | { state: 'failed'; failure: Failure }
  /** `contact` is that of a tour booked on this page. */
  | { state: 'booked'; tourId: string; contact?: Contact }

const EMPTY_DRAFT: TourDraft = { locationId: '', date: '', time: '', name: '', phone: '', email: '', key: '' }

/** What was typed, until the tour is booked. */
export const $tourRequest = persistent<TourDraft>('tour-draft', EMPTY_DRAFT, parseTourDraft)
export const $tourBooking = atom<TourBooking>({ state: 'editing' })

/** The tour whose booking is shown instead of the form. */
export const $bookedTour = computed([$tourBooking, $ownTours], (booking, tours) =>
  booking.state === 'booked' ? tours.find(({ tourId }) => tourId === booking.tourId) : undefined,
)

const $offered = atom<readonly TourLocation[]>([])
const $locations = computed([$offered, $closures], withClosures)
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

/** Shows the tour of this browser, unless another one was started. Returns a function that stops. */
export function openTourForm(locations: readonly TourLocation[]): () => void {
  $offered.set(locations)
  const [latest] = $ownTours.get()
  const linked = $locationFromLink.get()
  const isStarted = Object.values($tourRequest.get()).some((text) => text !== '')
  if (latest && !isStarted && (linked ?? latest.locationId) === latest.locationId) {
    if ($tourBooking.get().state !== 'booked') $tourBooking.set({ state: 'booked', tourId: latest.tourId })
  } else startForm()
  void refreshBookedTour()
  const stopClosures = $closures.listen(clearUnavailableDay)
  const stopReturns = environment().onReturn(() => void refreshBookedTour())
  return () => {
    stopClosures()
    stopReturns()
  }
}

/** It may have been moved or cancelled elsewhere, and staff can replace its link. */
async function refreshBookedTour(): Promise<void> {
  const tour = $bookedTour.get()
  if (!tour) return
  const response = await call(readTour, {}, { params: { id: tour.tourId }, secret: tour.secret })
  if (response.ok) updateOwnTour(response.value, tour.secret)
  else if (response.failure.code === 'not_found') forgetOwnTour(tour)
}

/** Starts with the location of the link, else with the one of a reload, else with the one chosen in the wizard. */
function startForm(): void {
  const { locationId } = $tourRequest.get()
  const choices = [$locationFromLink.get(), locationId, $draft.get().locationId]
  const offered = choices.find((choice) => $locations.get().some(({ id, tours }) => id === choice && tours)) ?? ''
  if (offered !== locationId) changeTour({ locationId: offered })
  clearUnavailableDay()
  void loadSlots()
}

function clearUnavailableDay(): void {
  const { date } = $tourRequest.get()
  if (date !== '' && !$tourDays.get()?.some((day) => day === date)) changeTour({ date: '' })
}

/** Days on which the chosen location still has tours; `undefined` until one is chosen. */
export const $tourDays = computed([$tourRequest, $locations, $today], ({ locationId }, locations, today) => {
  const location = locations.find(({ id }) => id === locationId)
  return location && listTourDays(location, today)
})

export function changeTour(changes: Partial<TourRequest>): void {
  const before = $tourRequest.get()
  const request = { ...before, ...changes, key: '' }
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
  const { time, key } = $tourRequest.get()
  // A request without a response may have taken the last place.
  const canBeFull = key === '' && time !== ''
  if (slots && canBeFull && !slots.some((slot) => slot.time === time && slot.free > 0)) changeTour({ time: '' })
}

/** Books the tour, or shows what has to be corrected. */
export async function bookTour(): Promise<void> {
  if ($tourBooking.get().state === 'sending') return
  $isAttempted.set(true)
  if (Object.keys($problems.get()).length > 0) {
    $tourBooking.set({ state: 'editing' })
    return
  }
  $tourBooking.set({ state: 'sending' })
  const draft = $tourRequest.get()
  const idempotencyKey = draft.key || environment().randomId()
  $tourRequest.set({ ...draft, key: idempotencyKey })
  const { key, phone, email, ...choices } = draft
  const body = { ...choices, ...(phone && { phone }), ...(email && { email }) }
  const response = await call(bookTourCall, body, { idempotencyKey })
  if (response.ok) {
    addOwnTour({ ...response.value, email })
    $tourRequest.set(EMPTY_DRAFT)
    const contact = { name: draft.name, phone, email }
    $tourBooking.set({ state: 'booked', tourId: response.value.tourId, contact })
    return
  }
  $tourBooking.set({ state: 'failed', failure: response.failure })
  if (response.failure.code === 'invalid') void loadClosures()
  if (response.failure.code === 'sold_out') {
    $tourRequest.set({ ...$tourRequest.get(), key: '' })
    void loadSlots()
  }
}

/** Keeps the contact. */
export function startAnotherTour(): void {
  const booking = $tourBooking.get()
  $isAttempted.set(false)
  $tourRequest.set({ ...EMPTY_DRAFT, ...(booking.state === 'booked' && booking.contact) })
  $tourBooking.set({ state: 'editing' })
  startForm()
}

function parseTourDraft(stored: unknown): TourDraft {
  const values = (stored ?? {}) as Record<string, unknown>
  const read = (field: keyof TourDraft): string => {
    const value = values[field]
    return typeof value === 'string' ? value : ''
  }
  return {
    locationId: read('locationId'),
    date: read('date'),
    time: read('time'),
    name: read('name'),
    phone: read('phone'),
    email: read('email'),
    key: read('key'),
  }
}
