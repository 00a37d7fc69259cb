import { fail } from '#contract/failure.ts'
import { verifyPayment } from '#contract/payments.ts'
import { on, resource } from '#server/endpoint.ts'
import { paymentById, verify } from '#server/payments/payments.ts'
import { throttle } from '#server/throttle/throttle.ts'

export const prerender = false

export const ALL = resource(
  on(verifyPayment, async ({ app, input, params }) => {
    // Only payments that exist are counted, so that made-up ids fill no memory.
    if (!(await paymentById(app.db.read, params.id))) return fail('not_found')
    const allowed = throttle('verifyPayment', params.id, app.now())
    return allowed.ok ? verify(app, params.id, input) : allowed
  }),
)
