import { replaceTourLink } from '#contract/admin/tours.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'
import { replaceLink } from '#server/tours/staff-actions.ts'

export const ALL = resource(
  handleStaff(replaceTourLink, ({ app, staff, params, input, request }) =>
    requireIdempotencyKey(request, (key) => replaceLink(app, staff, params.id, input, key)),
  ),
)
