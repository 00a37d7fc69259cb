import { listTourSlots } from '#contract/tours.ts'
import { handle, resource } from '#server/endpoint.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttle } from '#server/throttle/in-process.ts'
import { readTourSlots } from '#server/tours/booking.ts'

export const ALL = resource(
  handle(listTourSlots, async ({ app, input, address }) => {
    const allowed = throttle('readAvailability', getNetwork(address), app.now())
    return allowed.ok ? readTourSlots(app, input) : allowed
  }),
)
