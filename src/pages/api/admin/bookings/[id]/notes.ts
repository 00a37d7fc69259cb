import { addBookingNote } from '#contract/admin/booking-detail.ts'
import { addNote } from '#server/desk/booking-edits.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(addBookingNote, ({ app, staff, params, input, request }) =>
    requireIdempotencyKey(request, (key) => addNote(app, staff, params.id, input, key)),
  ),
)
