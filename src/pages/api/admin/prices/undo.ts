import { undoPrices } from '#contract/admin/prices.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { undoChange } from '#server/prices/revisions.ts'

export const ALL = resource(handleStaff(undoPrices, ({ app, staff, input }) => undoChange(app, staff, input)))
