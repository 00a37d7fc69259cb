import { askAssistant } from '#contract/chat.ts'
import { chatStream } from '#server/assistant/chat.ts'
import { on, resource } from '#server/endpoint.ts'
import { networkOf } from '#server/throttle/address.ts'
import { throttleTogether } from '#server/throttle/shared-throttle.ts'

export const prerender = false

export const ALL = resource(
  on(askAssistant, async ({ app, input, address }) => {
    const allowed = await throttleTogether(app, 'chat', networkOf(address))
    return allowed.ok ? chatStream(app, input.messages) : allowed
  }),
)
