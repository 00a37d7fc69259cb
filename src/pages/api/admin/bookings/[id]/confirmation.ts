import { confirmBooking } from '#contract/admin/booking.ts'
import { fail } from '#contract/failure.ts'
import { confirm } from '#server/desk/confirming.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { mayRecord } from '#server/staff/sessions.ts'

export const prerender = false

export const ALL = resource(
  onStaff(confirmBooking, async ({ app, staff, params, input }) =>
    mayRecord(app, staff, input) ? confirm(app, staff, params.id, input) : fail('password_again'),
  ),
)
