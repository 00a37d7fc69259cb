import * as z from 'zod/mini'
import { isoDate } from '#domain/calendar.ts'
import { MEMBERSHIP_STATES } from '#domain/membership.ts'
import { BILLINGS, planId } from '#domain/plan.ts'
import {
  countField,
  idField,
  instantField,
  LONG_AGO,
  locationField,
  moneyField,
  readList,
  textField,
} from './record-fields.ts'
import { readJson, type StorageKey, signalTabs, writeJson } from './record-storage.ts'

const dateField = z.pipe(
  z.string(),
  z.transform((value, context) => {
    const read = isoDate(value)
    if (!read) context.issues.push({ code: 'custom', message: 'no date', input: value })
    return read ?? z.NEVER
  }),
)

/** A membership as this browser stores it, with the booking it came from and its version. */
const membershipSchema = z.object({
  id: idField,
  customerName: textField(),
  email: textField(),
  phone: textField(60),
  membershipType: z.pipe(
    textField(60),
    z.transform((label) => planId(label) ?? label),
  ),
  status: z.enum(MEMBERSHIP_STATES),
  startDate: dateField,
  endDate: dateField,
  amount: moneyField,
  billingCycle: z.catch(z.enum(['daily', ...BILLINGS]), 'monthly'),
  locationId: locationField,
  autoRenew: z.catch(z.boolean(), false),
  notes: z.catch(z.optional(z.string().check(z.maxLength(2_000))), undefined),
  createdAt: z.catch(instantField, LONG_AGO),
  updatedAt: z.catch(instantField, LONG_AGO),

  bookingId: textField(100),
  version: countField(1),
})
export type MembershipRecord = z.output<typeof membershipSchema>

const LIST_KEY: StorageKey = 'memberships'

/** The memberships list as stored, newest first. Readers check what has expired. */
export const readMembershipList = (): MembershipRecord[] =>
  readList(membershipSchema, readJson(LIST_KEY), ({ id }) => id)

/** Writes a membership, and tells the other tabs. */
export function saveMembership(membership: MembershipRecord): void {
  const list = readMembershipList()
  const isKnown = list.some(({ id }) => id === membership.id)
  writeJson(
    LIST_KEY,
    isKnown ? list.map((known) => (known.id === membership.id ? membership : known)) : [membership, ...list],
  )
  signalTabs(isKnown ? 'membership_update' : 'membership_new', membership.id)
}
