import { askAssistant } from '#contract/chat.ts'
import type { AnswerEvent, Turn } from '#domain/assistant/conversation.ts'
import { environment } from '../environment.ts'
import { Unanswered } from './unanswered.ts'

/** The server itself gives up a model that stalls, tries again, and answers without it; who is silent for longer is gone. */
const SILENCE_MS = 45_000

/** Asks the assistant's server; events as they come. Throws `Unanswered`, at once or when the stream breaks off. */
export async function* ask(turns: readonly Turn[]): AsyncGenerator<AnswerEvent> {
  const silent = new AbortController()
  const patience = () => environment().later(() => silent.abort(), SILENCE_MS)
  let rest = patience()
  try {
    const answer = await environment()
      .request(askAssistant.path, {
        method: askAssistant.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: turns }),
        signal: silent.signal,
      })
      .catch(() => undefined)
    if (!answer?.ok || !answer.body)
      throw new Unanswered(answer?.status, Number(answer?.headers.get('retry-after')) || undefined)
    let ended = false
    for await (const event of events(answer.body)) {
      rest()
      rest = patience()
      ended ||= event.kind === 'done'
      yield event
    }
    if (!ended) throw new Unanswered()
  } finally {
    rest()
  }
}

/** Server-sent events without names or ids: one `data:` line each. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
    if (done) return
    const blocks = `${rest}${value}`.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = readEvent(block)
      if (event) yield event
    }
  }
}

const KINDS: readonly AnswerEvent['kind'][] = ['delta', 'replaced', 'offline', 'cooldown', 'done']

/** What is not ours, or is cut, is no event. */
function readEvent(block: string): AnswerEvent | undefined {
  try {
    const event = JSON.parse(block.replace(/^data: /, '')) as AnswerEvent
    return KINDS.includes(event.kind) ? event : undefined
  } catch {
    return undefined
  }
}
