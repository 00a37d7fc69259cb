import * as z from 'zod/mini'
import { ROLES } from '#domain/staff.ts'
import { endpoint } from '../endpoint.ts'

const staffSessionSchema = z.object({
  email: z.string(),
  /** Empty where nobody has given one. */
  name: z.string(),
  role: z.enum(ROLES),
  /** Ids of the locations they work for; null is every location. */
  workplaces: z.nullable(z.array(z.string())),
  loggedInAt: z.string(),
  /** Until the session ends by itself unless it is used before; told as a span, since clocks differ. */
  endsInSeconds: z.int(),
  /** Where the event stream stands now: a tab that reads its lists after this and listens from here misses nothing. */
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
    /** Of the authenticator app, or a backup code; where the account asks for one, the answer is `code_needed`. */
    code: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: staffSessionSchema,
  failures: ['invalid', 'invalid_credentials', 'code_needed', 'wrong_code', 'too_many'],
})

export const readSession = endpoint({
  method: 'GET',
  path: '/api/admin/session',
  access: 'staff',
  passive: true,
  input: z.object({}),
  output: staffSessionSchema,
  failures: [],
})

/**
 * Whether the door is open to who asks, who has a live session then. Most who stand there have none: this is no refusal,
 * which browsers would write down as a fault of the page. It does not count as use.
 */
export const readSignInStatus = endpoint({
  method: 'GET',
  path: '/api/admin/door',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ open: z.boolean() }),
  failures: [],
})

/** Counts as use and does nothing else: the answer to "Stay signed in". */
export const staySignedIn = endpoint({
  method: 'PATCH',
  path: '/api/admin/session',
  access: 'staff',
  input: z.object({}),
  output: staffSessionSchema,
  failures: [],
})

/** The password again: for a quarter of an hour, calls that are `fresh` are answered. */
export const confirmCurrentPassword = endpoint({
  method: 'POST',
  path: '/api/admin/session/proof',
  access: 'staff',
  input: z.strictObject({ password: z.string().check(z.maxLength(300)) }),
  output: z.object({}),
  failures: ['too_many'],
})

/** Succeeds while `fresh` calls are answered. Screens call it before a download, whose own error would not be shown. */
export const checkPasswordConfirmation = endpoint({
  method: 'GET',
  path: '/api/admin/session/proof',
  access: 'staff',
  fresh: true,
  input: z.object({}),
  output: z.object({}),
  failures: [],
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/admin/session',
  access: 'staff',
  input: z.object({}),
  output: z.object({}),
  failures: [],
})
