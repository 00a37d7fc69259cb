import { recordPriceDifference } from '#contract/admin/booking-detail.ts'
import { fail } from '#contract/failure.ts'
import { collectDifference } from '#server/desk/staff-payments.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { hasRecentPasswordFor } from '#server/staff/sessions.ts'

export const ALL = resource(
  handleStaff(recordPriceDifference, async ({ app, staff, params, input }) =>
    hasRecentPasswordFor(app, staff, input.method)
      ? collectDifference(app, staff, params.id, input)
      : fail('password_again'),
  ),
)
