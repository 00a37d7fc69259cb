import { approveCashUp as approveContract } from '#contract/admin/till.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { approveCashUp } from '#server/till/cash-ups.ts'

export const ALL = resource(handleStaff(approveContract, ({ app, staff, input }) => approveCashUp(app, staff, input)))
