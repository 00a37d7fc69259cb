import { GoogleGenerativeAI } from '@google/generative-ai'
import type { Turn } from '#domain/assistant/conversation.ts'
import { ANSWER_WITHIN_MS, MODEL_LIMITS, modelContents, STALLED_AFTER_MS } from '#domain/assistant/model.ts'

/** Where the assistant's model is reached, and as whom. */
export interface ModelAccess {
  key: string
  model: string
  /** Absent: the maker's own. */
  baseUrl: string | undefined
}

/** Asks the generative-language service (spec §7). Pieces as they come; throws what the service or the network throws. */
export async function* askModel(
  access: ModelAccess,
  turns: readonly Turn[],
  stop: AbortSignal,
): AsyncGenerator<string> {
  const stalled = new AbortController()
  const signal = AbortSignal.any([stop, stalled.signal])
  const model = new GoogleGenerativeAI(access.key).getGenerativeModel(
    { model: access.model, generationConfig: MODEL_LIMITS },
    access.baseUrl ? { baseUrl: access.baseUrl } : {},
  )
  const patience = () => setTimeout(() => stalled.abort(new Error('the service stalled')), STALLED_AFTER_MS)
  let timer = patience()
  const deadline = setTimeout(() => stalled.abort(new Error('the answer took too long')), ANSWER_WITHIN_MS)
  try {
    const { stream, response } = await model.generateContentStream({ contents: modelContents(turns) }, { signal })
    // The library's sum of all pieces: what breaks the stream breaks it as well, and nobody else would hear of it.
    response.catch(() => {})
    for await (const piece of stream) {
      clearTimeout(timer)
      timer = patience()
      yield piece.text()
    }
  } finally {
    clearTimeout(timer)
    clearTimeout(deadline)
    stalled.abort()
  }
}
