import { askAssistant } from '#contract/chat.ts'
import { chatStream } from '#server/assistant/chat.ts'
import { networkOf } from '#server/http/address.ts'
import { on, resource } from '#server/http/handle.ts'
import { throttle } from '#server/http/throttle.ts'

export const prerender = false

export const ALL = resource(
  on(askAssistant, async ({ app, input, address }) => {
    const allowed = throttle('chat', networkOf(address), app.now())
    return allowed.ok ? chatStream(app, input.messages) : allowed
  }),
)
