import { replaceBookingLink } from '#contract/admin/booking-detail.ts'
import { replaceLink } from '#server/desk/link-replacement.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(replaceBookingLink, ({ app, staff, params, input, request }) =>
    requireIdempotencyKey(request, (key) => replaceLink(app, staff, params.id, input, key)),
  ),
)
