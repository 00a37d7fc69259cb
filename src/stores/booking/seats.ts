import { atom, computed } from 'nanostores'
import { type DaySeats, isFull } from '#domain/availability.ts'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { isDayPass } from '#domain/plan.ts'
import { countSeatsTaken } from '#domain/team.ts'
import { ledger } from '../ledger/index.ts'
import { $draft } from './draft.ts'
import { $heldSeat } from './held-seat.ts'
import { $coverage } from './renewal.ts'

type SeatsByDay = ReadonlyMap<IsoDate, DaySeats>
type SeatsByLocation = Readonly<Partial<Record<LocationId, SeatsByDay>>>

const $loadedSeats = atom<SeatsByLocation>({})

/**
 * Free seats by location. An unknown day counts as free: the server decides. A seat held for the visitor is free for a
 * day pass of one person.
 */
export const $seats = computed([$loadedSeats, $heldSeat, $draft], (loaded, held, draft): SeatsByLocation => {
  const { planId } = draft
  if (!held || !planId || !isDayPass(planId) || countSeatsTaken({ ...draft, planId }) > 1) return loaded
  const days = loaded[held.locationId]
  const day = days?.get(held.date)
  if (!day) return loaded
  return { ...loaded, [held.locationId]: new Map(days).set(held.date, { ...day, taken: day.taken - 1 }) }
})
/** True if the last request failed. */
export const $seatsUnknown = atom(false)

/** Days of the draft that are known to be full. */
export const $fullDays = computed([$draft, $seats, $coverage], (draft, seats, coverage): readonly IsoDate[] => {
  const days = draft.locationId ? seats[draft.locationId] : undefined
  if (!coverage || !days || !draft.planId) return []
  return listFullDays(days, countSeatsTaken({ ...draft, planId: draft.planId })).filter(
    (date) => date >= coverage.from && date <= coverage.to,
  )
})

export const listFullDays = (days: SeatsByDay, needed: number): IsoDate[] =>
  [...days.values()].filter((day) => isFull(day, needed)).map(({ date }) => date)

/** The API's limit per request. */
const MAX_DAYS = 400

/** Loads the days of a range, both ends included. */
export async function loadSeats(location: LocationId, from: IsoDate, to: IsoDate): Promise<void> {
  for (let start = from; start <= to; start = addDays(start, MAX_DAYS)) {
    const last = addDays(start, MAX_DAYS - 1)
    const response = await ledger.availability({ location, from: start, to: last < to ? last : to })
    $seatsUnknown.set(!response.ok)
    if (!response.ok) return
    mergeSeats(location, response.value.days)
  }
}

export async function loadDraftSeats(): Promise<void> {
  const coverage = $coverage.get()
  const { locationId } = $draft.get()
  if (coverage && locationId) await loadSeats(locationId, coverage.from, coverage.to)
}

function mergeSeats(location: LocationId, loaded: readonly DaySeats[]): void {
  const days = new Map($loadedSeats.get()[location])
  for (const day of loaded) days.set(day.date, day)
  $loadedSeats.set({ ...$loadedSeats.get(), [location]: days })
}
