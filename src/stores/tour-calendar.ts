import { readTourCalendar } from '#contract/tours.ts'
import { call } from './api.ts'

/** Undefined if the file could not be read. */
export async function loadTourCalendar(id: string, secret: string): Promise<File | undefined> {
  const response = await call(readTourCalendar, {}, { params: { id }, secret, as: 'text' })
  return response.ok ? new File([response.value], `${id}.ics`, { type: 'text/calendar' }) : undefined
}
