import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'

export const messageRowSchema = z.object({
  messageId: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** The location it is about, where one was chosen. */
  locationName: z.nullable(z.string()),
  text: z.string(),
  createdAt: z.string(),
  /** When staff were done with it. */
  doneAt: z.nullable(z.string()),
})
export type MessageRow = z.output<typeof messageRowSchema>

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'staff',
  role: 'manager',
  input: z.object({
    /** Part of a name, an email address or the words. */
    q: z.optional(z.string().check(z.maxLength(200))),
    state: z.optional(z.enum(['open', 'done'])),
    cursor: z.optional(z.string()),
    limit: z.optional(z.string()),
  }),
  output: z.object({
    items: z.array(messageRowSchema),
    ...pageSchema,
    /** How many wait for an answer, whatever is looked for. */
    open: z.int(),
    /** Addresses that asked for news. */
    subscribers: z.int(),
  }),
  failures: ['invalid'],
})

/** Done, or open again. Said twice it is said once. */
export const markMessage = endpoint({
  method: 'PATCH',
  path: '/api/admin/messages/{id}',
  access: 'staff',
  role: 'manager',
  input: z.strictObject({ done: z.boolean() }),
  output: messageRowSchema,
  failures: ['not_found'],
})
