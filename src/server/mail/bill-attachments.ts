import type { EmailBills } from '#domain/email.ts'
import type { Queries } from '../db/database.ts'
import type { Instant } from '../db/instant.ts'
import type { EmailAttachment } from './mailer.ts'

/** An email that carries bills of its booking. */
export interface BillEmail {
  id: string
  bookingId: string
  bills: EmailBills
  createdAt: Instant
}

/** The bills that emails carry. The module of the bills provides it, because it is above the outbox. */
export interface BillAttachments {
  /** Chooses the bills of a locked booking when the email is claimed. Later attempts carry the same ones. */
  choose(db: Queries, email: BillEmail, now: number): Promise<void>
  render(db: Queries, emailId: string): Promise<EmailAttachment[]>
}
