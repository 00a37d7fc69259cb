import { changedTerms, type Terms } from '#contract/admin/membership-terms.ts'
import type { changeMembership as contract, MembershipRow } from '#contract/admin/memberships.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { differences } from '#domain/audit.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { environment } from '../../../environment.ts'
import { atOnce } from '../kept.ts'
import type { MembershipRecord } from '../membership-record.ts'
import { changeMembership, currentMemberships } from '../moving.ts'
import { membershipRow } from './rows.ts'

export function readMember(id: string): Outcome<MembershipRow> {
  const membership = find(id)
  return membership ? succeed(membershipRow(membership)) : fail('not_found')
}

/** Changes what was sent, all of it or nothing; what is the same already leaves nothing behind. */
export const changeMember = (id: string, wanted: Input<typeof contract>): Promise<Outcome<MembershipRow>> =>
  atOnce(() => {
    const membership = find(id)
    if (!membership) return fail('not_found')
    if (membership.version !== wanted.version) return fail('changed_meanwhile', { current: membershipRow(membership) })
    const terms = termsOf(membership)
    const changed = changedTerms(terms, wanted, kathmanduDate(environment().now()))
    if (!changed.ok) return changed
    const { after } = differences({ ...terms }, { ...changed.value })
    if (Object.keys(after).length === 0) return succeed(membershipRow(membership))
    const { notes, ...rest } = changed.value
    return succeed(membershipRow(changeMembership(membership, { ...rest, notes: notes ?? undefined })))
  })

const find = (id: string): MembershipRecord | undefined => currentMemberships().find((known) => known.id === id)

const termsOf = ({ status, startDate, endDate, autoRenew, notes }: MembershipRecord): Terms => ({
  status,
  startDate,
  endDate,
  autoRenew,
  notes: notes ?? null,
})
