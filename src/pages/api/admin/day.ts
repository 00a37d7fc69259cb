import { readDay } from '#contract/admin/today.ts'
import { dayOf } from '#server/desk/day.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(onStaff(readDay, ({ app, staff, input }) => dayOf(app, staff, input)))
