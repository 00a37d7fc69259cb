import { readShownPrices } from '#contract/prices.ts'
import { getShownPrices } from '#domain/shown-prices.ts'
import { handle, resource } from '#server/endpoint.ts'
import { cachedJsonResponse } from '#server/http/response.ts'
import { readCurrentPrices } from '#server/prices/current.ts'

export const ALL = resource(
  handle(readShownPrices, async ({ app, request }) =>
    cachedJsonResponse(
      getShownPrices(app.catalogue.locations, await readCurrentPrices(app.catalogue.prices, app.db.read)),
      request,
    ),
  ),
)
