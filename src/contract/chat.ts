import * as z from 'zod/mini'
import { formatWholeNumber } from '#domain/number.ts'
import { endpoint } from './endpoint.ts'

/** Characters of a visitor's message, and of an answer sent back as history. */
export const MAX_MESSAGE_LENGTH = 1_000
const MAX_TURN_LENGTH = 2_500
/** Messages of a conversation that are accepted; the panel sends the latest. */
export const MAX_TURNS = 12

const turnSchema = z.strictObject({
  role: z.enum(['user', 'model']),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TURN_LENGTH)),
})

const endsWithQuestion = z.refine<{ role: string; text: string }[]>(
  (turns) => {
    const last = turns.at(-1)
    return last?.role === 'user' && last.text.length <= MAX_MESSAGE_LENGTH
  },
  { error: `Send the visitor’s message last, with at most ${formatWholeNumber(MAX_MESSAGE_LENGTH)} characters` },
)

/** One event of the answer, sent as an unnamed server-sent event; `AnswerEvent` documents the kinds. */
const answerEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delta'), text: z.string() }),
  z.object({ kind: z.literal('replaced'), text: z.string() }),
  z.object({ kind: z.literal('offline'), text: z.string(), keyMissing: z.optional(z.literal(true)) }),
  z.object({ kind: z.literal('cooldown'), text: z.string(), seconds: z.int() }),
  z.object({ kind: z.literal('done') }),
])

/** Streams the response; no part of the conversation is stored. */
export const sendChatMessage = endpoint({
  method: 'POST',
  path: '/api/chat',
  access: 'anyone',
  // Answers cost money, so only our own pages may request them.
  ownPages: true,
  input: z.strictObject({
    messages: z.array(turnSchema).check(z.minLength(1), z.maxLength(MAX_TURNS), endsWithQuestion),
  }),
  output: answerEventSchema,
  failures: ['invalid', 'too_many', 'not_ready'],
})
