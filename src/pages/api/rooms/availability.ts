import { readRoomAvailability } from '#contract/rooms.ts'
import { handle, resource } from '#server/endpoint.ts'
import { readRoomAvailability as read } from '#server/rooms/day.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttle } from '#server/throttle/in-process.ts'

export const ALL = resource(
  handle(readRoomAvailability, async ({ app, input, address }) => {
    const allowed = throttle('readAvailability', getNetwork(address), app.now())
    return allowed.ok ? read(app, input) : allowed
  }),
)
