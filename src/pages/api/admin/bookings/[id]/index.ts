import { changeCustomer, readBookingDetail } from '#contract/admin/booking.ts'
import { readDetail } from '#server/desk/booking-detail.ts'
import { setCustomer } from '#server/desk/booking-notes.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(
  onStaff(readBookingDetail, ({ app, staff, params }) => readDetail(app, staff, params.id)),
  onStaff(changeCustomer, ({ app, staff, params, input }) => setCustomer(app, staff, params.id, input)),
)
