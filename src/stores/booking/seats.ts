import { atom, computed } from 'nanostores'
import { type DaySeats, isFull } from '#domain/availability.ts'
import { addDays, type IsoDate, isoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { PlanId } from '#domain/plan.ts'
import { coverageOf } from '#domain/quote.ts'
import { ledger } from '../ledger/index.ts'
import { $draft } from './draft.ts'

export type SeatsOfDays = ReadonlyMap<IsoDate, DaySeats>

/** What is known of free seats, by location. A day that is not in it counts as free: the server has the last word. */
export const $seats = atom<Readonly<Partial<Record<LocationId, SeatsOfDays>>>>({})
/** True while the last question went unanswered. */
export const $seatsUnknown = atom(false)

/** The days of the draft that lack its seats, as far as is known. */
export const $fullDays = computed([$draft, $seats], (draft, seats): readonly IsoDate[] => {
  const covered = coverageOf(draft)
  const days = draft.locationId ? seats[draft.locationId] : undefined
  if (!covered || !days || !draft.planId) return []
  return fullDays(days, draft.planId).filter((date) => date >= covered.from && date <= covered.to)
})

export const fullDays = (days: SeatsOfDays, plan: PlanId): IsoDate[] =>
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
    learn(location, answer.value.days)
  }
}

/** Asks about the days that the draft would cover. */
export async function loadSeatsOfDraft(): Promise<void> {
  const draft = $draft.get()
  const covered = coverageOf(draft)
  if (covered && draft.locationId) await loadSeats(draft.locationId, covered.from, covered.to)
}

function learn(location: LocationId, answered: readonly { date: string; seats: number; taken: number }[]): void {
  const days = new Map($seats.get()[location])
  for (const day of answered) {
    const date = isoDate(day.date)
    if (date) days.set(date, { ...day, date })
  }
  $seats.set({ ...$seats.get(), [location]: days })
}
