import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type AnswerPart, parseAnswerBlocks } from '#domain/assistant/answer-links.ts'
import { $chat, $finishedReply, isEmptyReply, retryQuestion, sendQuestion } from '#stores/chat/chat.ts'
import { $messages, type Message } from '#stores/chat/transcript.ts'

const SUGGESTED_QUESTIONS = ['What does a day pass cost?', 'Which locations are open?', 'How do I book a tour?']

/** What was said. New answers are announced once, when they are whole. */
export function Transcript() {
  const messages = useStore($messages)
  const { status } = useStore($chat)
  const finished = useStore($finishedReply)
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  useEffect(() => void end.current?.scrollIntoView({ block: 'end' }), [last?.text, status])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by the keyboard too
    <div className="chat-log" role="log" aria-live="off" aria-label="Conversation" tabIndex={0}>
      {messages.map((message) => (
        <Bubble key={message.id} message={message} isLast={message === last} />
      ))}
      {messages.length === 1 && (
        <ul className="chat-first" aria-label="Questions to begin with">
          {SUGGESTED_QUESTIONS.map((question) => (
            <li key={question}>
              <button type="button" className="button button-quiet button-small" onClick={() => sendQuestion(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      {status === 'thinking' && last?.role === 'user' && (
        <p className="chat-thinking">
          Thinking…
          <span className="chat-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
        </p>
      )}
      <div ref={end} />
      <p className="visually-hidden" role="status">
        {status === 'thinking' && last?.role === 'user' ? 'Thinking…' : getSpokenText(finished)}
      </p>
    </div>
  )
}

function Bubble({ message, isLast }: { message: Message; isLast: boolean }) {
  if (message.role === 'user')
    return (
      <p className="chat-said chat-asked">
        <span className="visually-hidden">You: </span>
        {message.text}
      </p>
    )
  const isTrouble = isEmptyReply(message)
  return (
    <div className={isTrouble ? 'chat-said chat-trouble' : 'chat-said'}>
      {isTrouble && <CircleAlert className="icon" aria-hidden="true" />}
      <div className="chat-answer">
        {parseAnswerBlocks(message.text).map(({ kind, lines }, at) => {
          const shown = lines.map((line, index) =>
            kind === 'list' ? <li key={index}>{renderParts(line)}</li> : <p key={index}>{renderParts(line)}</p>,
          )
          return kind === 'list' ? <ul key={at}>{shown}</ul> : <div key={at}>{shown}</div>
        })}
      </div>
      {isTrouble && isLast && (
        <button type="button" className="link" onClick={retryQuestion}>
          Ask again
        </button>
      )}
    </div>
  )
}

/** An answer as it is read out: without the signs of its lists and links. */
const getSpokenText = (answer: string): string =>
  parseAnswerBlocks(answer)
    .flatMap(({ lines }) => lines.map((line) => line.map(({ text }) => text).join('')))
    .join('\n')

const renderParts = (line: readonly AnswerPart[]) =>
  line.map((part, index) =>
    part.kind === 'link' ? (
      <a key={index} className="link" href={part.href}>
        {part.text}
      </a>
    ) : (
      part.text
    ),
  )
