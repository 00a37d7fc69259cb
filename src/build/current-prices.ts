import { type PriceTable, readPriceTables } from '#domain/price.ts'
import { getDatabaseLocation, readDatabase } from '#server/db/open.ts'
import { DATA_DIR } from '#server/env.ts'
import { outbound } from '#server/http/outbound.ts'
import { readCurrentPrices } from '#server/prices/current.ts'

/**
 * Loads the prices from `PRICES_URL` or the database. Falls back to the content's prices, because a build must not fail
 * while a server is down and pages load the current prices when they open.
 */
export async function loadCurrentPrices(
  content: readonly PriceTable[],
  environment: Record<string, string | undefined>,
  warn: (message: string) => void,
): Promise<readonly PriceTable[]> {
  const {
    PUBLIC_BACKEND: backend,
    PRICES_URL: url = '',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir = '',
  } = environment
  // The edition without a server charges the prices of the content.
  if (backend?.trim() === 'browser') return content
  try {
    return url.trim()
      ? await fetchPrices(url.trim(), content)
      : await readStoredPrices(
          content,
          getDatabaseLocation({ databaseUrl: databaseUrl?.trim(), dataDir: dataDir.trim() || DATA_DIR }),
        )
  } catch (error) {
    const source = url.trim() || 'the database'
    warn(`using the prices of content/prices.json, because ${source} could not be read (${(error as Error).message}).`)
    return content
  }
}

async function fetchPrices(url: string, content: readonly PriceTable[]): Promise<readonly PriceTable[]> {
  const response = await outbound(url)
  if (!response.ok) throw new Error(`it responded with ${response.status}`)
  const { tables } = (await response.json()) as { tables?: unknown }
  if (!Array.isArray(tables)) throw new Error('its response has no tables')
  return readPriceTables(tables, content)
}

async function readStoredPrices(
  content: readonly PriceTable[],
  location: Parameters<typeof readDatabase>[0],
): Promise<readonly PriceTable[]> {
  const database = readDatabase(location)
  if (!database) return content
  try {
    return await readCurrentPrices(content, database.read)
  } finally {
    await database.close()
  }
}
