import { readFigures } from '#contract/prices.ts'
import { priceFigures } from '#domain/figures.ts'
import { on, resource } from '#server/endpoint.ts'
import { keptJson } from '#server/http/answer.ts'
import { currentPrices } from '#server/prices/prices.ts'

export const prerender = false

export const ALL = resource(
  on(readFigures, async ({ app, request }) =>
    keptJson(priceFigures(app.catalogue.locations, await currentPrices(app.catalogue.prices, app.db.read)), request),
  ),
)
