import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Takes an address off the newsletter, as its owner may ask at any time: nothing of it is kept. */
export const removeSubscriber = endpoint({
  method: 'DELETE',
  path: '/api/admin/newsletter',
  access: 'staff',
  role: 'manager',
  input: z.strictObject({ email: z.string().check(z.maxLength(300)) }),
  output: z.object({}),
  failures: ['invalid', 'not_found'],
})
