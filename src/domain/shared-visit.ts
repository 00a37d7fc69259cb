import { formatRange, type IsoDate, parseIsoDate } from './calendar.ts'

/** The fragment of a link to a location's page that shows the days of a visit. */
export const getVisitFragment = (from: string, to: string): string => `#visit=${from}..${to}`

/** The days of such a fragment as text. Undefined without valid days, and once they are over. */
export function readVisitFragment(fragment: string, today: IsoDate): string | undefined {
  const [, start, end] = /^#visit=(.+)\.\.(.+)$/.exec(fragment) ?? []
  const [from, to] = [parseIsoDate(start), parseIsoDate(end)]
  return from && to && from <= to && to >= today ? formatRange(from, to) : undefined
}
