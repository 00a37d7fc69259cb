import { useStore } from '@nanostores/react'
import { Clock, SendHorizontal } from 'lucide-react'
import type { FormEvent } from 'react'
import { LONGEST_MESSAGE } from '#contract/chat.ts'
import { canSend } from '#domain/chat.ts'
import { waitText } from '#domain/duration.ts'
import { $chat, $seconds, send, type } from '#stores/chat/chat.ts'
import { $typed } from '#stores/chat/transcript.ts'

/** Typing stays possible while sending is not. */
export function Composer() {
  const typed = useStore($typed)
  const chat = useStore($chat)
  const seconds = useStore($seconds)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send(typed)) type('')
  }
  return (
    <form className="chat-composer" onSubmit={submit}>
      {seconds > 0 && (
        <p className="chat-cooling">
          <Clock className="icon" aria-hidden="true" />
          <span>
            You can send again in <b className="num">{waitText(seconds)}</b>
          </span>
          <progress max={15} value={15 - seconds} aria-hidden="true" />
        </p>
      )}
      <div className="chat-line">
        <input
          type="text"
          aria-label="Your question"
          placeholder="Ask about memberships or locations"
          maxLength={LONGEST_MESSAGE}
          autoComplete="off"
          enterKeyHint="send"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        <button type="submit" className="button" aria-disabled={!canSend(chat) || typed.trim() === ''}>
          {seconds > 0 ? (
            <span className="num">{seconds} s</span>
          ) : (
            <SendHorizontal className="icon" aria-hidden="true" />
          )}
          <span className="visually-hidden">{seconds > 0 ? 'until you can send again' : 'Send'}</span>
        </button>
      </div>
    </form>
  )
}
