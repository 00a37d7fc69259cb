/** States and limits of the assistant; docs/rules.md#assistant. */
export const MAX_CHAT_RETRIES = 2
export const CHAT_COOLDOWN_MS = 15_000
const FIRST_BACKOFF_MS = 500

/** Milliseconds before each retry: 500, doubling. */
export const getChatRetryDelay = (retry: number): number => FIRST_BACKOFF_MS * 2 ** (retry - 1)

export interface ChatFailure {
  status?: number
  code?: string
  message?: string
}

/** Whether a failure is a rate limit, which is worth a retry. */
export const isRateLimited = ({ status, code = '', message = '' }: ChatFailure): boolean =>
  status === 429 || /^resource[_-]exhausted$/i.test(code) || /rate limit/i.test(message)

/** `offline` is shown beside the assistant's name; answers then come from built-in keywords. */
export type ChatState =
  | { status: 'idle' | 'thinking'; offline: boolean }
  | { status: 'cooldown'; until: number; offline: true }

type ChatEvent =
  | { kind: 'sent' }
  | { kind: 'answered' }
  /** No retry is left, or the failure cannot be retried. `at` in milliseconds. */
  | { kind: 'failed'; failure: ChatFailure; at: number }
  | { kind: 'time_passed'; at: number }

export const IDLE_CHAT: ChatState = { status: 'idle', offline: false }

/** Returns undefined if there is nothing to send. */
export const trimChatMessage = (typed: string): string | undefined => typed.trim() || undefined

export const canSend = (state: ChatState): boolean => state.status === 'idle'

/**
 * A rate limit starts the cooldown, any failure goes offline, and a successful answer goes online. An event that does
 * not fit the state is ignored.
 */
export function reduceChatState(state: ChatState, event: ChatEvent): ChatState {
  switch (event.kind) {
    case 'sent':
      return canSend(state) ? { status: 'thinking', offline: state.offline } : state
    case 'answered':
      return state.status === 'thinking' ? IDLE_CHAT : state
    case 'failed':
      if (state.status !== 'thinking') return state
      return isRateLimited(event.failure)
        ? { status: 'cooldown', until: event.at + CHAT_COOLDOWN_MS, offline: true }
        : { status: 'idle', offline: true }
    case 'time_passed':
      return state.status === 'cooldown' && event.at >= state.until ? { status: 'idle', offline: true } : state
  }
}

/** Restores the offline label and the remaining cooldown. */
export function restoreChatState(stored: unknown, now: number): ChatState {
  const { offline, until } = (stored ?? {}) as Record<string, unknown>
  if (offline !== true) return IDLE_CHAT
  const isCooling = typeof until === 'number' && until > now && until <= now + CHAT_COOLDOWN_MS
  return isCooling ? { status: 'cooldown', until, offline } : { status: 'idle', offline }
}

/** Whole seconds until sending is possible again, counted down to 1. */
export const cooldownSeconds = (state: ChatState, now: number): number =>
  state.status === 'cooldown' ? Math.max(0, Math.ceil((state.until - now) / 1_000)) : 0
