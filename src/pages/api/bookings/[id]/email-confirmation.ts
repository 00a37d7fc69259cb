import { confirmEmail, requestEmailConfirmation } from '#contract/bookings.ts'
import { fail } from '#contract/failure.ts'
import { findOwnBooking } from '#server/bookings/access.ts'
import { confirmEmailAddress, sendEmailConfirmation } from '#server/bookings/email-confirmation.ts'
import { handle, resource } from '#server/endpoint.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'

export const ALL = resource(
  handle(requestEmailConfirmation, async ({ app, params, bearer, address }) => {
    if (!(await findOwnBooking(app, app.db.read, params.id, bearer))) return fail('not_found')
    const allowed = await throttleShared(app, 'confirmEmailFrom', getNetwork(address))
    return allowed.ok ? sendEmailConfirmation(app, params.id, bearer) : allowed
  }),
  handle(confirmEmail, ({ app, params, input }) => confirmEmailAddress(app, params.id, input.token)),
)
