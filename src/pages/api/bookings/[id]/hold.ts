import { extendHold } from '#contract/bookings.ts'
import { extend } from '#server/bookings/bookings.ts'
import { on, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(on(extendHold, ({ app, params, bearer }) => extend(app, params.id, bearer)))
