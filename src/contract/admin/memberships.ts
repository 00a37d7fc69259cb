import * as z from 'zod/mini'
import { REASON_LENGTH } from '#domain/audit.ts'
import { MAX_MEMBERSHIP_NOTES_LENGTH, MEMBERSHIP_STATES, MEMBERSHIP_VIEWS } from '#domain/membership.ts'
import { PERIODS, PLAN_IDS } from '#domain/plan.ts'
import { isoDateSchema, paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'

export const membershipRowSchema = z.object({
  membershipId: z.string(),
  /** The booking of today, else the next one, else the last one. */
  bookingId: z.string(),
  /** The confirmed booking that started it and its confirmed renewals, by start; without any, the one that started it. */
  bookings: z.array(z.object({ bookingId: z.string(), startDate: isoDateSchema, endDate: isoDateSchema })),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Of the current booking. */
  company: z.string(),
  pan: z.string(),
  customerNotes: z.string(),
  /** Seats of each day. */
  seats: z.int(),
  /** What the current booking has besides its plan. */
  extras: z.array(z.object({ id: z.string(), quantity: z.int() })),
  planId: z.string(),
  planName: z.string(),
  locationId: z.string(),
  locationName: z.string(),
  status: z.enum(MEMBERSHIP_STATES),
  startDate: isoDateSchema,
  /** The day after the last day; the membership expires after it. */
  endDate: isoDateSchema,
  /** Paisa of the booking that started it. */
  amount: paisaSchema,
  billingCycle: z.enum(PERIODS),
  /** Paisa of one more period for its seats at current prices; `null` if it is not sold. */
  renewalAmount: z.nullable(paisaSchema),
  autoRenew: z.boolean(),
  /** Only staff can read them. */
  notes: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type MembershipRow = z.output<typeof membershipRowSchema>

/** Lists memberships newest first, `ending` ones by end date. Overdue ones are first marked as expired. */
export const listMemberships = staffEndpoint({
  method: 'GET',
  path: '/api/admin/memberships',
  input: z.object({
    /** Part of a name, email address, phone number or booking id. */
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
    /** Regardless of the filter. */
    active: z.int(),
    ending: z.int(),
    /** Of the active ones, those that start after today. */
    starting: z.int(),
  }),
  failures: ['invalid'],
})

export const readMembership = staffEndpoint({
  method: 'GET',
  path: '/api/admin/memberships/{id}',
  output: membershipRowSchema,
  failures: ['not_found'],
})

/** Absent fields stay. `version` is the displayed one; `changed_meanwhile` returns the current row. */
export const changeMembership = staffEndpoint({
  method: 'PATCH',
  path: '/api/admin/memberships/{id}',
  role: 'manager',
  input: z.strictObject({
    version: z.int(),
    status: z.optional(z.enum(MEMBERSHIP_STATES)),
    startDate: z.optional(z.string()),
    endDate: z.optional(z.string()),
    autoRenew: z.optional(z.boolean()),
    notes: z.optional(z.string().check(z.trim(), z.maxLength(MAX_MEMBERSHIP_NOTES_LENGTH))),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(REASON_LENGTH.max))),
  }),
  output: membershipRowSchema,
  failures: ['not_found', 'invalid', 'changed_meanwhile'],
})
