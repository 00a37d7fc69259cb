import { sendMessage } from '#contract/contact.ts'
import { succeed } from '#contract/failure.ts'
import { on, resource } from '#server/endpoint.ts'
import { checkMessage, keepMessage } from '#server/messages/messages.ts'
import { networkOf } from '#server/throttle/address.ts'
import { throttleTogether } from '#server/throttle/shared-throttle.ts'

export const prerender = false

export const ALL = resource(
  on(sendMessage, async ({ app, input, address }) => {
    if (input.website) return succeed({})
    const message = checkMessage(input)
    if (!message.ok) return message
    // What has to be mended first does not count.
    const allowed = await throttleTogether(app, 'sendMessage', networkOf(address))
    return allowed.ok ? keepMessage(app, message.value) : allowed
  }),
)
