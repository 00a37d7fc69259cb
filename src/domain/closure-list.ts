import { addDays, type ClockTime, type IsoDate, listDays, parseClockTime, parseIsoDate } from './calendar.ts'
import { type Closure, findClosedReason, type ListedClosure, withClosures } from './closure.ts'
import { toSingleLine } from './contact.ts'
import { countRangeDays, later, MAX_RANGE_DAYS } from './date-range.ts'
import { LOCATION_IDS, type LocationId } from './location.ts'

/** An entry as it was entered. */
export interface ClosureInput {
  /** Of an entry that exists. */
  id?: string | undefined
  locationId: string | null
  from: string
  to: string
  reason: string
  hours: { open: string; close: string } | null
}

/** A valid entry; a new one has no id yet. */
type ClosureEntry = Omit<ListedClosure, 'id'> & Pick<ClosureInput, 'id'>

/** The longest list fits the size of a request. */
export const MAX_CLOSURES = 150
/** Of one entry that closes its days; one with other hours covers at most `MAX_RANGE_DAYS`. */
export const MAX_CLOSED_DAYS = 60
/** Of an entry with other hours. */
const MIN_OPEN_MINUTES = 60
export const CLOSURE_REASON_LENGTH = { min: 2, max: 60 } as const

export type ClosureProblem =
  | 'unknown'
  | 'unknown_location'
  | 'not_a_date'
  | 'past'
  | 'started'
  | 'ends_before_it_starts'
  | 'closed_too_long'
  | 'too_long'
  | 'overlaps'
  | 'reason'
  | 'not_a_time'
  | 'closes_before_it_opens'
  | 'open_too_short'

type EntryProblems = { [field in keyof ClosureInput]?: ClosureProblem }

/**
 * Reads a whole list that replaces `current`, in which every entry ends today or later. Problems are by entry and field,
 * such as `2.to`.
 */
export function readClosureEntries(
  list: readonly ClosureInput[],
  current: readonly ListedClosure[],
  today: IsoDate,
): { entries: ClosureEntry[]; problems: Record<string, ClosureProblem> } {
  const entries: ClosureEntry[] = []
  const problems: Record<string, ClosureProblem> = {}
  for (const [index, input] of list.entries()) {
    const { entry, problems: found } = readEntry(input, current, today)
    if (entry && entries.some((other) => overlap(entry, other))) found.from ??= 'overlaps'
    if (entry?.id !== undefined && entries.some(({ id }) => id === entry.id)) found.id = 'unknown'
    for (const [field, problem] of Object.entries(found)) problems[`${index}.${field}`] = problem
    if (entry) entries.push(entry)
  }
  return { entries, problems }
}

function readEntry(
  input: ClosureInput,
  current: readonly ListedClosure[],
  today: IsoDate,
): { entry: ClosureEntry | undefined; problems: EntryProblems } {
  const { id, locationId } = input
  const existing = current.find((entry) => entry.id === id)
  const reason = toSingleLine(input.reason)
  const [from, to] = [parseIsoDate(input.from), parseIsoDate(input.to)]
  const hours = readHours(input.hours)
  const toProblem = to ? lastDayProblem({ from: from ?? to, to, hours: input.hours }, today) : 'not_a_date'
  const problems: EntryProblems = {
    ...(id !== undefined && !existing && { id: 'unknown' }),
    ...(locationId !== null && !LOCATION_IDS.includes(locationId) && { locationId: 'unknown_location' }),
    ...(!from && { from: 'not_a_date' }),
    ...(from && from < today && from !== existing?.from && { from: 'past' }),
    ...(toProblem && { to: toProblem }),
    ...((reason.length < CLOSURE_REASON_LENGTH.min || reason.length > CLOSURE_REASON_LENGTH.max) && {
      reason: 'reason',
    }),
    ...(typeof hours === 'string' && { hours }),
  }
  if (!from || !to || typeof hours === 'string') return { entry: undefined, problems }
  const entry = { id, locationId, from, to, reason, hours }
  const isRunning = existing !== undefined && hasStarted(existing, today)
  return { entry, problems: { ...problems, ...(isRunning && findStartedProblems(entry, existing)) } }
}

