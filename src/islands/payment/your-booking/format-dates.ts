import { formatRange, parseIsoDate } from '#domain/calendar.ts'

export function formatDates({ startDate, endDate }: { startDate: string; endDate: string }): string {
  const [from, to] = [parseIsoDate(startDate), parseIsoDate(endDate)]
  return from && to ? formatRange(from, to) : startDate
}
