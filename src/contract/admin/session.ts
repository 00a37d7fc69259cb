import * as z from 'zod/mini'
import { ROLES } from '#domain/staff.ts'
import { endpoint, staffEndpoint } from '../endpoint.ts'

const staffSessionSchema = z.object({
  email: z.string(),
  /** Empty if none is set. */
  name: z.string(),
  role: z.enum(ROLES),
  /** Location ids; `null` for every location. */
  workplaces: z.nullable(z.array(z.string())),
  loggedInAt: z.string(),
  /** Seconds until the session ends without use; a duration, because clocks differ. */
  endsInSeconds: z.int(),
  /** The current position of the event stream. Lists loaded later miss no event from here. */
  eventsFrom: z.string(),
})
export type StaffSession = z.output<typeof staffSessionSchema>

export const signIn = endpoint({
  method: 'POST',
  path: '/api/admin/session',
  access: 'anyone',
  input: z.object({
    email: z.string().check(z.maxLength(300)),
    password: z.string().check(z.maxLength(300)),
    /** A code of the authenticator app or a backup code; required after `code_needed`. */
    code: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: staffSessionSchema,
  failures: ['invalid', 'invalid_credentials', 'code_needed', 'wrong_code', 'too_many'],
})

export const readSession = staffEndpoint({
  method: 'GET',
  path: '/api/admin/session',
  passive: true,
  output: staffSessionSchema,
})

/** Whether the caller has a live session. Does not extend it, and is no failure, which browsers would log. */
export const readSignInStatus = endpoint({
  method: 'GET',
  path: '/api/admin/door',
  access: 'anyone',
  output: z.object({ open: z.boolean() }),
})

/** Extends the session. */
export const staySignedIn = staffEndpoint({
  method: 'PATCH',
  path: '/api/admin/session',
  output: staffSessionSchema,
})

/** Allows `fresh` calls for 15 minutes. */
export const confirmCurrentPassword = staffEndpoint({
  method: 'POST',
  path: '/api/admin/session/proof',
  input: z.strictObject({ password: z.string().check(z.maxLength(300)) }),
  failures: ['too_many'],
})

/** Succeeds while `fresh` calls are allowed. Called before downloads, whose failure would not be shown. */
export const checkPasswordConfirmation = staffEndpoint({
  method: 'GET',
  path: '/api/admin/session/proof',
  fresh: true,
})

export const signOut = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/session',
})
