import { fail } from '#contract/failure.ts'
import { verifyPayment } from '#contract/payments.ts'
import { handle, resource } from '#server/endpoint.ts'
import { findPayment, verifyAttempt } from '#server/payments/attempts.ts'
import { throttle } from '#server/throttle/in-process.ts'

export const ALL = resource(
  handle(verifyPayment, async ({ app, input, params }) => {
    // Only existing payments are counted, so that invented ids use no memory.
    if (!(await findPayment(app.db.read, params.id))) return fail('not_found')
    const allowed = throttle('verifyPayment', params.id, app.now())
    return allowed.ok ? verifyAttempt(app, params.id, input) : allowed
  }),
)
