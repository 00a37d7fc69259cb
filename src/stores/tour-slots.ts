import { atom } from 'nanostores'
import { listTourSlots as listSlotsCall } from '#contract/tours.ts'
import { addDays, type IsoDate, listDays } from '#domain/calendar.ts'
import { listTourSlots, MAX_TOUR_DAYS_AHEAD, TOURS_PER_SLOT, type TourLocation } from '#domain/tour.ts'
import { call } from './api.ts'
import { now } from './clock.ts'

interface TourSlot {
  time: string
  /** Tours that can still be booked; the server decides. */
  free: number
}

/** The times of the chosen day. */
export const $tourSlots = atom<readonly TourSlot[]>([])

/** Days on which a location still has tours. */
export const listTourDays = (location: TourLocation, today: IsoDate): IsoDate[] =>
  listDays(today, addDays(today, MAX_TOUR_DAYS_AHEAD)).filter((day) => listTourSlots(location, day, now()).length > 0)

let latestRequest = 0

export function clearTourSlots(): void {
  latestRequest++
  $tourSlots.set([])
}

/** Shows all times of a day until the server has said which are full; returns these if they are still the latest. */
export async function loadTourSlots(location: TourLocation, date: IsoDate): Promise<readonly TourSlot[] | undefined> {
  const request = ++latestRequest
  $tourSlots.set(listTourSlots(location, date, now()).map((time) => ({ time, free: TOURS_PER_SLOT })))
  const response = await call(listSlotsCall, { location: location.id, date })
  if (!response.ok || request !== latestRequest) return undefined
  $tourSlots.set(response.value.slots)
  return response.value.slots
}
