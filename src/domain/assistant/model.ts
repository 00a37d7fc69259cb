import type { ChatFailure } from '../chat.ts'
import type { Turn } from './conversation.ts'

export const MODEL_LIMITS = { maxOutputTokens: 400, temperature: 0.2 } as const

/** Maximum wait for the next chunk of an answer. */
export const CHUNK_TIMEOUT_MS = 10_000
/** Maximum time for a whole answer. */
export const ANSWER_TIMEOUT_MS = 30_000
export const toModelContents = (turns: readonly Turn[]) => turns.map(({ role, text }) => ({ role, parts: [{ text }] }))

/** Errors of the service's library have the HTTP status if there was a response. */
export function toModelFailure(error: unknown): ChatFailure {
  const message = error instanceof Error ? error.message : String(error)
  const status = (error as { status?: unknown } | null)?.status
  return {
    message,
    ...(/RESOURCE_EXHAUSTED/i.test(message) && { code: 'RESOURCE_EXHAUSTED' }),
    ...(typeof status === 'number' && { status }),
  }
}
