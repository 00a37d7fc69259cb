import { succeed } from '#contract/failure.ts'
import { readPrices } from '#contract/prices.ts'
import { handle, resource } from '#server/endpoint.ts'
import { readCurrentPrices } from '#server/prices/current.ts'

export const ALL = resource(
  handle(readPrices, async ({ app }) =>
    succeed({ tables: [...(await readCurrentPrices(app.catalogue.prices, app.db.read))] }),
  ),
)
