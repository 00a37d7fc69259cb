import { readBooking } from '#contract/bookings.ts'
import { changeDetails } from '#contract/own-details.ts'
import * as bookings from '#server/bookings/placement.ts'
import { changeOwnDetails } from '#server/customers/details.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(readBooking, ({ app, params, bearer }) => bookings.readBooking(app, params.id, bearer)),
  handle(changeDetails, ({ app, params, bearer, input, request }) =>
    requireIdempotencyKey(request, (key) => changeOwnDetails(app, { id: params.id, secret: bearer }, input, key)),
  ),
)
