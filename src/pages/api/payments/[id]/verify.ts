import { verifyPayment } from '#contract/payments.ts'
import { on, resource } from '#server/http/handle.ts'
import { throttle } from '#server/http/throttle.ts'
import { verify } from '#server/payments.ts'

export const prerender = false

export const ALL = resource(
  on(verifyPayment, async ({ app, input, params }) => {
    const allowed = throttle('verifyPayment', params.id, app.now())
    return allowed.ok ? verify(app, params.id, input) : allowed
  }),
)
