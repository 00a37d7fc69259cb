import * as z from 'zod/mini'
import { ROLES } from '#domain/staff.ts'
import { endpoint } from '../endpoint.ts'
import { password, personName } from './account.ts'

/** The secret of a link stands in the body: an address is kept in histories and logs. */
const token = z.string().check(z.maxLength(100))

/** Whom a link is for. */
export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/join',
  access: 'anyone',
  input: z.strictObject({ token }),
  output: z.object({
    email: z.string(),
    /** Empty for somebody new. */
    name: z.string(),
    role: z.enum(ROLES),
    /** Somebody who has an account, and only chooses a new password. */
    forAccount: z.boolean(),
  }),
  failures: ['not_found'],
})

/** Takes the link up, once. Signing in comes after it. */
export const acceptInvitation = endpoint({
  method: 'PUT',
  path: '/api/admin/join',
  access: 'anyone',
  input: z.strictObject({ token, name: personName, password }),
  output: z.object({ email: z.string() }),
  failures: ['not_found'],
})
