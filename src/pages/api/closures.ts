import { readClosures } from '#contract/closures.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { readListedClosures } from '#server/closures/current.ts'
import { handle, resource } from '#server/endpoint.ts'
import { cachedJsonResponse } from '#server/http/response.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttle } from '#server/throttle/in-process.ts'

export const ALL = resource(
  handle(readClosures, async ({ app, request, address }) => {
    const allowed = throttle('readAvailability', getNetwork(address), app.now())
    if (!allowed.ok) return allowed
    return cachedJsonResponse({ closures: await readListedClosures(app.db.read, kathmanduDate(app.now())) }, request)
  }),
)
