import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type AnswerPart, parseAnswerBlocks } from '#domain/assistant/answer-links.ts'
import { LinkButton, QuietButton } from '#islands/ui/buttons.tsx'
import { $chat, $finishedAnswer, isEmptyAnswer, retryQuestion, sendQuestion } from '#stores/chat/chat.ts'
import { $messages, type Message } from '#stores/chat/transcript.ts'

const SUGGESTED_QUESTIONS = [
  'What does a day pass cost?',
  'Which locations are open?',
  'How do I book a tour?',
  'How do I change or cancel my booking?',
]

/** Announces each answer once, when it is complete. */
export function Transcript() {
  const messages = useStore($messages)
  const { status } = useStore($chat)
  const finishedAnswer = useStore($finishedAnswer)
  const log = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  // A long answer is read from its question on.
  useEffect(() => {
    const questions = log.current?.querySelectorAll('.chat-asked') ?? []
    ;[...questions].at(-1)?.scrollIntoView()
  }, [last?.text, status])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be scrollable by keyboard
    <div ref={log} className="chat-log" role="log" aria-live="off" aria-label="Conversation" tabIndex={0}>
      {messages.map((message) => (
        <MessageBubble key={message.id} message={message} isLast={message === last} />
      ))}
      {messages.length === 1 && (
        <ul className="chat-first" aria-label="Suggested questions">
          {SUGGESTED_QUESTIONS.map((question) => (
            <li key={question}>
              <QuietButton onClick={() => sendQuestion(question)}>{question}</QuietButton>
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
      <p className="visually-hidden" role="status">
        {status === 'thinking' && last?.role === 'user' ? 'Thinking…' : getSpokenText(finishedAnswer)}
      </p>
    </div>
  )
}

function MessageBubble({ message, isLast }: { message: Message; isLast: boolean }) {
  if (message.role === 'user')
    return (
      <p className="chat-said chat-asked">
        <span className="visually-hidden">You: </span>
        {message.text}
      </p>
    )
  const isFailed = isEmptyAnswer(message)
  return (
    <div className={isFailed ? 'chat-said chat-trouble' : 'chat-said'}>
      {isFailed && <CircleAlert className="icon" aria-hidden="true" />}
      <div className="chat-answer">
        {parseAnswerBlocks(message.text).map(({ kind, lines }, block) => {
          if (kind === 'list')
            return (
              <ul key={block}>
                {lines.map((line, index) => (
                  <li key={index}>{renderParts(line, true)}</li>
                ))}
              </ul>
            )
          return (
            <div key={block} className={kind === 'action' ? 'chat-action' : undefined}>
              {lines.map((line, index) => (
                <p key={index}>{renderParts(line)}</p>
              ))}
            </div>
          )
        })}
      </div>
      {isFailed && isLast && <LinkButton onClick={retryQuestion}>Try again</LinkButton>}
    </div>
  )
}

/** Removes list and link markup for screen readers. */
const getSpokenText = (answer: string): string =>
  parseAnswerBlocks(answer)
    .flatMap(({ lines }) => lines.map((line) => line.map(({ text }) => text).join('')))
    .join('\n')

/** Keeps ranges such as `08:00–20:00` on one line, by word joiners around the dash. */
const joinRanges = (text: string): string => text.replace(/(?<=\S)–(?=\S)/g, '\u2060–\u2060')

/** The name at the start of a list item is on a separate line. */
const renderParts = (line: readonly AnswerPart[], isItem = false) =>
  line.map((part, index) => {
    const text = joinRanges(
      isItem && index === 1 && line[0]?.kind === 'strong' ? part.text.replace(/^: /, '') : part.text,
    )
    if (part.kind === 'link')
      return (
        <a key={index} className="link" href={part.href}>
          {text}
        </a>
      )
    if (part.kind === 'text') return text
    return (
      <b key={index} className={isItem && index === 0 ? 'chat-item-name' : undefined}>
        {text}
      </b>
    )
  })
