import { releaseRoomBlock } from '#contract/admin/rooms.ts'
import { releaseBlockByStaff } from '#server/desk/room-changes.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(releaseRoomBlock, ({ app, staff, params, input }) => releaseBlockByStaff(app, staff, params.id, input)),
)
