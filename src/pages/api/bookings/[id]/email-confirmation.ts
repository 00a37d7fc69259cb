import { confirmEmail, requestEmailConfirmation } from '#contract/bookings.ts'
import { fail } from '#contract/failure.ts'
import { confirmEmailAddress, sendEmailConfirmation } from '#server/bookings/email-confirmation.ts'
import { on, resource } from '#server/endpoint.ts'
import { opensBooking } from '#server/secrets.ts'
import { networkOf } from '#server/throttle/address.ts'
import { throttleTogether } from '#server/throttle/shared-throttle.ts'

export const prerender = false

export const ALL = resource(
  on(requestEmailConfirmation, async ({ app, params, bearer, address }) => {
    if (!opensBooking(app.bookingKey, params.id, bearer)) return fail('not_found')
    const allowed = await throttleTogether(app, 'confirmEmailFrom', networkOf(address))
    return allowed.ok ? sendEmailConfirmation(app, params.id, bearer) : allowed
  }),
  on(confirmEmail, ({ app, params, input }) => confirmEmailAddress(app, params.id, input.token)),
)
