import { useStore } from '@nanostores/react'
import { Clock, SendHorizontal } from 'lucide-react'
import type { FormEvent } from 'react'
import { MAX_MESSAGE_LENGTH } from '#contract/chat.ts'
import { canSend } from '#domain/chat.ts'
import { formatWait } from '#domain/duration.ts'
import { $chat, $cooldownSeconds, sendQuestion, setInput } from '#stores/chat/chat.ts'
import { $input } from '#stores/chat/transcript.ts'

/** The field stays enabled while a message cannot be sent. */
export function Composer() {
  const input = useStore($input)
  const chat = useStore($chat)
  const seconds = useStore($cooldownSeconds)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sendQuestion(input)) setInput('')
  }
  return (
    <form className="chat-composer" onSubmit={submit}>
      {seconds > 0 && (
        <p className="chat-cooling">
          <Clock className="icon" aria-hidden="true" />
          <span>
            You can send again in <b className="num">{formatWait(seconds)}</b>
          </span>
          <progress max={15} value={15 - seconds} aria-hidden="true" />
        </p>
      )}
      <div className="chat-line">
        <input
          type="text"
          aria-label="Your question"
          placeholder="Ask about memberships or locations"
          maxLength={MAX_MESSAGE_LENGTH}
          autoComplete="off"
          enterKeyHint="send"
          value={input}
          onChange={(event) => setInput(event.target.value)}
        />
        <button type="submit" className="button" aria-disabled={!canSend(chat) || input.trim() === ''}>
          {seconds > 0 ? <span className="num">{seconds} s</span> : <SendHorizontal className="icon" />}
          <span className="visually-hidden">{seconds > 0 ? 'until you can send again' : 'Send'}</span>
        </button>
      </div>
    </form>
  )
}
