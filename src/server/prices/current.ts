import type { Catalogue } from '#domain/catalogue.ts'
import type { PriceTable } from '#domain/price.ts'
import { applyAmounts, cellName } from '#domain/price-list.ts'
import type { App } from '../app.ts'
import { readLocations } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { compileOnce } from '../db/query-cache.ts'

/** Prices set by staff over those of the content. Read for each quote, because other processes may change them. */
export async function readCurrentPrices(content: readonly PriceTable[], db: Queries): Promise<readonly PriceTable[]> {
  const read = compileOnce(db, 'prices', () =>
    db.selectFrom('prices').select(['location_id', 'plan_id', 'period', 'amount']),
  )
  const rows = await read([])
  if (rows.length === 0) return content
  const changed = rows.map(({ location_id, plan_id, period, amount }) => [
    cellName({ locationId: location_id, planId: plan_id, period }),
    amount,
  ])
  return applyAmounts(content, Object.fromEntries(changed))
}

/** The catalogue with current prices, for quotes and for rules without closures. */
export const readPricedCatalogue = async ({ catalogue }: Pick<App, 'catalogue'>, db: Queries): Promise<Catalogue> => ({
  ...catalogue,
  prices: await readCurrentPrices(catalogue.prices, db),
})

/** The catalogue with current prices and closures. */
export const readCurrentCatalogue = async (app: Pick<App, 'catalogue' | 'now'>, db: Queries): Promise<Catalogue> => ({
  ...(await readPricedCatalogue(app, db)),
  locations: await readLocations(app, db),
})
