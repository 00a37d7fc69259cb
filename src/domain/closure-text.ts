import { addDays, addMonths, formatDate, type IsoDate, kathmanduDate, kathmanduInstant, weekday } from './calendar.ts'
import { type Closure, findClosure, type HasClosures, type ListedClosure, withClosures } from './closure.ts'
import { listClosedDays, listClosures } from './closure-ranges.ts'
import type { DateRange } from './date-range.ts'
import { type BookableLocation, closingInstant, isComingSoon, type LocationId } from './location.ts'

/** Closures of the 12 months from a day on, as they apply to a location. */
export const listYearOfClosures = (
  { id }: Pick<BookableLocation, 'id'>,
  list: readonly ListedClosure[],
  from: IsoDate,
): Closure[] =>
  withClosures([{ id }], list).flatMap((location) => listClosures(location, { from, to: addMonths(from, 12) }))

/** The same for search engines, which read the same opening and closing time as a closed day. */
export const listSpecialHours = (
  location: Pick<BookableLocation, 'id'>,
  list: readonly ListedClosure[],
  from: IsoDate,
) =>
  listYearOfClosures(location, list, from).map(({ from, to, hours }) => ({
    validFrom: from,
    validThrough: to,
    opens: hours?.open ?? '00:00',
    closes: hours?.close ?? '00:00',
  }))

/** Pages name closed days of this many days. */
const NOTICE_DAYS = 60

/** Names of texts on public pages, as marked in the HTML; empty where there is nothing to say. */
export type ShownClosureName = `${LocationId}/closures` | `${LocationId}/status`

type ShownLocation = Pick<BookableLocation, 'id' | 'status' | 'openingHours' | 'closures'>

/**
 * Returns the texts about closures as pages show them. The build writes the closed days into pages; a status applies to
 * one day, so that pages only load it.
 */
export const getShownClosures = (
  locations: readonly ShownLocation[],
  instant: number,
): Readonly<Record<ShownClosureName, string>> =>
  Object.fromEntries(
    locations.flatMap((location) => {
      const isOpen = !isComingSoon(location)
      return [
        [`${location.id}/closures`, isOpen ? formatNotice(location, instant) : ''],
        [`${location.id}/status`, isOpen ? formatStatus(location, instant) : ''],
      ]
    }),
  )

/** Such as `Closed 8 Nov (Tihar), 10 – 11 Nov (Tihar)`. */
function formatNotice(location: HasClosures, instant: number): string {
  const from = kathmanduDate(instant)
  const closed = listClosedDays(location, { from, to: addDays(from, NOTICE_DAYS) })
  return closed.length === 0 ? '' : `Closed ${closed.map((days) => `${formatDays(days)} (${days.reason})`).join(', ')}`
}

/** The first day without its month where the last one has the same. */
function formatDays({ from, to }: DateRange): string {
  const last = formatDate(to, false)
  if (from === to) return last
  return `${from.slice(0, 7) === to.slice(0, 7) ? Number(from.slice(8)) : formatDate(from, false)} – ${last}`
}

/**
 * Of today, or of tomorrow after today's closing time, unless the usual hours apply. Without a status pages show the
 * usual hours, so that an early closing has one until the usual closing time.
 */
function formatStatus(location: ShownLocation, instant: number): string {
  const today = kathmanduDate(instant)
  const closing = closingInstant(location, today)
  const usualClosing = kathmanduInstant(today, location.openingHours[weekday(today)].close)
  const isOver = instant >= Math.max(closing, usualClosing)
  const closure = findClosure(location, isOver ? addDays(today, 1) : today)
  if (!closure) return ''
  const { hours, reason } = closure
  const day = isOver ? 'tomorrow' : 'today'
  if (!hours) return `Closed ${day}: ${reason}`
  const isClosedEarly = !isOver && instant >= closing
  return `${isClosedEarly ? `Closed today at ${hours.close}` : `Open ${day} ${hours.open}–${hours.close}`}: ${reason}`
}
