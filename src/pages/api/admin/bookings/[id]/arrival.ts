import { markArrival } from '#contract/admin/arrivals.ts'
import { mark } from '#server/desk/arrivals.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(onStaff(markArrival, ({ app, staff, params, input }) => mark(app, staff, params.id, input)))
