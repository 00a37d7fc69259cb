import { fail } from '#contract/failure.ts'
import { startPayment } from '#contract/payments.ts'
import { on, resource } from '#server/endpoint.ts'
import { start } from '#server/payments/payments.ts'
import { opensBooking } from '#server/secrets.ts'
import { throttle } from '#server/throttle/throttle.ts'

export const prerender = false

export const ALL = resource(
  on(startPayment, async ({ app, input, bearer }) => {
    // Before anything is counted: who does not hold the secret cannot use up the owner's tries.
    if (!opensBooking(app.bookingKey, input.bookingId, bearer)) return fail('not_found')
    const allowed = throttle('startPayment', input.bookingId, app.now())
    return allowed.ok ? start(app, input.bookingId, bearer, input.method) : allowed
  }),
)
