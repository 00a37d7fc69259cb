import { quoteWalkIn } from '#contract/admin/walk-ins.ts'
import { priceWalkIn } from '#server/desk/walk-ins.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(quoteWalkIn, ({ app, staff, input }) => priceWalkIn(app, staff, input)))
