import * as z from 'zod/mini'
import { REASON_LENGTH } from '#domain/audit.ts'
import { MAX_MEMBERSHIP_NOTES_LENGTH, MEMBERSHIP_STATES, MEMBERSHIP_VIEWS } from '#domain/membership.ts'
import { BILLINGS, PLAN_IDS } from '#domain/plan.ts'
import { endpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'

export const membershipRowSchema = z.object({
  membershipId: z.string(),
  bookingId: z.string(),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  planId: z.string(),
  planName: z.string(),
  locationId: z.string(),
  locationName: z.string(),
  status: z.enum(MEMBERSHIP_STATES),
  startDate: z.string(),
  /** The day after the periods bought; it runs out once this day has passed. */
  endDate: z.string(),
  /** Paisa that the booking cost. */
  amount: z.int(),
  billingCycle: z.enum(['daily', ...BILLINGS]),
  /** Paisa that one more such period costs now; null where it is not sold. */
  renewalAmount: z.nullable(z.int()),
  autoRenew: z.boolean(),
  /** For staff alone. */
  notes: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type MembershipRow = z.output<typeof membershipRowSchema>

/** Lists memberships newest first, those that are `ending` by end date. Overdue ones are marked as expired first. */
export const listMemberships = endpoint({
  method: 'GET',
  path: '/api/admin/memberships',
  access: 'staff',
  input: z.object({
    /** Part of a name, an email address, a telephone number or a booking id. */
    q: z.optional(z.string().check(z.maxLength(200))),
    status: z.optional(z.enum(MEMBERSHIP_VIEWS)),
    location: z.optional(z.string()),
    plan: z.optional(z.enum(PLAN_IDS)),
    cursor: z.optional(z.string()),
    limit: z.optional(z.string()),
  }),
  output: z.object({
    items: z.array(membershipRowSchema),
    ...pageSchema,
    /** Of all that the reader may see, whatever is looked for. */
    active: z.int(),
    ending: z.int(),
  }),
  failures: ['invalid'],
})

export const readMembership = endpoint({
  method: 'GET',
  path: '/api/admin/memberships/{id}',
  access: 'staff',
  input: z.object({}),
  output: membershipRowSchema,
  failures: ['not_found'],
})

/** What is left out stays. `version` is the one that was seen: `changed_meanwhile` brings the row as it is now. */
export const changeMembership = endpoint({
  method: 'PATCH',
  path: '/api/admin/memberships/{id}',
  access: 'staff',
  role: 'manager',
  input: z.strictObject({
    version: z.int(),
    status: z.optional(z.enum(MEMBERSHIP_STATES)),
    startDate: z.optional(z.string()),
    endDate: z.optional(z.string()),
    autoRenew: z.optional(z.boolean()),
    notes: z.optional(z.string().check(z.trim(), z.maxLength(MAX_MEMBERSHIP_NOTES_LENGTH))),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(REASON_LENGTH.most))),
  }),
  output: membershipRowSchema,
  failures: ['not_found', 'invalid', 'changed_meanwhile'],
})
