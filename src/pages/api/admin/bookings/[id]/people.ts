import { namePeople } from '#contract/admin/booking-detail.ts'
import { namePeopleByStaff } from '#server/desk/people.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(namePeople, ({ app, staff, params, input, request }) =>
    requireIdempotencyKey(request, (key) => namePeopleByStaff(app, staff, params.id, input, key)),
  ),
)
