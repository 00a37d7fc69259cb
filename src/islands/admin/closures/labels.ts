import { formatRange, parseIsoDate } from '#domain/calendar.ts'
import type { ClosureInput } from '#domain/closure-list.ts'

type LocationNames = Readonly<Record<string, string>>

/** Such as `8 – 10 Nov 2026`; empty until both days can be read. */
export function formatDays({ from, to }: Pick<ClosureInput, 'from' | 'to'>): string {
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)]
  return first && last ? formatRange(first, last) : ''
}

export const formatLocation = (locationId: string | null, names: LocationNames): string =>
  locationId === null ? 'All locations' : (names[locationId] ?? locationId)

export const formatHours = (hours: ClosureInput['hours']): string =>
  hours ? `Open ${hours.open}–${hours.close}` : 'Closed'

export const formatEntry = (entry: ClosureInput, names: LocationNames): string =>
  `${formatDays(entry)}, ${formatLocation(entry.locationId, names)}: ${formatHours(entry.hours).toLowerCase()} (${entry.reason})`
