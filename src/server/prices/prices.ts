import type { Catalogue } from '#domain/catalogue.ts'
import type { PriceTable } from '#domain/price.ts'
import { cellName, tablesWith } from '#domain/price-list.ts'
import type { App } from '../app.ts'
import { compiled } from '../db/compiled.ts'
import type { Queries } from '../db/database.ts'

/**
 * The prices that hold now: what staff set, over the content's. At most forty short rows are read each time, and
 * nothing is kept: what another process saved is seen by the next quote.
 */
export async function currentPrices(content: readonly PriceTable[], db: Queries): Promise<readonly PriceTable[]> {
  const read = compiled(db, 'prices', () =>
    db.selectFrom('prices').select(['location_id', 'plan_id', 'period', 'amount']),
  )
  const rows = await read([])
  if (rows.length === 0) return content
  const changed = rows.map(({ location_id, plan_id, period, amount }) => [
    cellName({ locationId: location_id, planId: plan_id, period }),
    amount,
  ])
  return tablesWith(content, Object.fromEntries(changed))
}

/** All that the booking rules need, with the prices of now. What is placed must be quoted in the same writing. */
export const currentCatalogue = async (app: Pick<App, 'catalogue'>, db: Queries): Promise<Catalogue> => ({
  ...app.catalogue,
  prices: await currentPrices(app.catalogue.prices, db),
})
