import type { Queries } from '#server/db/database.ts'
import { getDatabaseLocation, readDatabase } from '#server/db/open.ts'
import { DATA_DIR } from '#server/env.ts'
import { outbound } from '#server/http/outbound.ts'

interface CurrentData<Data> {
  /** For the warning. */
  fallback: { data: Data; name: string }
  /** The address on the server whose prices are at `PRICES_URL`. */
  getUrl: (pricesUrl: string) => string | URL
  /** Throws on a response that it cannot read. */
  parse: (response: unknown) => Data
  readStored: (db: Queries) => Promise<Data>
}

/**
 * Loads what staff change while the site runs, from the server of `PRICES_URL` or from the database. Falls back with a
 * warning, because a build must not fail while a server is down and pages load the current data when they open.
 */
export async function loadCurrentData<Data>(
  environment: Record<string, string | undefined>,
  { fallback, getUrl, parse, readStored }: CurrentData<Data>,
  warn: (message: string) => void,
): Promise<Data> {
  const backend = environment.PUBLIC_BACKEND?.trim()
  const pricesUrl = environment.PRICES_URL?.trim()
  // The edition without a server has the content only.
  if (backend === 'browser') return fallback.data
  try {
    if (pricesUrl) return parse(await fetchJson(getUrl(pricesUrl)))
    const databaseUrl = environment.DATABASE_URL?.trim()
    const database = await readDatabase(
      getDatabaseLocation({ databaseUrl, dataDir: environment.DATA_DIR?.trim() || DATA_DIR }),
    )
    if (!database) return fallback.data
    try {
      return await readStored(database.read)
    } finally {
      await database.close()
    }
  } catch (error) {
    const source = pricesUrl ? 'the server of PRICES_URL' : 'the database'
    warn(`using ${fallback.name}, because ${source} could not be read (${(error as Error).message}).`)
    return fallback.data
  }
}

async function fetchJson(url: string | URL): Promise<unknown> {
  const response = await outbound(String(url))
  if (!response.ok) throw new Error(`it responded with ${response.status}`)
  return response.json()
}
