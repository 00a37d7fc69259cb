import { exportBookings } from '#contract/admin/exports.ts'
import { BOOKINGS_EXPORT } from '#server/bookings/export.ts'
import { handleExport, resource } from '#server/endpoint.ts'

export const ALL = resource(handleExport(exportBookings, BOOKINGS_EXPORT))
