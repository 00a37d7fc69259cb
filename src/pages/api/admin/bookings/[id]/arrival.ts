import { markArrival } from '#contract/admin/arrivals.ts'
import { setArrival } from '#server/desk/arrivals.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(markArrival, ({ app, staff, params, input }) => setArrival(app, staff, params.id, input)),
)
