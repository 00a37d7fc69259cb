import { readTourByStaff } from '#contract/admin/tours.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { readTourForStaff } from '#server/tours/list.ts'

export const ALL = resource(
  handleStaff(readTourByStaff, ({ app, staff, params }) => readTourForStaff(app, staff, params.id)),
)
