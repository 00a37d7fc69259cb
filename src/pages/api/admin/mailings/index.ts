import { sendMailing } from '#contract/admin/mailings.ts'
import { createMailing } from '#server/desk/mailings.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(sendMailing, ({ app, staff, input, request }) =>
    requireIdempotencyKey(request, (key) => createMailing(app, staff, input, key)),
  ),
)
