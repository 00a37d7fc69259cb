import { MAX_READ_LENGTH, type Turn } from '#domain/assistant/conversation.ts'
import { ANSWER_TIMEOUT_MS, CHUNK_TIMEOUT_MS, MODEL_LIMITS, toModelContents } from '#domain/assistant/model.ts'
import type { Env } from '../env.ts'

type ModelAccess = NonNullable<Env['chat']['access']>

interface ModelEvent {
  candidates?: { content?: { parts?: { text?: string }[] }; finishReason?: string }[]
  promptFeedback?: { blockReason?: string }
}

/** Yields the parts of an answer. Called with `fetch`, because the vendor's library follows redirects with the key. */
export async function* streamModel(
  access: ModelAccess,
  turns: readonly Turn[],
  stop: AbortSignal,
): AsyncGenerator<string> {
  const timeout = new AbortController()
  const startTimer = () => setTimeout(() => timeout.abort(new Error('the service stalled')), CHUNK_TIMEOUT_MS)
  let timer = startTimer()
  const deadline = setTimeout(() => timeout.abort(new Error('the answer took too long')), ANSWER_TIMEOUT_MS)
  try {
    const response = await fetch(getModelUrl(access), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': access.key },
      body: JSON.stringify({ contents: toModelContents(turns), generationConfig: MODEL_LIMITS }),
      redirect: 'error',
      signal: AbortSignal.any([stop, timeout.signal]),
    })
    if (!response.ok) throw await toModelError(response)
    for await (const data of readEvents(response)) {
      clearTimeout(timer)
      timer = startTimer()
      yield extractText(JSON.parse(data))
    }
  } finally {
    clearTimeout(timer)
    clearTimeout(deadline)
    timeout.abort()
  }
}

const getModelUrl = ({ baseUrl = 'https://generativelanguage.googleapis.com', model }: ModelAccess): string =>
  `${baseUrl}/v1beta/models/${model}:streamGenerateContent?alt=sse`

async function toModelError(response: Response): Promise<Error> {
  let text = ''
  for await (const part of readText(response)) text += part
  return Object.assign(new Error(`the service responded with ${response.status}: ${text}`), { status: response.status })
}

/** Reasons for which an answer must not be shown. */
const BLOCKED_FINISH_REASONS = ['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII']

function extractText({ candidates: [first] = [], promptFeedback }: ModelEvent): string {
  const blockReason =
    promptFeedback?.blockReason ?? BLOCKED_FINISH_REASONS.find((reason) => reason === first?.finishReason)
  if (blockReason) throw new Error(`the service withheld its response: ${blockReason}`)
  return first?.content?.parts?.map(({ text = '' }) => text).join('') ?? ''
}

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
  if (rest.trim() !== '') throw new Error('the response was cut off')
}

/** Throws on more bytes than an answer can have. */
async function* readText(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_READ_LENGTH) throw new RangeError('the answer is too long')
    yield decoder.decode(chunk, { stream: true })
  }
}
