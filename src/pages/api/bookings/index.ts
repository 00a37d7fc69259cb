import { placeBooking } from '#contract/bookings.ts'
import { place } from '#server/bookings.ts'
import { networkOf } from '#server/http/address.ts'
import { on, resource } from '#server/http/handle.ts'
import { underKey } from '#server/http/idempotency.ts'
import { throttle } from '#server/http/throttle.ts'

export const prerender = false

export const ALL = resource(
  on(placeBooking, ({ app, input, request, address }) =>
    underKey(request, async (key) => {
      const allowed = throttle('placeBooking', networkOf(address), app.now())
      return allowed.ok ? place(app, input, key, undefined, address) : allowed
    }),
  ),
)
