import * as z from 'zod/mini'
import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { MEMBERSHIP_STATES } from '#domain/membership.ts'
import { PERIODS } from '#domain/plan.ts'
import * as field from './record-fields.ts'
import { readJson, type StorageKey, signalTabs, writeJson } from './record-storage.ts'

const dateField = z.custom<IsoDate>((stored) => parseIsoDate(stored) !== undefined)

/** A membership, with the booking that started it and its version. */
const membershipSchema = z.object({
  id: field.id,
  customerName: field.text(),
  email: field.text(),
  phone: field.text(60),
  membershipType: field.plan,
  status: z.enum(MEMBERSHIP_STATES),
  startDate: dateField,
  endDate: dateField,
  amount: field.money,
  billingCycle: z.catch(z.enum(PERIODS), 'monthly'),
  locationId: field.location,
  autoRenew: z.catch(z.boolean(), false),
  notes: z.catch(z.optional(z.string().check(z.maxLength(2_000))), undefined),
  createdAt: z.catch(field.instant, field.EPOCH),
  updatedAt: z.catch(field.instant, field.EPOCH),

  bookingId: field.text(100),
  version: field.count(1),
})
export type MembershipRecord = z.output<typeof membershipSchema>

const LIST_KEY: StorageKey = 'memberships'

/** As stored, newest first; callers mark expired ones. */
export const readMembershipList = (): MembershipRecord[] =>
  field.readList(membershipSchema, readJson(LIST_KEY), ({ id }) => id)

/** Stores a membership and notifies other tabs. */
export function saveMembership(membership: MembershipRecord): void {
  const list = readMembershipList()
  const isKnown = list.some(({ id }) => id === membership.id)
  writeJson(
    LIST_KEY,
    isKnown ? list.map((listed) => (listed.id === membership.id ? membership : listed)) : [membership, ...list],
  )
  signalTabs(isKnown ? 'membership_update' : 'membership_new', membership.id)
}
