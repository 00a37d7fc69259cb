import { exportBookings } from '#contract/admin/exports.ts'
import { streamBookingsCsv } from '#server/bookings/export.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportBookings, async ({ app, staff, input }) =>
    csvResponse(await streamBookingsCsv(app, staff, input), 'bookings.csv'),
  ),
)
