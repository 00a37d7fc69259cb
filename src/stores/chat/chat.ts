import { atom } from 'nanostores'
import { MAX_TURNS } from '#contract/chat.ts'
import type { AnswerEvent, Turn } from '#domain/assistant/conversation.ts'
import {
  buildOfflineAnswer,
  EMPTY_REPLY,
  formatLimitNote,
  formatMissingKeyMessage,
} from '#domain/assistant/offline-answer.ts'
import {
  type ChatFailure,
  type ChatState,
  canSend,
  cooldownSeconds,
  IDLE_CHAT,
  reduceChatState,
  trimChatMessage,
} from '#domain/chat.ts'
import { WITHOUT_SERVER } from '../edition.ts'
import { environment } from '../environment.ts'
import { streamReply } from './assistant.ts'
import { loadAssistantFacts } from './assistant-facts.ts'
import { AssistantUnavailable } from './assistant-unavailable.ts'
import {
  $input,
  $messages,
  type Message,
  putMessage,
  removeMessage,
  restoreTranscript,
  saveTranscript,
} from './transcript.ts'

export const $chat = atom<ChatState>(IDLE_CHAT)
/** Seconds until sending is possible again; 0 outside a cooldown. */
export const $cooldownSeconds = atom(0)
/** The answer that has just been finished, said once to who cannot see it arrive. */
export const $finishedReply = atom('')

/** Said where nothing of the business could be read either. */
const FALLBACK_REPLY =
  'The assistant cannot answer at the moment. The [Contact page](/contact) has our phone and WhatsApp.'

export function openChat(): void {
  if ($messages.get().length > 0) return
  $chat.set(restoreTranscript())
  tickCooldown()
}

/** Kept with the visit: closing the panel or leaving the page takes nothing of it away. */
export function setInput(typed: string): void {
  $input.set(typed)
  saveTranscript($chat.get())
}

/** Sends a question; false where there is nothing to send, or nothing may be sent now. */
export function sendQuestion(question: string): boolean {
  const text = trimChatMessage(question)
  if (text === undefined || !canSend($chat.get())) return false
  putMessage({ id: environment().randomId(), role: 'user', text })
  void requestReply()
  return true
}

/** Asks the last question again, in the place of the answer that was none. */
export function retryQuestion(): void {
  const last = $messages.get().at(-1)
  if (last?.role !== 'model' || !canSend($chat.get())) return
  removeMessage(last.id)
  void requestReply()
}

export const isEmptyReply = ({ text }: Message): boolean => text === EMPTY_REPLY

async function requestReply(): Promise<void> {
  $chat.set(reduceChatState($chat.get(), { kind: 'sent' }))
  $finishedReply.set('')
  saveTranscript($chat.get())
  const reply: Message = { id: environment().randomId(), role: 'model', text: '' }
  try {
    for await (const event of streamReply(listRecentTurns())) handleEvent(event, reply)
  } catch (error) {
    if (!(error instanceof AssistantUnavailable)) throw error
    await replyOffline(reply, error)
  }
  $finishedReply.set(reply.text)
  saveTranscript($chat.get())
}

/** The latest turns, from a question of the visitor on; the welcome and what was no answer are none. */
function listRecentTurns(): Turn[] {
  const said = $messages.get().filter((message) => message.id !== 'welcome' && !isEmptyReply(message))
  const latest = said.slice(-MAX_TURNS + 1)
  const first = latest.findIndex(({ role }) => role === 'user')
  return latest.slice(first).map(({ role, text }) => ({ role, text }))
}

function handleEvent(event: AnswerEvent, reply: Message): void {
  if (event.kind === 'done') {
    $chat.set(reduceChatState($chat.get(), { kind: 'answered' }))
    return
  }
  reply.text = event.kind === 'delta' ? reply.text + event.text : event.text
  putMessage({ ...reply })
  if (event.kind === 'offline') {
    recordFailure({})
    // A missing key concerns operators, so only development shows it.
    if (event.keyMissing && import.meta.env.DEV) {
      const setting = WITHOUT_SERVER ? 'PUBLIC_GEMINI_API_KEY' : 'GEMINI_API_KEY'
      putMessage({ id: 'key-missing', role: 'model', text: formatMissingKeyMessage(setting) })
    }
  }
  if (event.kind === 'cooldown') recordFailure({ status: 429 })
}

/** No server answered: the built-in answer is made here. */
async function replyOffline(reply: Message, { status, retryAfter }: AssistantUnavailable): Promise<void> {
  const facts = await loadAssistantFacts()
  const question = $messages.get().findLast(({ role }) => role === 'user')?.text ?? ''
  const answer = facts ? buildOfflineAnswer(question, facts) : FALLBACK_REPLY
  reply.text = status === 429 ? `${answer}\n${formatLimitNote(retryAfter)}` : answer
  putMessage({ ...reply })
  // The site's own limit is not the AI service's rate limit: it starts no cooldown.
  recordFailure({})
}

function recordFailure(failure: ChatFailure): void {
  $chat.set(reduceChatState($chat.get(), { kind: 'failed', failure, at: environment().now() }))
  tickCooldown()
}

/** Counts the cooldown down, second by second. */
function tickCooldown(): void {
  const at = environment().now()
  $chat.set(reduceChatState($chat.get(), { kind: 'passed', at }))
  const seconds = cooldownSeconds($chat.get(), at)
  $cooldownSeconds.set(seconds)
  if (seconds > 0) environment().later(tickCooldown, 1_000)
}
