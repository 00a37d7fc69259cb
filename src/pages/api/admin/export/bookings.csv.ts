import { exportBookings } from '#contract/admin/exports.ts'
import { streamBookingsCsv } from '#server/bookings/export.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'

export const prerender = false

export const ALL = resource(
  handleStaff(exportBookings, async ({ app, staff, input }) => {
    const made = await streamBookingsCsv(app, staff, input)
    return made.ok ? csvResponse(made.value, 'bookings.csv') : made
  }),
)
