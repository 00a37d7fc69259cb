import * as z from 'zod/mini'
import { ROLES } from '#domain/staff.ts'
import { staffEndpoint } from '../endpoint.ts'

/** The limit of sign-in; rules for new passwords are in `domain/password.ts`. */
export const password = z.string().check(z.maxLength(300))
export const personName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const code = z.string().check(z.maxLength(40))

const accountSchema = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  workplaces: z.nullable(z.array(z.string())),
  /** `null` if two-factor sign-in is off. */
  twoFactor: z.nullable(z.object({ since: z.string(), backupCodesLeft: z.int() })),
  /** Most recently used first. */
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      /** For example `Firefox on Windows`. */
      device: z.string(),
      signedInAt: z.string(),
      usedAt: z.string(),
      current: z.boolean(),
    }),
  ),
})
export type AccountView = z.output<typeof accountSchema>

export const readAccount = staffEndpoint({
  method: 'GET',
  path: '/api/admin/account',
  output: accountSchema,
})

export const changeName = staffEndpoint({
  method: 'PATCH',
  path: '/api/admin/account',
  input: z.strictObject({ name: personName }),
  output: z.object({ name: z.string() }),
})

/** Ends all sessions of the account and starts a new one in this browser. */
export const changePassword = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/account/password',
  input: z.strictObject({ current: password, password }),
  failures: ['too_many'],
})

export const endSession = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/account/sessions/{id}',
  failures: ['not_found'],
})

/** Signs out everywhere, including this browser, whose cookie may have been copied. */
export const endSessions = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/account/sessions',
})

/** Creates the key for an authenticator app. Sign-in needs a code only after `confirmTwoFactor`. */
export const startTwoFactor = staffEndpoint({
  method: 'POST',
  path: '/api/admin/account/two-factor',
  fresh: true,
  output: z.object({
    /** Base32; the same key as in `uri`. */
    key: z.string(),
    uri: z.string(),
  }),
  failures: ['already_done'],
})

const backupCodesSchema = z.object({
  backupCodes: z.array(z.string()),
})

/** Ends the other sessions of the account, which started with a password alone. */
export const confirmTwoFactor = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/account/two-factor',
  input: z.strictObject({
    code,
    /** The key that `startTwoFactor` returned. */
    key: z.string().check(z.maxLength(100)),
  }),
  output: backupCodesSchema,
  failures: ['already_done', 'too_many'],
})

export const disableTwoFactor = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/account/two-factor',
  input: z.strictObject({ password }),
  failures: ['not_found', 'too_many'],
})

/** Replaces all backup codes with ten new ones. */
export const regenerateBackupCodes = staffEndpoint({
  method: 'POST',
  path: '/api/admin/account/backup-codes',
  fresh: true,
  output: backupCodesSchema,
  failures: ['not_found'],
})
