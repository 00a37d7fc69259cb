import { confirmBooking } from '#contract/admin/booking-detail.ts'
import { fail } from '#contract/failure.ts'
import { confirm } from '#server/desk/staff-payments.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { hasRecentPasswordFor } from '#server/staff/sessions.ts'

export const ALL = resource(
  handleStaff(confirmBooking, async ({ app, staff, params, input }) =>
    hasRecentPasswordFor(app, staff, input.method) ? confirm(app, staff, params.id, input) : fail('password_again'),
  ),
)
