import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The token is that of the address, from the link in each reminder. */
export const stopReminders = endpoint({
  method: 'POST',
  path: '/api/reminders/stop',
  access: 'anyone',
  input: z.strictObject({
    email: z.string().check(z.maxLength(500)),
    token: z.string().check(z.maxLength(200)),
  }),
  output: z.strictObject({ stopped: z.literal(true) }),
  failures: ['invalid', 'not_found'],
})
