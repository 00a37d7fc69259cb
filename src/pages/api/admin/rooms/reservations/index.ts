import { reserveRoom } from '#contract/admin/rooms.ts'
import { reserveRoomByStaff } from '#server/desk/room-changes.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(reserveRoom, ({ app, staff, input, request }) =>
    requireIdempotencyKey(request, (key) => reserveRoomByStaff(app, staff, input, key)),
  ),
)
