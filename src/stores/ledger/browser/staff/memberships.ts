import { applyMembershipChanges, type Terms } from '#contract/admin/membership-terms.ts'
import type { changeMembership as contract, MembershipRow } from '#contract/admin/memberships.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { environment } from '../../../environment.ts'
import type { MembershipRecord } from '../membership-record.ts'
import { withStorageLock } from '../record-storage.ts'
import { changeMembership, readCurrentMemberships } from '../transitions.ts'
import { toMembershipRow } from './rows.ts'

export function readMembershipRow(id: string): Outcome<MembershipRow> {
  const membership = findMembership(id)
  return membership ? succeed(toMembershipRow(membership)) : fail('not_found')
}

/** Applies all changes or none; unchanged values are not recorded. */
export const updateMembership = (id: string, requested: Input<typeof contract>): Promise<Outcome<MembershipRow>> =>
  withStorageLock(() => {
    const membership = findMembership(id)
    if (!membership) return fail('not_found')
    if (membership.version !== requested.version)
      return fail('changed_meanwhile', { current: toMembershipRow(membership) })
    const terms = getTerms(membership)
    const changed = applyMembershipChanges(terms, requested, kathmanduDate(environment().now()))
    if (!changed.ok) return changed
    const { after } = diffFields({ ...terms }, { ...changed.value })
    if (Object.keys(after).length === 0) return succeed(toMembershipRow(membership))
    const { notes, ...rest } = changed.value
    return succeed(toMembershipRow(changeMembership(membership, { ...rest, notes: notes ?? undefined })))
  })

const findMembership = (id: string): MembershipRecord | undefined =>
  readCurrentMemberships().find((membership) => membership.id === id)

const getTerms = ({ status, startDate, endDate, autoRenew, notes }: MembershipRecord): Terms => ({
  status,
  startDate,
  endDate,
  autoRenew,
  notes: notes ?? null,
})
