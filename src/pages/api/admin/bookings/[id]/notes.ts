import { writeNote } from '#contract/admin/booking.ts'
import { addNote } from '#server/desk/booking-notes.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { underKey } from '#server/http/idempotency.ts'

export const prerender = false

export const ALL = resource(
  onStaff(writeNote, ({ app, staff, params, input, request }) =>
    underKey(request, (key) => addNote(app, staff, params.id, input, key)),
  ),
)
