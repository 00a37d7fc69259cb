import { readAvailability } from '#contract/availability.ts'
import { availability } from '#server/bookings/availability.ts'
import { on, resource } from '#server/endpoint.ts'
import { networkOf } from '#server/throttle/address.ts'
import { throttle } from '#server/throttle/throttle.ts'

export const prerender = false

export const ALL = resource(
  on(readAvailability, async ({ app, input, address }) => {
    const allowed = throttle('quote', networkOf(address), app.now())
    return allowed.ok ? availability(app, input) : allowed
  }),
)
