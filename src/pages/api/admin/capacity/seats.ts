import { changeSeats } from '#contract/admin/capacity.ts'
import { saveSeats } from '#server/desk/capacity.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(changeSeats, ({ app, staff, input }) => saveSeats(app, staff, input)))
