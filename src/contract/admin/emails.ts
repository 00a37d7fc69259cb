import * as z from 'zod/mini'
import { EMAIL_KINDS, UNDELIVERED_STATES } from '#domain/email.ts'
import { staffEndpoint } from '../endpoint.ts'

const emailRowSchema = z.object({
  emailId: z.string(),
  kind: z.enum(EMAIL_KINDS),
  recipient: z.string(),
  subject: z.string(),
  /** Links are replaced by "[link]"; `null` for account emails, which only the recipient may read. */
  text: z.nullable(z.string()),
  bookingId: z.nullable(z.string()),
  state: z.enum(UNDELIVERED_STATES),
  createdAt: z.string(),
  /** When the last attempt failed; `null` before the first. */
  failedAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  /** Attempts since it was written or retried. */
  attempts: z.int(),
  /** `null` if no further attempt is planned. */
  nextAttemptAt: z.nullable(z.string()),
  /** Its link has expired, or it is too late to be useful. It is not sent any more. */
  expired: z.boolean(),
})
export type EmailRow = z.output<typeof emailRowSchema>

/** Lists undelivered emails, oldest first. Permanent failures are deleted after 30 days. */
export const listEmails = staffEndpoint({
  method: 'GET',
  path: '/api/admin/emails',
  role: 'manager',
  output: z.object({
    items: z.array(emailRowSchema),
    /** Of all emails; the list has at most 100. */
    total: z.int(),
    warning: z.nullable(z.string()),
  }),
})

/** Sends an email again within seconds. Account emails are retried by owners only. */
export const retryEmail = staffEndpoint({
  method: 'POST',
  path: '/api/admin/emails/{id}/retry',
  role: 'manager',
  input: z.strictObject({ attempts: z.int() }),
  output: emailRowSchema,
  failures: ['not_found', 'forbidden', 'in_flight', 'changed_meanwhile', 'wrong_state'],
})

/** Sends an email to the caller at once and returns the result. */
export const sendTestEmail = staffEndpoint({
  method: 'POST',
  path: '/api/admin/emails/test',
  role: 'manager',
  input: z.strictObject({}),
  output: z.object({
    recipient: z.string(),
    /** `stored`: written to a file, because no mail server is configured. */
    outcome: z.enum(['accepted', 'stored', 'failed']),
    error: z.nullable(z.string()),
  }),
})
