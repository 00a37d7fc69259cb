import * as z from 'zod/mini'
import { EMAIL_KINDS, UNDELIVERED_STATES } from '#domain/email.ts'
import { endpoint } from '../endpoint.ts'

export const emailRowSchema = z.object({
  mailId: z.string(),
  kind: z.enum(EMAIL_KINDS),
  recipient: z.string(),
  subject: z.string(),
  /** Its links are replaced by "[link]"; null for an account mail, which only its reader may read. */
  text: z.nullable(z.string()),
  bookingId: z.nullable(z.string()),
  state: z.enum(UNDELIVERED_STATES),
  createdAt: z.string(),
  /** When the last attempt failed, and why; null before the first. */
  failedAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  /** Attempts since it was written or retried: what `retryMail` was shown. */
  attempts: z.int(),
  /** When it is attempted again automatically; null where it is not. */
  nextAttemptAt: z.nullable(z.string()),
  /** Its link no longer works, so it cannot be retried. */
  expired: z.boolean(),
})
export type EmailRow = z.output<typeof emailRowSchema>

/** Mails that could not be delivered, oldest first. Those that failed for good stay for 30 days. */
export const listEmails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  access: 'staff',
  role: 'manager',
  input: z.object({}),
  output: z.object({
    items: z.array(emailRowSchema),
    /** Of all; the list is cut off at 100. */
    total: z.int(),
    /** What is not set up, as a sentence. */
    warning: z.nullable(z.string()),
  }),
  failures: [],
})

/** Sends a mail again within seconds. Account mails are retried by owners only. */
export const retryEmail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/{id}/retry',
  access: 'staff',
  role: 'manager',
  input: z.strictObject({ attempts: z.int() }),
  output: emailRowSchema,
  failures: ['not_found', 'forbidden', 'in_flight', 'changed_meanwhile', 'wrong_state'],
})

/** Sends a mail to the address of the person who asks, at once, and returns what became of it. */
export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/test',
  access: 'staff',
  role: 'manager',
  input: z.strictObject({}),
  output: z.object({
    recipient: z.string(),
    /** `stored`: written to a file, because no mail server is set. */
    outcome: z.enum(['accepted', 'stored', 'failed']),
    error: z.nullable(z.string()),
  }),
  failures: [],
})
