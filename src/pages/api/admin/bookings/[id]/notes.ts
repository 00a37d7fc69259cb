import { writeNote } from '#contract/admin/booking.ts'
import { addNote } from '#server/booking-notes.ts'
import { onStaff, resource } from '#server/http/handle.ts'
import { idempotencyKey } from '#server/http/idempotency.ts'

export const prerender = false

export const ALL = resource(
  onStaff(writeNote, async ({ app, staff, params, input, request }) => {
    const key = idempotencyKey(request)
    return key.ok ? addNote(app, staff, params.id, input, key.value) : key
  }),
)
