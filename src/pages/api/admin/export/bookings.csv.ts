import { exportBookings } from '#contract/admin/exports.ts'
import { bookingsCsv } from '#server/bookings/booking-export.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { csvAnswer } from '#server/http/answer.ts'

export const prerender = false

export const ALL = resource(
  onStaff(exportBookings, async ({ app, staff, input }) => {
    const made = await bookingsCsv(app, staff, input)
    return made.ok ? csvAnswer(made.value, 'bookings.csv') : made
  }),
)
