import { findRoomBookings } from '#contract/admin/rooms.ts'
import { findBookingsForRoom } from '#server/desk/room-bookings.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(findRoomBookings, ({ app, staff, input }) => findBookingsForRoom(app, staff, input)),
)
