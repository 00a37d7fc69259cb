import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** An address that is there already gets the same answer: nobody learns who reads the news. */
export const subscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter',
  status: 202,
  access: 'anyone',
  form: { sent: '/newsletter/thanks', unsent: '/newsletter/unsent' },
  input: z.strictObject({ email: z.string().check(z.maxLength(500)) }),
  output: z.object({}),
  failures: ['invalid', 'too_many'],
})
