import type { Turn } from '#domain/assistant/conversation.ts'
import { MAX_READ_LENGTH } from '#domain/assistant/conversation.ts'
import { ANSWER_TIMEOUT_MS, CHUNK_TIMEOUT_MS, MODEL_LIMITS, toModelContents } from '#domain/assistant/model.ts'

/** Where the assistant's model is reached, and as whom. */
export interface ModelAccess {
  key: string
  model: string
  /** Absent: the maker's own. */
  baseUrl: string | undefined
}

/** One event of the stream. */
interface ModelEvent {
  candidates?: { content?: { parts?: { text?: string }[] }; finishReason?: string }[]
  promptFeedback?: { blockReason?: string }
}

/**
 * Asks the generative-language service and yields the pieces of its answer. Called with `fetch`, as the service's library
 * follows redirects with the key and stores everything that it reads.
 */
export async function* streamModel(
  access: ModelAccess,
  turns: readonly Turn[],
  stop: AbortSignal,
): AsyncGenerator<string> {
  const stalled = new AbortController()
  const patience = () => setTimeout(() => stalled.abort(new Error('the service stalled')), CHUNK_TIMEOUT_MS)
  let timer = patience()
  const deadline = setTimeout(() => stalled.abort(new Error('the answer took too long')), ANSWER_TIMEOUT_MS)
  try {
    const response = await fetch(getModelUrl(access), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': access.key },
      body: JSON.stringify({ contents: toModelContents(turns), generationConfig: MODEL_LIMITS }),
      redirect: 'error',
      signal: AbortSignal.any([stop, stalled.signal]),
    })
    if (!response.ok) throw await toModelError(response)
    for await (const data of readEvents(response)) {
      clearTimeout(timer)
      timer = patience()
      yield extractText(JSON.parse(data))
    }
  } finally {
    clearTimeout(timer)
    clearTimeout(deadline)
    stalled.abort()
  }
}

const getModelUrl = ({ baseUrl = 'https://generativelanguage.googleapis.com', model }: ModelAccess): string =>
  `${baseUrl}/v1beta/models/${model}:streamGenerateContent?alt=sse`

/** The error of a call that was refused, with its status for `modelTrouble`. */
async function toModelError(response: Response): Promise<Error> {
  let text = ''
  for await (const part of readText(response)) text += part
  return Object.assign(new Error(`the service answered ${response.status}: ${text}`), { status: response.status })
}

/** Reasons for which the service ends an answer that must not be shown. */
const BLOCKED_FINISH_REASONS = ['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII']

function extractText({ candidates: [first] = [], promptFeedback }: ModelEvent): string {
  const withheld =
    promptFeedback?.blockReason ?? BLOCKED_FINISH_REASONS.find((reason) => reason === first?.finishReason)
  if (withheld) throw new Error(`the service withheld its answer: ${withheld}`)
  return first?.content?.parts?.map(({ text = '' }) => text).join('') ?? ''
}

/** The data of each server-sent event. */
async function* readEvents(response: Response): AsyncGenerator<string> {
  let rest = ''
  for await (const text of readText(response)) {
    const events = (rest + text).split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: ?(.*)/m.exec(event)?.[1]
      if (data) yield data
    }
  }
  if (rest.trim() !== '') throw new Error('the answer was cut off')
}

/** Text as it arrives. Throws once more bytes came than an answer can have. */
async function* readText(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_READ_LENGTH) throw new RangeError('the answer is too long')
    yield decoder.decode(chunk, { stream: true })
  }
}
