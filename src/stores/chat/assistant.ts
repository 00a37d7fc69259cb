import { sendChatMessage } from '#contract/chat.ts'
import type { AnswerEvent, Turn } from '#domain/assistant/conversation.ts'
import { environment } from '../environment.ts'
import { AssistantUnavailable } from './assistant-unavailable.ts'

/** The server itself gives up a model that stalls, tries again, and answers without it; who is silent for longer is gone. */
const STALL_TIMEOUT_MS = 45_000

/** Asks the assistant's server; events as they come. Throws `Unanswered`, at once or when the stream breaks off. */
export async function* streamReply(turns: readonly Turn[]): AsyncGenerator<AnswerEvent> {
  const silent = new AbortController()
  const patience = () => environment().later(() => silent.abort(), STALL_TIMEOUT_MS)
  let rest = patience()
  try {
    const answer = await environment()
      .request(sendChatMessage.path, {
        method: sendChatMessage.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: turns }),
        signal: silent.signal,
      })
      .catch(() => undefined)
    if (!answer?.ok || !answer.body)
      throw new AssistantUnavailable(answer?.status, Number(answer?.headers.get('retry-after')) || undefined)
    let ended = false
    for await (const event of parseEvents(answer.body)) {
      rest()
      rest = patience()
      ended ||= event.kind === 'done'
      yield event
    }
    if (!ended) throw new AssistantUnavailable()
  } finally {
    rest()
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

/** What is not ours, or is cut, is no event. */
function parseEvent(block: string): AnswerEvent | undefined {
  try {
    const event = JSON.parse(block.replace(/^data: /, '')) as AnswerEvent
    return EVENT_KINDS.includes(event.kind) ? event : undefined
  } catch {
    return undefined
  }
}
