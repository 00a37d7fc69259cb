import type { EmailBills, EmailKind } from '#domain/email.ts'

export interface EmailLink {
  label: string
  href: string
}

type Fact = readonly [label: string, value: string]

type ListItem = string | EmailLink

/** Plain text: the layout escapes every value. A line break in a paragraph or note stays one. */
export type EmailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'list'; items: readonly ListItem[] }
  | { kind: 'note'; text: string }
  | ({ kind: 'button' } & EmailLink)

export const paragraph = (text: string): EmailBlock => ({ kind: 'paragraph', text })

/** Labelled values, one on a line. */
export const facts = (...rows: readonly Fact[]): EmailBlock => ({ kind: 'facts', facts: rows })

export const list = (...items: readonly ListItem[]): EmailBlock => ({ kind: 'list', items })

/** Highlights what the recipient must not miss. */
export const note = (text: string): EmailBlock => ({ kind: 'note', text })

/** The next step, if it is another one than `link` of the email. */
export const button = (label: string, href: string): EmailBlock => ({ kind: 'button', label, href })

/** A calendar file of `calendar-file.ts`, and its method. */
export interface EmailCalendar {
  method: 'PUBLISH' | 'CANCEL'
  text: string
}

export interface EmailContent {
  to: string
  /** Also the heading of the HTML part. */
  subject: string
  blocks: readonly EmailBlock[]
  /** Why the recipient gets it, as a sentence for the footer. */
  reason: string
  /** The recipient's own page, below the blocks. */
  link?: EmailLink
  /** Where the recipient stops reminders, in the footer. */
  stopLink?: string
  calendar?: EmailCalendar
  /** Attached when it is sent, because bills are issued last in a transaction. */
  bills?: EmailBills
  replyTo?: string
  bookingId?: string
  /** `account` is about a staff account, whose text only its recipient may read; the default is `message`. */
  kind?: EmailKind
  /** When its link expires, or it is too late to be useful, in milliseconds since the epoch. It is not sent after this. */
  validUntil?: number
}
