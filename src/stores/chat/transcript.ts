import { atom } from 'nanostores'
import type { Turn } from '#domain/assistant/conversation.ts'
import { EMPTY_REPLY, WELCOME } from '#domain/assistant/offline-answer.ts'
import { type ChatState, restoreChatState } from '#domain/chat.ts'
import { environment } from '../environment.ts'

export interface Message extends Turn {
  id: string
}

const STORAGE_KEY = 'chat-store'
/** More than anybody reads again. */
const MAX_MESSAGES = 40

export const $messages = atom<readonly Message[]>([])
/** What is not sent yet. */
export const $input = atom('')

/** Restores the visit from the previous page and returns its state; a new visit starts with the welcome message. */
export function restoreTranscript(): ChatState {
  const { messages, typed, state } = readStoredTranscript()
  const kept = Array.isArray(messages) ? messages.filter(isMessage).slice(-MAX_MESSAGES) : []
  // The page was left while its answer was on the way: it can be asked again.
  if (kept.at(-1)?.role === 'user') kept.push({ id: environment().randomId(), role: 'model', text: EMPTY_REPLY })
  $messages.set(kept.length > 0 ? kept : [{ id: 'welcome', role: 'model', text: WELCOME }])
  $input.set(typeof typed === 'string' ? typed : '')
  return restoreChatState(state, environment().now())
}

/** Puts a message at the end, or in the place of the one that has its id. */
export function putMessage(message: Message): void {
  const messages = $messages.get()
  const at = messages.findIndex(({ id }) => id === message.id)
  $messages.set((at < 0 ? [...messages, message] : messages.with(at, message)).slice(-MAX_MESSAGES))
}

export function removeMessage(id: string): void {
  $messages.set($messages.get().filter((message) => message.id !== id))
}

/** With how it stands: a cooldown does not end with the page. Where nothing may be kept the visit does. */
export function saveTranscript(state: ChatState): void {
  try {
    environment()
      .tabStorage()
      .setItem(STORAGE_KEY, JSON.stringify({ messages: $messages.get(), typed: $input.get(), state }))
  } catch {
    // Blocked or full.
  }
}

function readStoredTranscript(): Record<string, unknown> {
  try {
    return JSON.parse(environment().tabStorage().getItem(STORAGE_KEY) ?? '') ?? {}
  } catch {
    return {}
  }
}

const isMessage = (found: unknown): found is Message =>
  typeof found === 'object' &&
  found !== null &&
  'id' in found &&
  typeof found.id === 'string' &&
  'text' in found &&
  typeof found.text === 'string' &&
  'role' in found &&
  (found.role === 'user' || found.role === 'model')
