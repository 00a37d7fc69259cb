import type { Insertable } from 'kysely'
import { addDays, dayNumber, type IsoDate } from '#domain/calendar.ts'
import type { BookableLocation } from '#domain/location.ts'
import type { SeatDays } from '../../bookings/seats.ts'
import type { Tables } from '../../db/schema.ts'

/** Reserves seats for day passes. */
const LONG_STAY_SHARE = 0.62
const MIN_OCCUPANCY = 0.68

/** Taken seats per location and day, as in `seat_days`. */
export class SeatPlan {
  readonly #taken: ReadonlyMap<string, Int16Array>
  readonly #locations: readonly BookableLocation[]
  readonly #first: number
  readonly #from: IsoDate

  constructor(locations: readonly BookableLocation[], from: IsoDate, to: IsoDate) {
    this.#locations = locations
    this.#from = from
    this.#first = dayNumber(from)
    this.#taken = new Map(locations.map(({ id }) => [id, new Int16Array(dayNumber(to) - this.#first + 1)]))
  }

  /** Reserves the seats on all days; returns false if a day is full. */
  claim({ locationId, from, to, seats }: SeatDays): boolean {
    const taken = this.#taken.get(locationId)
    const capacity = this.#locations.find(({ id }) => id === locationId)?.capacity ?? 0
    const [first, last] = [dayNumber(from) - this.#first, dayNumber(to) - this.#first]
    if (!taken || first < 0 || last >= taken.length) return false
    for (let day = first; day <= last; day++) {
      const share = first === last ? getOccupancy(day) : LONG_STAY_SHARE
      if ((taken[day] ?? 0) + seats > Math.floor(capacity * share)) return false
    }
    for (let day = first; day <= last; day++) taken[day] = (taken[day] ?? 0) + seats
    return true
  }

  rows(): Insertable<Tables['seat_days']>[] {
    return this.#locations.flatMap(({ id, capacity }) =>
      [...(this.#taken.get(id) ?? [])].flatMap((taken, day) =>
        taken > 0 ? [{ location_id: id, day: addDays(this.#from, day), seats: capacity, taken }] : [],
      ),
    )
  }
}

/** Differs between days; some days are full. */
function getOccupancy(day: number): number {
  const wave = ((day * 2_654_435_761) % 1_000) / 1_000
  return wave > 0.94 ? 1 : MIN_OCCUPANCY + wave * 0.28
}
