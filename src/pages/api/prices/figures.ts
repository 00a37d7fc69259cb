import { readShownPrices } from '#contract/prices.ts'
import { getShownClosures } from '#domain/closure-text.ts'
import { getShownPrices } from '#domain/shown-prices.ts'
import { readShownSeats } from '#server/bookings/shown-seats.ts'
import { handle, resource } from '#server/endpoint.ts'
import { cachedJsonResponse } from '#server/http/response.ts'
import { readCurrentCatalogue } from '#server/prices/current.ts'

export const ALL = resource(
  handle(readShownPrices, async ({ app, request }) => {
    const { locations, prices } = await readCurrentCatalogue(app, app.db.read)
    return cachedJsonResponse(
      {
        ...getShownPrices(locations, prices),
        ...getShownClosures(locations, app.now()),
        ...(await readShownSeats(app, locations)),
      },
      request,
    )
  }),
)
