import { fail, succeed } from '#contract/failure.ts'
import { verifyKhalti } from '#contract/khalti.ts'
import { on, resource } from '#server/endpoint.ts'
import { paymentById, verify } from '#server/payments/payments.ts'
import { throttle } from '#server/throttle/throttle.ts'

export const prerender = false

export const ALL = resource(
  on(verifyKhalti, async ({ app, input: { token, amount, paymentId = '' } }) => {
    const payment = await paymentById(app.db.read, paymentId)
    if (payment?.method !== 'khalti') return fail('not_found')
    const allowed = throttle('verifyPayment', payment.id, app.now())
    if (!allowed.ok) return allowed
    const verified = await verify(app, payment.id, { token, amount: String(amount) })
    if (!verified.ok) return verified
    const { success, state, transactionId } = verified.value
    return succeed({ state: { name: success ? 'Completed' : state }, idx: transactionId ?? '' })
  }),
)
