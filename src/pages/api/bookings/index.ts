import { placeBooking } from '#contract/bookings.ts'
import { fail } from '#contract/failure.ts'
import { place } from '#server/bookings.ts'
import { networkOf } from '#server/http/address.ts'
import { on, resource } from '#server/http/handle.ts'
import { throttle } from '#server/http/throttle.ts'

export const prerender = false

export const ALL = resource(
  on(placeBooking, async ({ app, input, request, address }) => {
    const key = request.headers.get('idempotency-key') ?? ''
    if (!/^[\x21-\x7e]{8,200}$/.test(key)) return fail('idempotency_missing')
    const allowed = throttle('placeBooking', networkOf(address), app.now())
    return allowed.ok ? place(app, input, key) : allowed
  }),
)
