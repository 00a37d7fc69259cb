import { createPaymentIntent } from '#contract/card.ts'
import { fail } from '#contract/failure.ts'
import { findOwnBooking } from '#server/bookings/access.ts'
import { handle, resource } from '#server/endpoint.ts'
import { createCardIntent } from '#server/payments/card-intent.ts'
import { throttle } from '#server/throttle/in-process.ts'

export const ALL = resource(
  handle(createPaymentIntent, async ({ app, input, bearer }) => {
    if (!(await findOwnBooking(app, app.db.read, input.booking_id, bearer))) return fail('not_found')
    // Shares the limit of `startPayment`.
    const allowed = throttle('startPayment', input.booking_id, app.now())
    return allowed.ok ? createCardIntent(app, input, bearer) : allowed
  }),
)
