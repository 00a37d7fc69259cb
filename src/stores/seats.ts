import { atom } from 'nanostores'
import type { DaySeats } from '#domain/availability.ts'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { ledger } from './ledger/index.ts'

export type SeatsByDay = ReadonlyMap<IsoDate, DaySeats>
export type SeatsByLocation = Readonly<Partial<Record<LocationId, SeatsByDay>>>

/** Free seats as the server counts them. */
export const $loadedSeats = atom<SeatsByLocation>({})
/** True if the last request failed. */
export const $seatsUnknown = atom(false)

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

function mergeSeats(location: LocationId, loaded: readonly DaySeats[]): void {
  const days = new Map($loadedSeats.get()[location])
  for (const day of loaded) days.set(day.date, day)
  $loadedSeats.set({ ...$loadedSeats.get(), [location]: days })
}
