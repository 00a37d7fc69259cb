import * as z from 'zod/mini'
import { readAvailability } from '#contract/availability.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { Queries } from '#server/db/database.ts'
import { loadCurrentData } from './current-data.ts'

interface LocationSeats {
  id: LocationId
  capacity: number
}

/** Returns the locations with their seats of today; those of the content if they cannot be read. */
export async function loadCurrentSeats<Location extends LocationSeats>(
  locations: readonly Location[],
  environment: Record<string, string | undefined>,
  warn: (message: string) => void,
): Promise<Location[]> {
  const today = kathmanduDate(Date.now())
  const current: Location[] = []
  // One warning is enough if the server is down.
  const warnings = new Set<string>()
  for (const location of locations) {
    const capacity = await loadCurrentData(
      environment,
      {
        fallback: { data: location.capacity, name: 'the seats of content/locations.json' },
        getUrl: (pricesUrl) => new URL(`${readAvailability.path}?${getQuery(location.id, today)}`, pricesUrl),
        parse: parseSeats,
        readStored: async (db) => (await readStoredSeats(db, location.id, today)) ?? location.capacity,
      },
      (message) => warnings.add(message),
    )
    current.push({ ...location, capacity })
  }
  for (const message of warnings) warn(message)
  return current
}

const getQuery = (location: LocationId, day: IsoDate) => new URLSearchParams({ location, from: day, to: day })

function parseSeats(response: unknown): number {
  const parsed = z.safeParse(readAvailability.output, response)
  const [day] = parsed.success ? parsed.data.days : []
  if (!day) throw new Error('its response has no seats')
  return day.seats
}

async function readStoredSeats(db: Queries, id: LocationId, today: IsoDate): Promise<number | undefined> {
  const row = await db
    .selectFrom('location_seats')
    .select('seats')
    .where('location_id', '=', id)
    .where('from_day', '<=', today)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seats
}
