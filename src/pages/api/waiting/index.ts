import { joinWaitingList } from '#contract/waiting.ts'
import { handle, resource } from '#server/endpoint.ts'
import { isForm } from '#server/http/body.ts'
import { redirectResponse } from '#server/http/response.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'
import { joinWaiting } from '#server/waiting/entries.ts'
import { readWaitingInput } from '#server/waiting/input.ts'

export const ALL = resource(
  handle(joinWaitingList, async ({ app, input, address, request }) => {
    const entry = await readWaitingInput(app, input)
    // The page of a plain form names the location.
    const redirect = (page: string) => redirectResponse(`/waiting/${page}#${encodeURIComponent(input.locationId)}`)
    if (!entry.ok) return entry.failure.code === 'unavailable' && isForm(request) ? redirect('available') : entry
    const allowed = await throttleShared(app, 'joinWaitingList', getNetwork(address))
    if (!allowed.ok) return allowed
    const joined = await joinWaiting(app, entry.value)
    return joined.ok && isForm(request) ? redirect('sent') : joined
  }),
)
