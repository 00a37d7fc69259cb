import { resendConfirmation } from '#contract/admin/booking-detail.ts'
import { resendConfirmationEmail } from '#server/desk/booking-edits.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(resendConfirmation, ({ app, staff, params, request }) =>
    requireIdempotencyKey(request, (key) => resendConfirmationEmail(app, staff, params.id, key)),
  ),
)
