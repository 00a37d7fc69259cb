import { succeed } from '#contract/failure.ts'
import { readPrices } from '#contract/prices.ts'
import { on, resource } from '#server/endpoint.ts'
import { currentPrices } from '#server/prices/prices.ts'

export const prerender = false

export const ALL = resource(
  on(readPrices, async ({ app }) => succeed({ tables: [...(await currentPrices(app.catalogue.prices, app.db.read))] })),
)
