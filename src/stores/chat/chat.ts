import { atom } from 'nanostores'
import { MOST_TURNS } from '#contract/chat.ts'
import type { AnswerEvent, Turn } from '#domain/assistant/conversation.ts'
import { EMPTY_REPLY, keyMissing, limitNote, offlineAnswer } from '#domain/assistant/offline.ts'
import {
  type ChatFailure,
  type ChatState,
  canSend,
  chatAfter,
  chatMessage,
  cooldownSeconds,
  QUIET_CHAT,
} from '#domain/chat.ts'
import { WITHOUT_SERVER } from '../edition.ts'
import { environment } from '../environment.ts'
import { ask } from './assistant.ts'
import { $messages, $typed, drop, keepVisit, type Message, put, resumeVisit } from './transcript.ts'
import { Unanswered } from './unanswered.ts'
import { assistantFacts } from './words.ts'

export const $chat = atom<ChatState>(QUIET_CHAT)
/** Seconds until sending is possible again; 0 outside a cooldown. */
export const $seconds = atom(0)
/** The answer that has just been finished, said once to who cannot see it arrive. */
export const $finished = atom('')

/** Said where nothing of the business could be read either. */
const NOTHING_KNOWN =
  'The assistant cannot answer at the moment. The [Contact page](/contact) has our phone and WhatsApp.'

export function openChat(): void {
  if ($messages.get().length > 0) return
  $chat.set(resumeVisit())
  count()
}

/** Kept with the visit: closing the panel or leaving the page takes nothing of it away. */
export function type(typed: string): void {
  $typed.set(typed)
  keepVisit($chat.get())
}

/** Sends a question; false where there is nothing to send, or nothing may be sent now. */
export function send(question: string): boolean {
  const text = chatMessage(question)
  if (text === undefined || !canSend($chat.get())) return false
  put({ id: environment().randomId(), role: 'user', text })
  void think()
  return true
}

/** Asks the last question again, in the place of the answer that was none. */
export function askAgain(): void {
  const last = $messages.get().at(-1)
  if (last?.role !== 'model' || !canSend($chat.get())) return
  drop(last.id)
  void think()
}

export const isNoAnswer = ({ text }: Message): boolean => text === EMPTY_REPLY

async function think(): Promise<void> {
  $chat.set(chatAfter($chat.get(), { kind: 'sent' }))
  $finished.set('')
  keepVisit($chat.get())
  const reply: Message = { id: environment().randomId(), role: 'model', text: '' }
  try {
    for await (const event of ask(turns())) hear(event, reply)
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    await answerAlone(reply, error)
  }
  $finished.set(reply.text)
  keepVisit($chat.get())
}

/** The latest turns, from a question of the visitor on; the welcome and what was no answer are none. */
function turns(): Turn[] {
  const said = $messages.get().filter((message) => message.id !== 'welcome' && !isNoAnswer(message))
  const latest = said.slice(-MOST_TURNS + 1)
  const first = latest.findIndex(({ role }) => role === 'user')
  return latest.slice(first).map(({ role, text }) => ({ role, text }))
}

function hear(event: AnswerEvent, reply: Message): void {
  if (event.kind === 'done') {
    $chat.set(chatAfter($chat.get(), { kind: 'answered' }))
    return
  }
  reply.text = event.kind === 'delta' ? reply.text + event.text : event.text
  put({ ...reply })
  if (event.kind === 'offline') {
    fail({})
    // A missing key concerns operators, so only development shows it.
    if (event.keyMissing && import.meta.env.DEV) {
      const setting = WITHOUT_SERVER ? 'PUBLIC_GEMINI_API_KEY' : 'GEMINI_API_KEY'
      put({ id: 'key-missing', role: 'model', text: keyMissing(setting) })
    }
  }
  if (event.kind === 'cooldown') fail({ status: 429 })
}

/** No server answered: the built-in answer is made here. */
async function answerAlone(reply: Message, { status, retryAfter }: Unanswered): Promise<void> {
  const facts = await assistantFacts()
  const question = $messages.get().findLast(({ role }) => role === 'user')?.text ?? ''
  const answer = facts ? offlineAnswer(question, facts) : NOTHING_KNOWN
  reply.text = status === 429 ? `${answer}\n${limitNote(retryAfter)}` : answer
  put({ ...reply })
  // The site's own limit is not the AI service's rate limit: it starts no cooldown.
  fail({})
}

function fail(failure: ChatFailure): void {
  $chat.set(chatAfter($chat.get(), { kind: 'failed', failure, at: environment().now() }))
  count()
}

/** Counts the cooldown down, second by second. */
function count(): void {
  const at = environment().now()
  $chat.set(chatAfter($chat.get(), { kind: 'passed', at }))
  const seconds = cooldownSeconds($chat.get(), at)
  $seconds.set(seconds)
  if (seconds > 0) environment().later(count, 1_000)
}
