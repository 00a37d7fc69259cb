import { sellRoomHours } from '#contract/admin/booking-detail.ts'
import { fail } from '#contract/failure.ts'
import { sellHours } from '#server/desk/hours.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { hasRecentPasswordFor } from '#server/staff/sessions.ts'

export const ALL = resource(
  handleStaff(sellRoomHours, async ({ app, staff, params, input }) =>
    hasRecentPasswordFor(app, staff, input.method) ? sellHours(app, staff, params.id, input) : fail('password_again'),
  ),
)
