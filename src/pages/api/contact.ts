import { sendContactMessage } from '#contract/contact.ts'
import { succeed } from '#contract/failure.ts'
import { handle, resource } from '#server/endpoint.ts'
import { saveMessage, validateMessage } from '#server/messages/contact.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'

export const ALL = resource(
  handle(sendContactMessage, async ({ app, input, address }) => {
    if (input.website) return succeed({})
    const message = validateMessage(input)
    if (!message.ok) return message
    // Invalid messages do not count.
    const allowed = await throttleShared(app, 'sendMessage', getNetwork(address))
    return allowed.ok ? saveMessage(app, message.value) : allowed
  }),
)
