import { sendChatMessage } from '#contract/chat.ts'
import { streamChat } from '#server/assistant/chat.ts'
import { handle, resource } from '#server/endpoint.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'

export const ALL = resource(
  handle(sendChatMessage, async ({ app, input, address }) => {
    const allowed = await throttleShared(app, 'chat', getNetwork(address))
    return allowed.ok ? streamChat(app, input.messages) : allowed
  }),
)
