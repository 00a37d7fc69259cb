import { placeBooking } from '#contract/bookings.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttle } from '#server/throttle/in-process.ts'

export const ALL = resource(
  handle(placeBooking, ({ app, input, request, address, bearer }) =>
    requireIdempotencyKey(request, async (key) => {
      const allowed = throttle('placeBooking', getNetwork(address), app.now())
      return allowed.ok ? createBooking(app, input, key, { address, secret: bearer }) : allowed
    }),
  ),
)
