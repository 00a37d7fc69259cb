import { listBookings } from '#contract/admin/bookings.ts'
import { placeWalkInBooking } from '#contract/admin/walk-ins.ts'
import { readBookingList } from '#server/bookings/list.ts'
import * as walkIns from '#server/desk/walk-ins.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(listBookings, ({ app, input, staff }) => readBookingList(app, input, staff)),
  handleStaff(placeWalkInBooking, ({ app, staff, input, request }) =>
    requireIdempotencyKey(request, (key) => walkIns.createWalkInBooking(app, staff, input, key)),
  ),
)
