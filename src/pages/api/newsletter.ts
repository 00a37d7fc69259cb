import { subscribe } from '#contract/newsletter.ts'
import { on, resource } from '#server/endpoint.ts'
import { checkAddress, keepSubscriber } from '#server/messages/newsletter.ts'
import { networkOf } from '#server/throttle/address.ts'
import { throttleTogether } from '#server/throttle/shared-throttle.ts'

export const prerender = false

export const ALL = resource(
  on(subscribe, async ({ app, input, address }) => {
    const email = checkAddress(input.email)
    if (!email.ok) return email
    const allowed = await throttleTogether(app, 'subscribe', networkOf(address))
    return allowed.ok ? keepSubscriber(app, email.value) : allowed
  }),
)
