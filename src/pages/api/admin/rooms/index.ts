import { readRooms } from '#contract/admin/rooms.ts'
import { readRoomsForStaff } from '#server/desk/rooms.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(readRooms, ({ app, staff, input }) => readRoomsForStaff(app, staff, input)))
