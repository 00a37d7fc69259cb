import { readBooking } from '#contract/bookings.ts'
import * as bookings from '#server/bookings/placement.ts'
import { handle, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handle(readBooking, ({ app, params, bearer }) => bookings.readBooking(app, params.id, bearer)),
)
