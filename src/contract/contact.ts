import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

// Long enough that realistic mistakes get the message of their field.
const text = (max: number) => z.string().check(z.maxLength(max))

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  status: 202,
  access: 'anyone',
  form: { sent: '/contact/sent', unsent: '/contact/unsent' },
  input: z.strictObject({
    name: text(500),
    email: text(500),
    phone: z.optional(text(100)),
    location: z.optional(text(60)),
    message: text(30_000),
    /** Hidden from people: a message with this field is spam and is dropped. */
    website: z.optional(text(2_000)),
  }),
  failures: ['invalid', 'too_many'],
})
