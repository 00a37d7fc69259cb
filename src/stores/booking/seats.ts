import { computed } from 'nanostores'
import { isFull } from '#domain/availability.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { isDayPass } from '#domain/plan.ts'
import { countSeatsTaken } from '#domain/team.ts'
import { $loadedSeats, loadSeats, type SeatsByDay, type SeatsByLocation } from '../seats.ts'
import { $draft } from './draft.ts'
import { $heldSeat } from './held-seat.ts'
import { $coverage } from './renewal.ts'

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

export async function loadDraftSeats(): Promise<void> {
  const coverage = $coverage.get()
  const { locationId } = $draft.get()
  if (coverage && locationId) await loadSeats(locationId, coverage.from, coverage.to)
}
