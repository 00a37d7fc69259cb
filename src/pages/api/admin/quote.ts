import { quoteAtDesk } from '#contract/admin/desk.ts'
import { quoteDesk } from '#server/desk/walk-ins.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(onStaff(quoteAtDesk, ({ app, staff, input }) => quoteDesk(app, staff, input)))
