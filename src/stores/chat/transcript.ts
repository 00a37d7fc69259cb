import { atom } from 'nanostores'
import type { Turn } from '#domain/assistant/conversation.ts'
import { EMPTY_ANSWER, WELCOME } from '#domain/assistant/offline-answer.ts'
import { type ChatState, restoreChatState } from '#domain/chat.ts'
import { environment } from '../environment.ts'
import { readTabValue, writeTabValue } from '../storage.ts'

export interface Message extends Turn {
  id: string
}

const STORAGE_KEY = 'chat-store'
const MAX_MESSAGES = 40

export const $messages = atom<readonly Message[]>([])
export const $input = atom('')

/** Restores the conversation of this visit; a new visit starts with the welcome message. */
export function restoreTranscript(): ChatState {
  const { messages, typed: input, state } = (readTabValue(STORAGE_KEY) ?? {}) as Record<string, unknown>
  const stored = Array.isArray(messages) ? messages.filter(isMessage).slice(-MAX_MESSAGES) : []
  // The page was left before the answer arrived: it can be requested again.
  if (stored.at(-1)?.role === 'user') stored.push({ id: environment().randomId(), role: 'model', text: EMPTY_ANSWER })
  $messages.set(stored.length > 0 ? stored : [{ id: 'welcome', role: 'model', text: WELCOME }])
  $input.set(typeof input === 'string' ? input : '')
  return restoreChatState(state, environment().now())
}

/** Replaces the message with the same id, or appends it. */
export function putMessage(message: Message): void {
  const messages = $messages.get()
  const index = messages.findIndex(({ id }) => id === message.id)
  $messages.set((index < 0 ? [...messages, message] : messages.with(index, message)).slice(-MAX_MESSAGES))
}

export function removeMessage(id: string): void {
  $messages.set($messages.get().filter((message) => message.id !== id))
}

/** Stores the state too, because a cooldown outlasts the page. */
export const saveTranscript = (state: ChatState): void =>
  writeTabValue(STORAGE_KEY, { messages: $messages.get(), typed: $input.get(), state })

function isMessage(value: unknown): value is Message {
  const { id, text, role } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof text === 'string' && (role === 'user' || role === 'model')
}
