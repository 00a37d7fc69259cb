import { sendChatMessage } from '#contract/chat.ts'
import type { AnswerEvent, Turn } from '#domain/assistant/conversation.ts'
import { environment } from '../environment.ts'
import { AssistantUnavailable } from './assistant-unavailable.ts'

/** The server ends a stalled model itself, so a longer silence means a lost connection. */
const STALL_TIMEOUT_MS = 45_000

/** Streams the answer's events. Throws `AssistantUnavailable`, also if the stream breaks off. */
export async function* streamAnswer(turns: readonly Turn[]): AsyncGenerator<AnswerEvent> {
  const controller = new AbortController()
  const startTimeout = () => environment().later(() => controller.abort(), STALL_TIMEOUT_MS)
  let cancelTimeout = startTimeout()
  try {
    const response = await environment()
      .request(sendChatMessage.path, {
        method: sendChatMessage.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: turns }),
        signal: controller.signal,
      })
      .catch(() => undefined)
    if (!response?.ok || !response.body)
      throw new AssistantUnavailable(response?.status, Number(response?.headers.get('retry-after')) || undefined)
    let isComplete = false
    for await (const event of parseEvents(response.body)) {
      cancelTimeout()
      cancelTimeout = startTimeout()
      isComplete ||= event.kind === 'done'
      yield event
    }
    if (!isComplete) throw new AssistantUnavailable()
  } finally {
    cancelTimeout()
  }
}

/** Server-sent events without names or ids: one `data:` line each. */
async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
    if (done) return
    const blocks = `${rest}${value}`.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) yield event
    }
  }
}

const EVENT_KINDS: readonly AnswerEvent['kind'][] = ['delta', 'replaced', 'offline', 'cooldown', 'done']

/** Ignores unknown or incomplete events. */
function parseEvent(block: string): AnswerEvent | undefined {
  try {
    const event = JSON.parse(block.replace(/^data: /, '')) as AnswerEvent
    return EVENT_KINDS.includes(event.kind) ? event : undefined
  } catch {
    return undefined
  }
}
