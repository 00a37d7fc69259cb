import { type PriceTable, readPriceTables } from '#domain/price.ts'
import { getDatabaseLocation, readDatabase } from '#server/db/open.ts'
import { DATA_DIR } from '#server/env.ts'
import { outbound } from '#server/outbound.ts'
import { readCurrentPrices } from '#server/prices/current.ts'

/**
 * The tables that a build is made with: from the running server where `PRICES_URL` says so, else from the database that
 * the settings name. A first build has neither, and a build must not fail because a server is down: then the content's
 * prices stand in the pages, and each page learns those of now when it is opened.
 */
export async function loadCurrentPrices(
  content: readonly PriceTable[],
  from: Record<string, string | undefined>,
  warn: (sentence: string) => void,
): Promise<readonly PriceTable[]> {
  const { PUBLIC_BACKEND: backend, PRICES_URL: url = '', DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = from
  // What that edition charges is the content's too.
  if (backend?.trim() === 'browser') return content
  try {
    return url.trim()
      ? await fetchPrices(url.trim(), content)
      : await readStoredPrices(
          content,
          getDatabaseLocation({ databaseUrl: databaseUrl?.trim(), dataDir: dataDir.trim() || DATA_DIR }),
        )
  } catch (error) {
    const where = url.trim() || 'the database'
    warn(`prices are those of content/prices.json: ${where} did not tell others (${(error as Error).message}).`)
    return content
  }
}

async function fetchPrices(url: string, content: readonly PriceTable[]): Promise<readonly PriceTable[]> {
  const answer = await outbound(url)
  if (!answer.ok) throw new Error(`it answers ${answer.status}`)
  const { tables } = (await answer.json()) as { tables?: unknown }
  if (!Array.isArray(tables)) throw new Error('its answer has no tables')
  return readPriceTables(tables, content)
}

async function readStoredPrices(
  content: readonly PriceTable[],
  where: Parameters<typeof readDatabase>[0],
): Promise<readonly PriceTable[]> {
  const database = readDatabase(where)
  if (!database) return content
  try {
    return await readCurrentPrices(content, database.read)
  } finally {
    await database.close()
  }
}
