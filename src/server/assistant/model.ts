import { GoogleGenerativeAI, GoogleGenerativeAIFetchError } from '@google/generative-ai'
import type { Turn } from '#domain/assistant/conversation.ts'
import type { ChatFailure } from '#domain/chat.ts'

/** Where the assistant's model is reached, and as whom. */
export interface ModelAccess {
  key: string
  model: string
  /** Absent: the maker's own. */
  baseUrl: string | undefined
}

/** A visitor does not wait longer for the next piece of an answer. */
const STALLED_AFTER_MS = 10_000
const MOST_TOKENS = 400

/** Asks the generative-language service (spec §7). Pieces as they come; throws what the service or the network throws. */
export async function* askModel(
  access: ModelAccess,
  turns: readonly Turn[],
  stop: AbortSignal,
): AsyncGenerator<string> {
  const stalled = new AbortController()
  const signal = AbortSignal.any([stop, stalled.signal])
  const model = new GoogleGenerativeAI(access.key).getGenerativeModel(
    { model: access.model, generationConfig: { maxOutputTokens: MOST_TOKENS, temperature: 0.2 } },
    access.baseUrl ? { baseUrl: access.baseUrl } : {},
  )
  const contents = turns.map(({ role, text }) => ({ role, parts: [{ text }] }))
  const patience = () => setTimeout(() => stalled.abort(new Error('the service stalled')), STALLED_AFTER_MS)
  let timer = patience()
  try {
    const { stream, response } = await model.generateContentStream({ contents }, { signal })
    // The library's sum of all pieces: what breaks the stream breaks it as well, and nobody else would hear of it.
    response.catch(() => {})
    for await (const piece of stream) {
      clearTimeout(timer)
      timer = patience()
      yield piece.text()
    }
  } finally {
    clearTimeout(timer)
    stalled.abort()
  }
}

export function troubleOf(error: unknown): ChatFailure {
  const message = error instanceof Error ? error.message : String(error)
  const code = /RESOURCE_EXHAUSTED/i.test(message) ? 'RESOURCE_EXHAUSTED' : undefined
  const status = error instanceof GoogleGenerativeAIFetchError ? error.status : undefined
  return { message, ...(code && { code }), ...(status !== undefined && { status }) }
}
