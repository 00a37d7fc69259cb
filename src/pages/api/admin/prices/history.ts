import { readPriceHistory } from '#contract/admin/prices.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { readHistory } from '#server/prices/price-revisions.ts'

export const prerender = false

export const ALL = resource(onStaff(readPriceHistory, ({ app, input }) => readHistory(app, input)))
