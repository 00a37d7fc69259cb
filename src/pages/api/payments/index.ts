import { fail } from '#contract/failure.ts'
import { startPayment } from '#contract/payments.ts'
import { findOwnBooking } from '#server/bookings/access.ts'
import { handle, resource } from '#server/endpoint.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { throttle } from '#server/throttle/in-process.ts'

export const ALL = resource(
  handle(startPayment, async ({ app, input, bearer }) => {
    // Checked before the limit, so that only the owner uses up the attempts.
    if (!(await findOwnBooking(app, app.db.read, input.bookingId, bearer))) return fail('not_found')
    const allowed = throttle('startPayment', input.bookingId, app.now())
    return allowed.ok ? startAttempt(app, input.bookingId, bearer, input.method, input.change) : allowed
  }),
)
