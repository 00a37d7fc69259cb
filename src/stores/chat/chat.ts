import { atom } from 'nanostores'
import { MAX_TURNS } from '#contract/chat.ts'
import type { AnswerEvent, Turn } from '#domain/assistant/conversation.ts'
import {
  buildOfflineAnswer,
  EMPTY_ANSWER,
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
import { streamAnswer } from './assistant.ts'
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
/** The finished answer, announced once to screen readers. */
export const $finishedAnswer = atom('')

/** Used if the facts could not be loaded either. */
const FALLBACK_ANSWER =
  'Sorry, I cannot answer at the moment. Call us or write to us on WhatsApp: the [Contact page](/contact) has the numbers.'

export function openChat(): void {
  if ($messages.get().length > 0) return
  $chat.set(restoreTranscript())
  tickCooldown()
}

export function setInput(text: string): void {
  $input.set(text)
  saveTranscript($chat.get())
}

/** Returns false if the question is empty or sending is not possible now. */
export function sendQuestion(question: string): boolean {
  const text = trimChatMessage(question)
  if (text === undefined || !canSend($chat.get())) return false
  putMessage({ id: environment().randomId(), role: 'user', text })
  void requestAnswer()
  return true
}

/** Replaces a failed answer. */
export function retryQuestion(): void {
  const last = $messages.get().at(-1)
  if (last?.role !== 'model' || !canSend($chat.get())) return
  removeMessage(last.id)
  void requestAnswer()
}

export const isEmptyAnswer = ({ text }: Message): boolean => text === EMPTY_ANSWER

async function requestAnswer(): Promise<void> {
  $chat.set(reduceChatState($chat.get(), { kind: 'sent' }))
  $finishedAnswer.set('')
  saveTranscript($chat.get())
  const message: Message = { id: environment().randomId(), role: 'model', text: '' }
  try {
    for await (const event of streamAnswer(listRecentTurns())) handleEvent(event, message)
  } catch (error) {
    if (!(error instanceof AssistantUnavailable)) throw error
    await showOfflineAnswer(message, error)
  }
  $finishedAnswer.set(message.text)
  saveTranscript($chat.get())
}

/** The latest turns, starting with a question, without the welcome message and failed answers. */
function listRecentTurns(): Turn[] {
  const messages = $messages.get().filter((message) => message.id !== 'welcome' && !isEmptyAnswer(message))
  const latest = messages.slice(-MAX_TURNS + 1)
  const first = latest.findIndex(({ role }) => role === 'user')
  return latest.slice(first).map(({ role, text }) => ({ role, text }))
}

function handleEvent(event: AnswerEvent, message: Message): void {
  if (event.kind === 'done') {
    $chat.set(reduceChatState($chat.get(), { kind: 'answered' }))
    return
  }
  message.text = event.kind === 'delta' ? message.text + event.text : event.text
  putMessage({ ...message })
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

/** Builds the answer in the browser if the server does not respond. */
async function showOfflineAnswer(message: Message, { status, retryAfter }: AssistantUnavailable): Promise<void> {
  const facts = await loadAssistantFacts()
  const question = $messages.get().findLast(({ role }) => role === 'user')?.text ?? ''
  const answer = facts ? buildOfflineAnswer(question, facts) : FALLBACK_ANSWER
  message.text = status === 429 ? `${answer}\n${formatLimitNote(retryAfter)}` : answer
  putMessage({ ...message })
  // The site's own limit is not the AI service's: it starts no cooldown.
  recordFailure({})
}

function recordFailure(failure: ChatFailure): void {
  $chat.set(reduceChatState($chat.get(), { kind: 'failed', failure, at: environment().now() }))
  tickCooldown()
}

function tickCooldown(): void {
  const at = environment().now()
  $chat.set(reduceChatState($chat.get(), { kind: 'time_passed', at }))
  const seconds = cooldownSeconds($chat.get(), at)
  $cooldownSeconds.set(seconds)
  if (seconds > 0) environment().later(tickCooldown, 1_000)
}
