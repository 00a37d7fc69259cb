import type { IsoDate } from '#domain/calendar.ts'
import type { EmailBills, EmailKind } from '#domain/email.ts'
import type { LocationId } from '#domain/location.ts'
import type { Instant } from '../instant.ts'

export type ReminderKind = 'booking_day_before' | 'tour_day_before' | 'tour_after'

export interface MailTables {
  /** The outbox: an email is written in the transaction that it reports, and sent afterwards. */
  emails: {
    id: string
    recipient: string
    reply_to: string | null
    booking_id: string | null
    subject: string
    /** The text part, as staff read it. */
    body: string
    html: string | null
    /** An iCalendar file, and its method. */
    calendar: string | null
    calendar_method: 'PUBLISH' | 'CANCEL' | null
    /** Which bills of its booking are attached when it is sent; null for none. */
    bills: EmailBills | null
    created_at: Instant
    sent_at: Instant | null
    /** Attempts since it was written or retried. */
    attempts: number
    next_attempt_at: Instant
    kind: EmailKind
    /** When its link expires, or it is too late to be useful; then it is not sent. Null if never. */
    valid_until: Instant | null
    attempt_started_at: Instant | null
    failed_at: Instant | null
    last_error: string | null
    mailing_id: string | null
  }
  /** A text by staff to everyone who comes to a location on a day. */
  mailings: {
    id: string
    idempotency_key: string
    body_hash: string
    location_id: LocationId
    day: IsoDate
    subject: string
    body: string
    /** The number of its emails. */
    recipients: number
    staff_id: string
    created_at: Instant
    /** When staff withdrew its emails. */
    undone_at: Instant | null
  }
  /** Reminders that were queued, each once. */
  reminders_sent: { kind: ReminderKind; subject_id: string; day: IsoDate; created_at: Instant }
  /** Addresses, in lower case, that want no reminders. */
  reminder_stops: { email: string; created_at: Instant }
  /** Requests for the links of a customer's bookings, which a job answers, so that responses do not differ. */
  link_requests: { id: string; kind: 'reference' | 'email'; value: string; created_at: Instant }
  messages: {
    id: string
    /** Of text, sender and day, so that a repeated message is stored once. */
    digest: string
    name: string
    email: string
    phone: string | null
    location_id: LocationId | null
    body: string
    created_at: Instant
    handled_at: Instant | null
    search: string
  }
  /** Addresses in lower case. */
  subscribers: { email: string; created_at: Instant }
}
