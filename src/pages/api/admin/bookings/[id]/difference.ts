import { takeDifference } from '#contract/admin/booking.ts'
import { fail } from '#contract/failure.ts'
import { take } from '#server/desk/difference.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { mayRecord } from '#server/staff/sessions.ts'

export const prerender = false

export const ALL = resource(
  onStaff(takeDifference, async ({ app, staff, params, input }) =>
    mayRecord(app, staff, input) ? take(app, staff, params.id, input) : fail('password_again'),
  ),
)
