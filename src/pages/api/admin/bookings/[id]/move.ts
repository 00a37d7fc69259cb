import { moveBookingDates, previewMove } from '#contract/admin/booking-detail.ts'
import { move, preview } from '#server/desk/move.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(previewMove, ({ app, staff, params, input }) => preview(app, staff, params.id, input)),
  handleStaff(moveBookingDates, ({ app, staff, params, input }) => move(app, staff, params.id, input)),
)
