import { type IsoDate, parseIsoDate } from './calendar.ts'
import { toSingleLine } from './contact.ts'
import { countRangeDays, MAX_RANGE_DAYS } from './date-range.ts'
import { type LocationId, parseLocationId } from './location.ts'

export const MAX_LOCATION_SEATS = 500
export const CAPACITY_REASON_LENGTH = { min: 2, max: 60 } as const

/** Seats of a location from a day on. */
interface SeatChangeInput {
  locationId: string
  from: string
  seats: number
  reason: string
}

/** Seats taken out on some days. */
interface BlockInput extends SeatChangeInput {
  to: string
}

export type CapacityProblem =
  | 'unknown_location'
  | 'not_a_date'
  | 'past'
  | 'ends_before_it_starts'
  | 'too_long'
  | 'seats'
  | 'reason'

export interface SeatChange extends SeatChangeInput {
  locationId: LocationId
  from: IsoDate
}

interface Block extends SeatChange {
  to: IsoDate
}

type Problems = Record<string, CapacityProblem>

/** Past days do not change. */
export function readSeatChange(
  input: SeatChangeInput,
  today: IsoDate,
): { change: SeatChange | undefined; problems: Problems } {
  const [locationId, from] = [parseLocationId(input.locationId), parseIsoDate(input.from)]
  const { seats } = input
  const reason = toSingleLine(input.reason)
  const problems: Problems = {
    ...(!locationId && { locationId: 'unknown_location' }),
    ...(!from && { from: 'not_a_date' }),
    ...(from && from < today && { from: 'past' }),
    ...((seats < 1 || seats > MAX_LOCATION_SEATS) && { seats: 'seats' }),
    ...((reason.length < CAPACITY_REASON_LENGTH.min || reason.length > CAPACITY_REASON_LENGTH.max) && {
      reason: 'reason',
    }),
  }
  if (!locationId || !from || Object.keys(problems).length > 0) return { change: undefined, problems }
  return { change: { locationId, from, seats, reason }, problems }
}

export function readBlock(input: BlockInput, today: IsoDate): { block: Block | undefined; problems: Problems } {
  const { change, problems: found } = readSeatChange(input, today)
  const [from, to] = [parseIsoDate(input.from), parseIsoDate(input.to)]
  const problem = to ? lastDayProblem(from ?? to, to) : 'not_a_date'
  const problems: Problems = { ...found, ...(problem && { to: problem }) }
  if (!change || !to || problem) return { block: undefined, problems }
  return { block: { ...change, to }, problems }
}

function lastDayProblem(from: IsoDate, to: IsoDate): CapacityProblem | undefined {
  if (to < from) return 'ends_before_it_starts'
  return countRangeDays({ from, to }) > MAX_RANGE_DAYS ? 'too_long' : undefined
}
