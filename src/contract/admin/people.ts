import * as z from 'zod/mini'
import { LOCATION_IDS } from '#domain/location.ts'
import { ROLES } from '#domain/staff.ts'
import { staffEndpoint } from '../endpoint.ts'

const role = z.enum(ROLES)
/** Locations of the front desk; `null` for every location and for managers and owners. */
const workplaces = z.nullable(z.array(z.enum(LOCATION_IDS)).check(z.minLength(1), z.maxLength(LOCATION_IDS.length)))

const personSchema = z.object({
  staffId: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  workplaces: z.nullable(z.array(z.string())),
  twoFactor: z.boolean(),
  /** Last use of the staff area; `null` if never. */
  seenAt: z.nullable(z.string()),
  disabledAt: z.nullable(z.string()),
  self: z.boolean(),
  version: z.int(),
})
export type PersonView = z.output<typeof personSchema>

const invitationSchema = z.object({
  invitationId: z.string(),
  email: z.string(),
  role,
  workplaces: z.nullable(z.array(z.string())),
  /** The account exists, and the link resets its password. */
  forAccount: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
})
export type InvitationView = z.output<typeof invitationSchema>

/** Lists all accounts without paging. */
export const listPeople = staffEndpoint({
  method: 'GET',
  path: '/api/admin/people',
  role: 'owner',
  output: z.object({ people: z.array(personSchema), invitations: z.array(invitationSchema) }),
})

const invitationLinkSchema = z.object({
  invitation: invitationSchema,
  link: z.string(),
})
export type InvitationLink = z.output<typeof invitationLinkSchema>

/** Invites an address again with a new link; the old one becomes invalid. */
export const invite = staffEndpoint({
  method: 'POST',
  path: '/api/admin/people',
  status: 201,
  role: 'owner',
  fresh: true,
  input: z.strictObject({ email: z.string().check(z.maxLength(300)), role, workplaces }),
  output: invitationLinkSchema,
})

/** Absent fields stay. Disabling ends the account's sessions; staff cannot change their own account. */
export const changePerson = staffEndpoint({
  method: 'PATCH',
  path: '/api/admin/people/{id}',
  role: 'owner',
  fresh: true,
  input: z.strictObject({
    /** The displayed version. */
    version: z.int(),
    role: z.optional(role),
    workplaces: z.optional(workplaces),
    disabled: z.optional(z.boolean()),
  }),
  output: personSchema,
  failures: ['not_found', 'changed_meanwhile'],
})

export const resetTwoFactor = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/people/{id}/two-factor',
  role: 'owner',
  fresh: true,
  output: personSchema,
  failures: ['not_found'],
})

export const createPasswordLink = staffEndpoint({
  method: 'POST',
  path: '/api/admin/people/{id}/password-link',
  status: 201,
  role: 'owner',
  fresh: true,
  output: invitationLinkSchema,
  failures: ['not_found'],
})

export const withdrawInvitation = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/{id}',
  role: 'owner',
  fresh: true,
  failures: ['not_found'],
})
