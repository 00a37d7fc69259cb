import { extendHold } from '#contract/bookings.ts'
import { extendBookingHold } from '#server/bookings/placement.ts'
import { handle, resource } from '#server/endpoint.ts'

export const ALL = resource(handle(extendHold, ({ app, params, bearer }) => extendBookingHold(app, params.id, bearer)))
