import { atom, computed } from 'nanostores'
import { type DaySeats, isFull } from '#domain/availability.ts'
import { addDays, type IsoDate, isoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { PlanId } from '#domain/plan.ts'
import { getDraftCoverage } from '#domain/quote.ts'
import { ledger } from '../ledger/index.ts'
import { $draft } from './draft.ts'

export type SeatsByDay = ReadonlyMap<IsoDate, DaySeats>

/** What is known of free seats, by location. A day that is not in it counts as free: the server has the last word. */
export const $seats = atom<Readonly<Partial<Record<LocationId, SeatsByDay>>>>({})
/** True while the last question went unanswered. */
export const $seatsUnknown = atom(false)

/** The days of the draft that lack its seats, as far as is known. */
export const $fullDays = computed([$draft, $seats], (draft, seats): readonly IsoDate[] => {
  const covered = getDraftCoverage(draft)
  const days = draft.locationId ? seats[draft.locationId] : undefined
  if (!covered || !days || !draft.planId) return []
  return listFullDays(days, draft.planId).filter((date) => date >= covered.from && date <= covered.to)
})

export const listFullDays = (days: SeatsByDay, plan: PlanId): IsoDate[] =>
  [...days.values()].filter((day) => isFull(day, plan)).map(({ date }) => date)

/** One call of the API answers for at most this many days. */
const MAX_DAYS = 400

/** Asks anew about the days from one to another, both included. */
export async function loadSeats(location: LocationId, from: IsoDate, to: IsoDate): Promise<void> {
  for (let start = from; start <= to; start = addDays(start, MAX_DAYS)) {
    const last = addDays(start, MAX_DAYS - 1)
    const answer = await ledger.availability({ location, from: start, to: last < to ? last : to })
    $seatsUnknown.set(!answer.ok)
    if (!answer.ok) return
    mergeSeats(location, answer.value.days)
  }
}

/** Asks about the days that the draft would cover. */
export async function loadDraftSeats(): Promise<void> {
  const draft = $draft.get()
  const covered = getDraftCoverage(draft)
  if (covered && draft.locationId) await loadSeats(draft.locationId, covered.from, covered.to)
}

function mergeSeats(location: LocationId, answered: readonly { date: string; seats: number; taken: number }[]): void {
  const days = new Map($seats.get()[location])
  for (const day of answered) {
    const date = isoDate(day.date)
    if (date) days.set(date, { ...day, date })
  }
  $seats.set({ ...$seats.get(), [location]: days })
}
