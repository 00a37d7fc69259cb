import { readPriceHistory } from '#contract/admin/prices.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { readHistory } from '#server/prices/revisions.ts'

export const ALL = resource(handleStaff(readPriceHistory, ({ app, input }) => readHistory(app, input)))
