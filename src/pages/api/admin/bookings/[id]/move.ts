import { moveDates, previewMove } from '#contract/admin/booking.ts'
import { move, preview } from '#server/desk/moving.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(
  onStaff(previewMove, ({ app, staff, params, input }) => preview(app, staff, params.id, input)),
  onStaff(moveDates, ({ app, staff, params, input }) => move(app, staff, params.id, input)),
)
