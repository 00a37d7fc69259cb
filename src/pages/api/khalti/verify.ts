import { fail, succeed } from '#contract/failure.ts'
import { verifyKhalti } from '#contract/khalti.ts'
import { handle, resource } from '#server/endpoint.ts'
import { findPayment, verifyAttempt } from '#server/payments/attempts.ts'
import { throttle } from '#server/throttle/in-process.ts'

export const ALL = resource(
  handle(verifyKhalti, async ({ app, input: { token, amount, paymentId = '' } }) => {
    const payment = await findPayment(app.db.read, paymentId)
    if (payment?.method !== 'khalti') return fail('not_found')
    const allowed = throttle('verifyPayment', payment.id, app.now())
    if (!allowed.ok) return allowed
    const verified = await verifyAttempt(app, payment.id, { token, amount: String(amount) })
    if (!verified.ok) return verified
    const { success, state, transactionId } = verified.value
    return succeed({ state: { name: success ? 'Completed' : state }, idx: transactionId ?? '' })
  }),
)
