import * as z from 'zod/mini'
import { ROLES } from '#domain/staff.ts'
import { endpoint } from '../endpoint.ts'
import { password, personName } from './account.ts'

/** In the body, because URLs are stored in histories and logs. */
const token = z.string().check(z.maxLength(100))

export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/join',
  access: 'anyone',
  input: z.strictObject({ token }),
  output: z.object({
    email: z.string(),
    /** Empty for a new account. */
    name: z.string(),
    role: z.enum(ROLES),
    /** The account exists, and the link resets its password. */
    forAccount: z.boolean(),
  }),
  failures: ['not_found'],
})

/** Accepts an invitation once. It does not sign in. */
export const acceptInvitation = endpoint({
  method: 'PUT',
  path: '/api/admin/join',
  access: 'anyone',
  input: z.strictObject({ token, name: personName, password }),
  output: z.object({ email: z.string() }),
  failures: ['not_found'],
})
