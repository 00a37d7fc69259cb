import { readAvailability } from '#contract/availability.ts'
import { computeAvailability } from '#server/bookings/availability.ts'
import { handle, resource } from '#server/endpoint.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttle } from '#server/throttle/in-process.ts'

export const ALL = resource(
  handle(readAvailability, async ({ app, input, address }) => {
    const allowed = throttle('readAvailability', getNetwork(address), app.now())
    return allowed.ok ? computeAvailability(app, input) : allowed
  }),
)
