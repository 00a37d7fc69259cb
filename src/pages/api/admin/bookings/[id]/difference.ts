import { recordPriceDifference } from '#contract/admin/booking-detail.ts'
import { fail } from '#contract/failure.ts'
import { collectDifference } from '#server/desk/price-difference.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { canRecordPayment } from '#server/staff/sessions.ts'

export const prerender = false

export const ALL = resource(
  handleStaff(recordPriceDifference, async ({ app, staff, params, input }) =>
    canRecordPayment(app, staff, input) ? collectDifference(app, staff, params.id, input) : fail('password_again'),
  ),
)
