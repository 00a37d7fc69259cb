import { readPriceList, savePrices } from '#contract/admin/prices.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { changePrices, readPrices } from '#server/prices/revisions.ts'

export const ALL = resource(
  handleStaff(readPriceList, ({ app }) => readPrices(app)),
  handleStaff(savePrices, ({ app, staff, input }) => changePrices(app, staff, input)),
)
