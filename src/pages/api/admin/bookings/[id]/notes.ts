import { writeNote } from '#contract/admin/booking.ts'
import { addNote } from '#server/booking-notes.ts'
import { onStaff, resource } from '#server/http/handle.ts'

export const prerender = false

export const ALL = resource(
  onStaff(writeNote, ({ app, staff, params, input }) => addNote(app, staff, params.id, input)),
)
