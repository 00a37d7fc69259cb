import { findBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { findBookings, validateLinkRequest } from '#server/customers/find.ts'
import { handle, resource } from '#server/endpoint.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'

export const ALL = resource(
  handle(findBooking, async ({ app, input, address }) => {
    const request = validateLinkRequest(input)
    if (!request.ok) return request
    const allowed = await throttleShared(app, 'findBookingFrom', getNetwork(address))
    // Above the limit the response is the same.
    return allowed.ok ? findBookings(app, request.value) : succeed({})
  }),
)
