import { takeDifference } from '#contract/admin/booking.ts'
import { take } from '#server/difference.ts'
import { onStaff, resource } from '#server/http/handle.ts'

export const prerender = false

export const ALL = resource(
  onStaff(takeDifference, ({ app, staff, params, input }) => take(app, staff, params.id, input)),
)
