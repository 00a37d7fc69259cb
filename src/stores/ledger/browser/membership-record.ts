import * as z from 'zod/mini'
import { isoDate } from '#domain/calendar.ts'
import { MEMBERSHIP_STATES } from '#domain/membership.ts'
import { BILLINGS, planId } from '#domain/plan.ts'
import { type Kept, keep, readKept, signal } from './kept.ts'
import { count, idText, instantText, LONG_AGO, locationText, money, readList, text } from './record.ts'

const date = z.pipe(
  z.string(),
  z.transform((value, context) => {
    const read = isoDate(value)
    if (!read) context.issues.push({ code: 'custom', message: 'no date', input: value })
    return read ?? z.NEVER
  }),
)

/** A membership as this browser stores it, with the booking it came from and its version. */
const membershipShape = z.object({
  id: idText,
  customerName: text(),
  email: text(),
  phone: text(60),
  membershipType: z.pipe(
    text(60),
    z.transform((label) => planId(label) ?? label),
  ),
  status: z.enum(MEMBERSHIP_STATES),
  startDate: date,
  endDate: date,
  amount: money,
  billingCycle: z.catch(z.enum(['daily', ...BILLINGS]), 'monthly'),
  locationId: locationText,
  autoRenew: z.catch(z.boolean(), false),
  notes: z.catch(z.optional(z.string().check(z.maxLength(2_000))), undefined),
  createdAt: z.catch(instantText, LONG_AGO),
  updatedAt: z.catch(instantText, LONG_AGO),

  bookingId: text(100),
  version: count(1),
})
export type MembershipRecord = z.output<typeof membershipShape>

const LIST: Kept = 'memberships'

/** The memberships list as stored, newest first. Readers check what has expired. */
export const membershipList = (): MembershipRecord[] => readList(membershipShape, readKept(LIST), ({ id }) => id)

/** Writes a membership, and tells the other tabs. */
export function keepMembership(membership: MembershipRecord): void {
  const list = membershipList()
  const isKnown = list.some(({ id }) => id === membership.id)
  keep(LIST, isKnown ? list.map((known) => (known.id === membership.id ? membership : known)) : [membership, ...list])
  signal(isKnown ? 'membership_update' : 'membership_new', membership.id)
}
