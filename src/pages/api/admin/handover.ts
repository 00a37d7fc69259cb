import { saveHandover as saveContract } from '#contract/admin/handover.ts'
import { saveHandover } from '#server/desk/handover.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(saveContract, ({ app, staff, input }) => saveHandover(app, staff, input)))
