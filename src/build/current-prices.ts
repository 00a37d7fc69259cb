import { type PriceTable, readPriceTables } from '#domain/price.ts'
import { readCurrentPrices } from '#server/prices/current.ts'
import { loadCurrentData } from './current-data.ts'

/** Loads the prices of staff; those of the content if they cannot be read. */
export const loadCurrentPrices = (
  content: readonly PriceTable[],
  environment: Record<string, string | undefined>,
  warn: (message: string) => void,
): Promise<readonly PriceTable[]> =>
  loadCurrentData(
    environment,
    {
      fallback: { data: content, name: 'the prices of content/prices.json' },
      getUrl: (pricesUrl) => pricesUrl,
      parse: (response) => parsePrices(response, content),
      readStored: (db) => readCurrentPrices(content, db),
    },
    warn,
  )

function parsePrices(response: unknown, content: readonly PriceTable[]): readonly PriceTable[] {
  const { tables } = response as { tables?: unknown }
  if (!Array.isArray(tables)) throw new Error('its response has no tables')
  return readPriceTables(tables, content)
}