/** Bookings on the past days of an entry depend on it. */
export const hasStarted = ({ from }: ListedClosure, today: IsoDate): boolean => from < today

const findStartedProblems = (entry: ClosureEntry, existing: ListedClosure): EntryProblems => ({
  ...(entry.locationId !== existing.locationId && { locationId: 'started' }),
  ...(entry.from !== existing.from && { from: 'started' }),
  ...((entry.hours?.open !== existing.hours?.open || entry.hours?.close !== existing.hours?.close) && {
    hours: 'started',
  }),
})

/** Removed entries that have started: they end yesterday, so that their past days do not change. */
export const endRemovedEntries = (
  current: readonly ListedClosure[],
  entries: readonly ClosureEntry[],
  today: IsoDate,
): ListedClosure[] =>
  current
    .filter((entry) => hasStarted(entry, today) && !entries.some(({ id }) => id === entry.id))
    .map((entry) => ({ ...entry, to: addDays(today, -1) }))

function lastDayProblem(
  { from, to, hours }: { from: IsoDate; to: IsoDate; hours: unknown },
  today: IsoDate,
): ClosureProblem | undefined {
  if (to < from) return 'ends_before_it_starts'
  if (to < today) return 'past'
  const days = countRangeDays({ from, to })
  if (hours === null) return days > MAX_CLOSED_DAYS ? 'closed_too_long' : undefined
  return days > MAX_RANGE_DAYS ? 'too_long' : undefined
}

function readHours(
  hours: ClosureInput['hours'],
): Closure['hours'] | 'not_a_time' | 'closes_before_it_opens' | 'open_too_short' {
  if (!hours) return null
  const [open, close] = [parseClockTime(hours.open), parseClockTime(hours.close)]
  if (!open || !close) return 'not_a_time'
  if (open >= close) return 'closes_before_it_opens'
  return countMinutes(close) - countMinutes(open) < MIN_OPEN_MINUTES ? 'open_too_short' : { open, close }
}

const countMinutes = (time: ClockTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const overlap = (one: ClosureEntry, other: ClosureEntry): boolean =>
  one.locationId === other.locationId && one.from <= other.to && other.from <= one.to

interface ClosureChange {
  id: string
  before: ListedClosure | null
  after: ListedClosure | null
}

/** Entries that were added, changed or removed. */
export function diffClosures(before: readonly ListedClosure[], after: readonly ListedClosure[]): ClosureChange[] {
  const ids = new Set([...before, ...after].map(({ id }) => id))
  const find = (list: readonly ListedClosure[], id: string) => list.find((entry) => entry.id === id) ?? null
  return [...ids]
    .map((id) => ({ id, before: find(before, id), after: find(after, id) }))
    .filter(({ before, after }) => (before && toClosureText(before)) !== (after && toClosureText(after)))
}

/** Equal for entries with equal values. */
export const toClosureText = ({ locationId, from, to, reason, hours }: ClosureInput): string =>
  JSON.stringify([locationId, from, to, reason, hours?.open, hours?.close])

/** Days of a location. */
export interface LocationDays {
  locationId: LocationId
  days: IsoDate[]
}

/** Days from `today` on that are closed by a list and were open before it, in order. */
export function listNewlyClosedDays(
  before: readonly ListedClosure[],
  after: readonly ListedClosure[],
  today: IsoDate,
): LocationDays[] {
  const locations = LOCATION_IDS.map((id) => ({ id }))
  const [earlier, current] = [withClosures(locations, before), withClosures(locations, after)]
  return current.flatMap((location, index) => {
    const covered = location.closures.flatMap(({ from, to }) => listDays(later(from, today), to))
    const days = [...new Set(covered)]
      .filter((day) => findClosedReason(location, day) !== undefined)
      .filter((day) => findClosedReason(earlier[index] ?? {}, day) === undefined)
    return days.length > 0 ? { locationId: location.id, days: days.toSorted() } : []
  })
}
