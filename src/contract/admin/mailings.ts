import * as z from 'zod/mini'
import { staffEndpoint } from '../endpoint.ts'

const mailingInput = z.strictObject({
  locationId: z.string().check(z.maxLength(60)),
  date: z.string().check(z.maxLength(40)),
  subject: z.string().check(z.maxLength(1_000)),
  body: z.string().check(z.maxLength(10_000)),
})

/** Writes nothing. */
export const previewMailing = staffEndpoint({
  method: 'POST',
  path: '/api/admin/mailings/preview',
  role: 'manager',
  input: mailingInput,
  output: z.object({
    /** Names of those who get an email: one per address. */
    recipients: z.array(z.string()),
    /** Names of those who come and have no email. */
    withoutEmail: z.array(z.string()),
    /** The email to the first recipient, without the secret of its link; empty without recipients. */
    text: z.string(),
  }),
  failures: ['invalid', 'not_found'],
})

/** Emails everyone with a confirmed booking at a location on a day, after `undoUntil`. A repeated request changes nothing. */
export const sendMailing = staffEndpoint({
  method: 'POST',
  path: '/api/admin/mailings',
  status: 201,
  role: 'manager',
  input: mailingInput,
  output: z.object({
    mailingId: z.string(),
    recipients: z.int(),
    undoUntil: z.string(),
    /** Withdrawn before this request was repeated. */
    undone: z.boolean(),
  }),
  failures: ['invalid', 'not_found', 'unavailable', 'too_many', 'idempotency_missing', 'idempotency_mismatch'],
})

/** Deletes the emails of a mailing before they are sent; repeating it changes nothing. */
export const undoMailing = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/mailings/{id}',
  role: 'manager',
  output: z.object({ undone: z.literal(true) }),
  failures: ['not_found', 'wrong_state'],
})
