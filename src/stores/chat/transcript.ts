import { atom } from 'nanostores'
import type { Turn } from '#domain/assistant/conversation.ts'
import { WELCOME } from '#domain/assistant/offline.ts'
import { environment } from '../environment.ts'

/** Spec §3 "Chat message". */
export interface Message extends Turn {
  id: string
}

const KEPT_AS = 'chat-store'
/** More than anybody reads again. */
const MOST = 40

export const $messages = atom<readonly Message[]>([])

/** The transcript of this visit, from the page before; a visit begins with the welcome (spec §8). */
export function readTranscript(): void {
  const kept = readKept()
  $messages.set(kept.length > 0 ? kept : [{ id: 'welcome', role: 'model', text: WELCOME }])
}

/** Puts a message at the end, or in the place of the one that has its id. */
export function put(message: Message): void {
  const messages = $messages.get()
  const at = messages.findIndex(({ id }) => id === message.id)
  $messages.set((at < 0 ? [...messages, message] : messages.with(at, message)).slice(-MOST))
}

export function drop(id: string): void {
  $messages.set($messages.get().filter((message) => message.id !== id))
}

/** Where nothing may be kept the transcript ends with the page. */
export function keepTranscript(): void {
  try {
    environment().tabStorage().setItem(KEPT_AS, JSON.stringify($messages.get()))
  } catch {
    // Blocked or full.
  }
}

function readKept(): Message[] {
  try {
    const found: unknown = JSON.parse(environment().tabStorage().getItem(KEPT_AS) ?? '[]')
    return Array.isArray(found) ? found.filter(isMessage).slice(-MOST) : []
  } catch {
    return []
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
