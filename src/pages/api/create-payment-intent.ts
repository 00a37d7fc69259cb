import { createPaymentIntent } from '#contract/card.ts'
import { fail } from '#contract/failure.ts'
import { on, resource } from '#server/endpoint.ts'
import { createIntent } from '#server/payments/card-intent.ts'
import { opensBooking } from '#server/secrets.ts'
import { throttle } from '#server/throttle/throttle.ts'

export const prerender = false

export const ALL = resource(
  on(createPaymentIntent, async ({ app, input, bearer }) => {
    if (!opensBooking(app.bookingKey, input.booking_id, bearer)) return fail('not_found')
    // The same tries as those of the general call: it is the same start.
    const allowed = throttle('startPayment', input.booking_id, app.now())
    return allowed.ok ? createIntent(app, input, bearer) : allowed
  }),
)
