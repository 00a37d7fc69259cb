import { readCashUps, saveCashUp as saveContract } from '#contract/admin/till.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { loadCashUps, saveCashUp } from '#server/till/cash-ups.ts'

export const ALL = resource(
  handleStaff(readCashUps, ({ app, staff, input }) => loadCashUps(app, staff, input)),
  handleStaff(saveContract, ({ app, staff, input }) => saveCashUp(app, staff, input)),
)
