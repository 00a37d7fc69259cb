import { startPayment } from '#contract/payments.ts'
import { on, resource } from '#server/http/handle.ts'
import { throttle } from '#server/http/throttle.ts'
import { start } from '#server/payments.ts'

export const prerender = false

export const ALL = resource(
  on(startPayment, async ({ app, input, bearer }) => {
    const allowed = throttle('startPayment', input.bookingId, app.now())
    return allowed.ok ? start(app, input.bookingId, bearer, input.method) : allowed
  }),
)
