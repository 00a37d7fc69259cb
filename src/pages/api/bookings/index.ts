import { placeBooking } from '#contract/bookings.ts'
import { place } from '#server/bookings/bookings.ts'
import { on, resource } from '#server/endpoint.ts'
import { underKey } from '#server/http/idempotency.ts'
import { networkOf } from '#server/throttle/address.ts'
import { throttle } from '#server/throttle/throttle.ts'

export const prerender = false

export const ALL = resource(
  on(placeBooking, ({ app, input, request, address }) =>
    underKey(request, async (key) => {
      const allowed = throttle('placeBooking', networkOf(address), app.now())
      return allowed.ok ? place(app, input, key, undefined, address) : allowed
    }),
  ),
)
