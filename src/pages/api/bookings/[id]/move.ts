import { dropOwnMove, moveOwnBooking, previewOwnMove } from '#contract/move-booking.ts'
import { dropMove, move, preview } from '#server/customers/move.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'
import { jsonResponse } from '#server/http/response.ts'

export const ALL = resource(
  handle(previewOwnMove, ({ app, params, bearer, input }) => preview(app, { id: params.id, secret: bearer }, input)),
  handle(moveOwnBooking, async ({ app, params, bearer, input, request }) => {
    const moved = await requireIdempotencyKey(request, (key) =>
      move(app, { id: params.id, secret: bearer }, input, key),
    )
    return moved.ok && moved.value.change ? jsonResponse(moved.value, 202) : moved
  }),
  handle(dropOwnMove, ({ app, params, bearer, request }) =>
    requireIdempotencyKey(request, (key) => dropMove(app, { id: params.id, secret: bearer }, key)),
  ),
)
