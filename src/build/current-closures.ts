import * as z from 'zod/mini'
import { readClosures } from '#contract/closures.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { readListedClosures } from '#server/closures/current.ts'
import { getDatabaseLocation, readDatabase } from '#server/db/open.ts'
import { DATA_DIR } from '#server/env.ts'
import { outbound } from '#server/http/outbound.ts'

/**
 * Loads the closures from the server of `PRICES_URL` or from the database. Returns none if they cannot be read, because
 * a build must not fail while a server is down and pages load the current ones when they open.
 */
export async function loadCurrentClosures(
  environment: Record<string, string | undefined>,
  warn: (message: string) => void,
): Promise<readonly ListedClosure[]> {
  const {
    PUBLIC_BACKEND: backend,
    PRICES_URL: pricesUrl = '',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir = '',
  } = environment
  // The edition without a server has no closures.
  if (backend?.trim() === 'browser') return []
  try {
    return pricesUrl.trim()
      ? await fetchClosures(new URL(readClosures.path, pricesUrl.trim()))
      : await readStoredClosures(
          getDatabaseLocation({ databaseUrl: databaseUrl?.trim(), dataDir: dataDir.trim() || DATA_DIR }),
        )
  } catch (error) {
    const source = pricesUrl.trim() ? 'the server of PRICES_URL' : 'the database'
    warn(`using no closed days, because ${source} could not be read (${(error as Error).message}).`)
    return []
  }
}

async function fetchClosures(url: URL): Promise<readonly ListedClosure[]> {
  const response = await outbound(url.href)
  if (!response.ok) throw new Error(`it responded with ${response.status}`)
  const read = z.safeParse(readClosures.output, await response.json())
  if (!read.success) throw new Error('its response has no closures')
  return read.data.closures
}

async function readStoredClosures(location: Parameters<typeof readDatabase>[0]): Promise<readonly ListedClosure[]> {
  const database = readDatabase(location)
  if (!database) return []
  try {
    return await readListedClosures(database.read, kathmanduDate(Date.now()))
  } finally {
    await database.close()
  }
}
