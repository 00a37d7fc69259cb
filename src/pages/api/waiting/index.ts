import { joinWaitingList } from '#contract/waiting.ts'
import { handle, resource } from '#server/endpoint.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'
import { joinWaiting } from '#server/waiting/entries.ts'
import { readWaitingInput } from '#server/waiting/input.ts'

export const ALL = resource(
  handle(joinWaitingList, async ({ app, input, address }) => {
    const entry = await readWaitingInput(app, input)
    if (!entry.ok) return entry
    const allowed = await throttleShared(app, 'joinWaitingList', getNetwork(address))
    return allowed.ok ? joinWaiting(app, entry.value) : allowed
  }),
)
