import { moveRoomReservation, releaseRoomReservation } from '#contract/admin/rooms.ts'
import { moveReservationByStaff, releaseReservationByStaff } from '#server/desk/room-changes.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(moveRoomReservation, ({ app, staff, params, input }) =>
    moveReservationByStaff(app, staff, params.id, input),
  ),
  handleStaff(releaseRoomReservation, ({ app, staff, params }) => releaseReservationByStaff(app, staff, params.id)),
)
