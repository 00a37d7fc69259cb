import { toSingleLine } from './contact.ts'
import { normaliseText } from './message.ts'

/** Staff can withdraw a mailing for this long, before its emails are sent. */
export const MAILING_UNDO_MS = 30_000

export const MAILING_LENGTHS = { subject: { min: 3, max: 150 }, body: { min: 10, max: 4_000 } } as const
export type MailingField = keyof typeof MAILING_LENGTHS
type MailingText = Readonly<Record<MailingField, string>>

/** Returns the text to send, and its fields that are too short or too long. */
export function readMailing(input: MailingText): { text: MailingText; invalid: MailingField[] } {
  const text = { subject: toSingleLine(input.subject), body: normaliseText(input.body) }
  const fields = Object.keys(MAILING_LENGTHS) as MailingField[]
  return {
    text,
    invalid: fields.filter((field) => {
      const { min, max } = MAILING_LENGTHS[field]
      return text[field].length < min || text[field].length > max
    }),
  }
}
