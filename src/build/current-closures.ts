import * as z from 'zod/mini'
import { readClosures } from '#contract/closures.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { readListedClosures } from '#server/closures/current.ts'
import { loadCurrentData } from './current-data.ts'

/** Loads the closures that are not over; none if they cannot be read. */
export const loadCurrentClosures = (
  environment: Record<string, string | undefined>,
  warn: (message: string) => void,
): Promise<readonly ListedClosure[]> =>
  loadCurrentData(
    environment,
    {
      fallback: { data: [], name: 'no closed days' },
      getUrl: (pricesUrl) => new URL(readClosures.path, pricesUrl),
      parse: parseClosures,
      readStored: (db) => readListedClosures(db, kathmanduDate(Date.now())),
    },
    warn,
  )

function parseClosures(response: unknown): readonly ListedClosure[] {
  const parsed = z.safeParse(readClosures.output, response)
  if (!parsed.success) throw new Error('its response has no closures')
  return parsed.data.closures
}
