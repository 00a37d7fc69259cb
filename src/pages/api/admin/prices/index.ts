import { readPriceList, savePrices } from '#contract/admin/prices.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { changePrices, readPrices } from '#server/prices/price-revisions.ts'

export const prerender = false

export const ALL = resource(
  onStaff(readPriceList, ({ app }) => readPrices(app)),
  onStaff(savePrices, ({ app, staff, input }) => changePrices(app, staff, input)),
)
