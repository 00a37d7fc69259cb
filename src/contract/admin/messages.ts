import * as z from 'zod/mini'
import { staffEndpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'

export const messageRowSchema = z.object({
  messageId: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** `null` if the sender chose no location. */
  locationName: z.nullable(z.string()),
  text: z.string(),
  createdAt: z.string(),
  /** `null` while it is open. */
  doneAt: z.nullable(z.string()),
})
export type MessageRow = z.output<typeof messageRowSchema>

export const listMessages = staffEndpoint({
  method: 'GET',
  path: '/api/admin/messages',
  role: 'manager',
  input: z.object({
    q: z.optional(z.string().check(z.maxLength(200))),
    state: z.optional(z.enum(['open', 'done'])),
    cursor: z.optional(z.string()),
    limit: z.optional(z.string()),
  }),
  output: z.object({
    items: z.array(messageRowSchema),
    ...pageSchema,
    /** Regardless of the filter. */
    open: z.int(),
    subscribers: z.int(),
  }),
  failures: ['invalid'],
})

/** Marks a message as done or open; repeating it changes nothing. */
export const markMessage = staffEndpoint({
  method: 'PATCH',
  path: '/api/admin/messages/{id}',
  role: 'manager',
  input: z.strictObject({ done: z.boolean() }),
  output: messageRowSchema,
  failures: ['not_found'],
})

/** Deletes an address from the newsletter. */
export const removeSubscriber = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/newsletter',
  role: 'manager',
  input: z.strictObject({ email: z.string().check(z.maxLength(300)) }),
  failures: ['invalid', 'not_found'],
})
