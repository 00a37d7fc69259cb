import { confirmBooking } from '#contract/admin/booking-detail.ts'
import { fail } from '#contract/failure.ts'
import { confirm } from '#server/desk/confirmation.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { canRecordPayment } from '#server/staff/sessions.ts'

export const prerender = false

export const ALL = resource(
  handleStaff(confirmBooking, async ({ app, staff, params, input }) =>
    canRecordPayment(app, staff, input) ? confirm(app, staff, params.id, input) : fail('password_again'),
  ),
)
