import { addGuest } from '#contract/admin/booking-detail.ts'
import { addGuestByStaff } from '#server/desk/guests.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(addGuest, ({ app, staff, params, input, request }) =>
    requireIdempotencyKey(request, (key) => addGuestByStaff(app, staff, params.id, input, key)),
  ),
)
