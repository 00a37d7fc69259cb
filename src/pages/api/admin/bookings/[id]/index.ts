import { changeCustomer, readBookingDetail } from '#contract/admin/booking-detail.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { updateCustomer } from '#server/desk/booking-edits.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(readBookingDetail, ({ app, staff, params }) => loadBookingDetail(app, staff, params.id)),
  handleStaff(changeCustomer, ({ app, staff, params, input }) => updateCustomer(app, staff, params.id, input)),
)
