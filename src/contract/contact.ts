import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

// Wide enough that what a person gets wrong is answered with the sentence of its field.
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
    /** Nobody sees this field: whoever fills it in is a program, is thanked, and nothing is kept. */
    website: z.optional(text(2_000)),
  }),
  output: z.object({}),
  failures: ['invalid', 'too_many'],
})
