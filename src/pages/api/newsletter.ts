import { subscribe } from '#contract/newsletter.ts'
import { handle, resource } from '#server/endpoint.ts'
import { normalizeAddress, saveSubscriber } from '#server/messages/newsletter.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'

export const ALL = resource(
  handle(subscribe, async ({ app, input, address }) => {
    const email = normalizeAddress(input.email)
    if (!email.ok) return email
    const allowed = await throttleShared(app, 'subscribe', getNetwork(address))
    return allowed.ok ? saveSubscriber(app, email.value) : allowed
  }),
)
