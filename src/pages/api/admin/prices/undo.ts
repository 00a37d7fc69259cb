import { undoPrices } from '#contract/admin/prices.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { undoChange } from '#server/prices/price-revisions.ts'

export const prerender = false

export const ALL = resource(onStaff(undoPrices, ({ app, staff, input }) => undoChange(app, staff, input)))
