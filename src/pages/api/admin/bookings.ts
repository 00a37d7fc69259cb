import { listBookings } from '#contract/admin/bookings.ts'
import { placeAtDesk } from '#contract/admin/desk.ts'
import { readList } from '#server/bookings/booking-list.ts'
import * as walkIns from '#server/desk/walk-ins.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { underKey } from '#server/http/idempotency.ts'

export const prerender = false

export const ALL = resource(
  onStaff(listBookings, ({ app, input, staff }) => readList(app, input, staff)),
  onStaff(placeAtDesk, ({ app, staff, input, request }) =>
    underKey(request, (key) => walkIns.placeAtDesk(app, staff, input, key)),
  ),
)
