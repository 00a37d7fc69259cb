import { readBooking } from '#contract/bookings.ts'
import * as bookings from '#server/bookings/bookings.ts'
import { on, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(on(readBooking, ({ app, params, bearer }) => bookings.readBooking(app, params.id, bearer)))
