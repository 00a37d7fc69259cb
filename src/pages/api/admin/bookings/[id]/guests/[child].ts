import { removeGuest } from '#contract/admin/booking-detail.ts'
import { removeGuestByStaff } from '#server/desk/guests.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(removeGuest, ({ app, staff, params, request }) =>
    requireIdempotencyKey(request, (key) => removeGuestByStaff(app, staff, params.id, params.child, key)),
  ),
)
