import type { ChatFailure } from '../chat.ts'
import type { Turn } from './conversation.ts'

/** Settings of a request to the language model, from the server or from the browser. */
export const MODEL_LIMITS = { maxOutputTokens: 400, temperature: 0.2 } as const

/** Longest wait for the next piece of an answer. */
export const CHUNK_TIMEOUT_MS = 10_000
/** Longest time for a whole answer, however steadily its pieces arrive. */
export const ANSWER_TIMEOUT_MS = 30_000
export const toModelContents = (turns: readonly Turn[]) => turns.map(({ role, text }) => ({ role, parts: [{ text }] }))

/** What the service's library threw: its errors of an answered call carry the status. */
export function toModelFailure(error: unknown): ChatFailure {
  const message = error instanceof Error ? error.message : String(error)
  const status = (error as { status?: unknown } | null)?.status
  return {
    message,
    ...(/RESOURCE_EXHAUSTED/i.test(message) && { code: 'RESOURCE_EXHAUSTED' }),
    ...(typeof status === 'number' && { status }),
  }
}
