import type { EmailBills } from '#domain/email.ts'
import type { Queries } from '../db/database.ts'
import type { EmailAttachment } from './mailer.ts'

/** The bills that emails carry. The module of the bills provides it, because it is above the outbox. */
export interface BillAttachments {
  /** Chooses the bills of a locked booking when the email is claimed. Later attempts carry the same ones. */
  choose(db: Queries, email: { id: string; bookingId: string; bills: EmailBills }, now: number): Promise<void>
  render(db: Queries, emailId: string): Promise<EmailAttachment[]>
}
