import { createBlock } from '#contract/admin/capacity.ts'
import { insertBlock } from '#server/desk/capacity.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(createBlock, ({ app, staff, input, request }) =>
    requireIdempotencyKey(request, (key) => insertBlock(app, staff, input, key)),
  ),
)
