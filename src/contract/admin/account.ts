import * as z from 'zod/mini'
import { ROLES } from '#domain/staff.ts'
import { endpoint } from '../endpoint.ts'

/** As long as at sign-in: what a new one must be, the domain says (`domain/password.ts`). */
export const password = z.string().check(z.maxLength(300))
/** The name of a person, as their colleagues see it. */
export const personName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const code = z.string().check(z.maxLength(40))

export const accountSchema = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  workplaces: z.nullable(z.array(z.string())),
  /** Null while no second factor is asked at sign-in. */
  twoFactor: z.nullable(z.object({ since: z.string(), backupCodesLeft: z.int() })),
  /** Where they are signed in, the one used last first. */
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      /** `Firefox on Windows` */
      device: z.string(),
      signedInAt: z.string(),
      usedAt: z.string(),
      /** The one that asks. */
      current: z.boolean(),
    }),
  ),
})
export type AccountView = z.output<typeof accountSchema>

export const readAccount = endpoint({
  method: 'GET',
  path: '/api/admin/account',
  access: 'staff',
  input: z.object({}),
  output: accountSchema,
  failures: [],
})

export const changeName = endpoint({
  method: 'PATCH',
  path: '/api/admin/account',
  access: 'staff',
  input: z.strictObject({ name: personName }),
  output: z.object({ name: z.string() }),
  failures: [],
})

/** Ends every session of the account; this browser is given a new one. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/admin/account/password',
  access: 'staff',
  input: z.strictObject({ current: password, password }),
  output: z.object({}),
  failures: ['too_many'],
})

/** Signs out one browser of one's own. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/account/sessions/{id}',
  access: 'staff',
  input: z.object({}),
  output: z.object({}),
  failures: ['not_found'],
})

/** Signs out everywhere, here too: whoever holds a copy of this browser's cookie is out as well. */
export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/account/sessions',
  access: 'staff',
  input: z.object({}),
  output: z.object({}),
  failures: [],
})

/** Makes the key for an authenticator app. Nothing is asked for at sign-in until a code of it was confirmed. */
export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/account/two-factor',
  access: 'staff',
  fresh: true,
  input: z.object({}),
  output: z.object({
    /** Base32, to be typed; and the same as the address that apps read from a picture. */
    key: z.string(),
    uri: z.string(),
  }),
  failures: ['already_done'],
})

const backupCodesSchema = z.object({
  /** Shown this once: only their digests are kept. */
  backupCodes: z.array(z.string()),
})

/** Ends the other sessions of the account: they began with a password alone. */
export const confirmTwoFactor = endpoint({
  method: 'PUT',
  path: '/api/admin/account/two-factor',
  access: 'staff',
  input: z.strictObject({
    code,
    /** As `beginTwoFactor` gave it: the code is one of this key. */
    key: z.string().check(z.maxLength(100)),
  }),
  output: backupCodesSchema,
  failures: ['already_done', 'too_many'],
})

export const disableTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/account/two-factor',
  access: 'staff',
  input: z.strictObject({ password }),
  output: z.object({}),
  failures: ['not_found', 'too_many'],
})

/** Ten new ones; those of before are worth nothing. */
export const regenerateBackupCodes = endpoint({
  method: 'POST',
  path: '/api/admin/account/backup-codes',
  access: 'staff',
  fresh: true,
  input: z.object({}),
  output: backupCodesSchema,
  failures: ['not_found'],
})
