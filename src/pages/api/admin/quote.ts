import { quoteAtDesk } from '#contract/admin/desk.ts'
import { onStaff, resource } from '#server/http/handle.ts'
import { quoteDesk } from '#server/walk-ins.ts'

export const prerender = false

export const ALL = resource(onStaff(quoteAtDesk, ({ app, staff, input }) => quoteDesk(app, staff, input)))
