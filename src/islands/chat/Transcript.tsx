import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type AnswerPart, answerBlocks } from '#domain/assistant/pages.ts'
import { $chat, $finished, askAgain, isNoAnswer, send } from '#stores/chat/chat.ts'
import { $messages, type Message } from '#stores/chat/transcript.ts'

const FIRST_QUESTIONS = ['What does a day pass cost?', 'Which locations are open?', 'How do I book a tour?']

/** What was said. New answers are announced once, when they are whole. */
export function Transcript() {
  const messages = useStore($messages)
  const { doing } = useStore($chat)
  const finished = useStore($finished)
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  useEffect(() => void end.current?.scrollIntoView({ block: 'end' }), [last?.text, doing])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by the keyboard too
    <div className="chat-log" role="log" aria-live="off" aria-label="Conversation" tabIndex={0}>
      {messages.map((message) => (
        <Bubble key={message.id} message={message} isLast={message === last} />
      ))}
      {messages.length === 1 && (
        <ul className="chat-first" aria-label="Questions to begin with">
          {FIRST_QUESTIONS.map((question) => (
            <li key={question}>
              <button type="button" className="button button-quiet button-small" onClick={() => send(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      {doing === 'thinking' && last?.role === 'user' && (
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
        {doing === 'thinking' && last?.role === 'user' ? 'Thinking…' : spoken(finished)}
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
  const isTrouble = isNoAnswer(message)
  return (
    <div className={isTrouble ? 'chat-said chat-trouble' : 'chat-said'}>
      {isTrouble && <CircleAlert className="icon" aria-hidden="true" />}
      <div className="chat-answer">
        {answerBlocks(message.text).map(({ kind, lines }, at) => {
          const shown = lines.map((line, index) =>
            kind === 'list' ? <li key={index}>{parts(line)}</li> : <p key={index}>{parts(line)}</p>,
          )
          return kind === 'list' ? <ul key={at}>{shown}</ul> : <div key={at}>{shown}</div>
        })}
      </div>
      {isTrouble && isLast && (
        <button type="button" className="link" onClick={askAgain}>
          Ask again
        </button>
      )}
    </div>
  )
}

/** An answer as it is read out: without the signs of its lists and links. */
const spoken = (answer: string): string =>
  answerBlocks(answer)
    .flatMap(({ lines }) => lines.map((line) => line.map(({ text }) => text).join('')))
    .join('\n')

const parts = (line: readonly AnswerPart[]) =>
  line.map((part, index) =>
    part.kind === 'link' ? (
      <a key={index} className="link" href={part.href}>
        {part.text}
      </a>
    ) : (
      part.text
    ),
  )
