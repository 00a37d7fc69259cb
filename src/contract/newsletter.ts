import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A known address gets the same response, so that subscriptions stay private. */
export const subscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter',
  status: 202,
  access: 'anyone',
  form: { sent: '/newsletter/thanks', unsent: '/newsletter/unsent' },
  input: z.strictObject({ email: z.string().check(z.maxLength(500)) }),
  failures: ['invalid', 'too_many'],
})
