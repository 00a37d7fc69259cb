import * as z from 'zod/mini'
import { LOCATION_IDS } from '#domain/location.ts'
import { ROLES } from '#domain/staff.ts'
import { endpoint } from '../endpoint.ts'

const role = z.enum(ROLES)
/** Where somebody of the front desk works; null is every location. Managers and owners work for all. */
const workplaces = z.nullable(z.array(z.enum(LOCATION_IDS)).check(z.minLength(1), z.maxLength(LOCATION_IDS.length)))

export const personSchema = z.object({
  staffId: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  workplaces: z.nullable(z.array(z.string())),
  twoFactor: z.boolean(),
  /** When they last used the staff area; null is never. */
  seenAt: z.nullable(z.string()),
  disabledAt: z.nullable(z.string()),
  /** The one who asks. */
  self: z.boolean(),
  version: z.int(),
})
export type PersonView = z.output<typeof personSchema>

export const invitationSchema = z.object({
  invitationId: z.string(),
  email: z.string(),
  role,
  workplaces: z.nullable(z.array(z.string())),
  /** Somebody who has an account gets a new password by it. */
  forAccount: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
})
export type InvitationView = z.output<typeof invitationSchema>

/** Everybody at once: a business has dozens of accounts, not thousands. */
export const listPeople = endpoint({
  method: 'GET',
  path: '/api/admin/people',
  access: 'staff',
  role: 'owner',
  input: z.object({}),
  output: z.object({ people: z.array(personSchema), invitations: z.array(invitationSchema) }),
  failures: [],
})

const invitationLinkSchema = z.object({
  invitation: invitationSchema,
  /** Shown this once: only its digest is kept. */
  link: z.string(),
})
export type InvitationLink = z.output<typeof invitationLinkSchema>

/** An address that was invited before gets a new link; the old one is worth nothing. */
export const invite = endpoint({
  method: 'POST',
  path: '/api/admin/people',
  status: 201,
  access: 'staff',
  role: 'owner',
  fresh: true,
  input: z.strictObject({ email: z.string().check(z.maxLength(300)), role, workplaces }),
  output: invitationLinkSchema,
  failures: [],
})

/** What is left out stays as it is. Disabling ends every session of the account; nobody changes their own. */
export const changePerson = endpoint({
  method: 'PATCH',
  path: '/api/admin/people/{id}',
  access: 'staff',
  role: 'owner',
  fresh: true,
  input: z.strictObject({
    /** The one that was seen. */
    version: z.int(),
    role: z.optional(role),
    workplaces: z.optional(workplaces),
    disabled: z.optional(z.boolean()),
  }),
  output: personSchema,
  failures: ['not_found', 'changed_meanwhile'],
})

/** For somebody who has lost telephone and backup codes. */
export const resetTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/people/{id}/two-factor',
  access: 'staff',
  role: 'owner',
  fresh: true,
  input: z.object({}),
  output: personSchema,
  failures: ['not_found'],
})

/** For somebody who has forgotten their password: a link by which they choose another. */
export const createPasswordLink = endpoint({
  method: 'POST',
  path: '/api/admin/people/{id}/password-link',
  status: 201,
  access: 'staff',
  role: 'owner',
  fresh: true,
  input: z.object({}),
  output: invitationLinkSchema,
  failures: ['not_found'],
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/{id}',
  access: 'staff',
  role: 'owner',
  fresh: true,
  input: z.object({}),
  output: z.object({}),
  failures: ['not_found'],
})
