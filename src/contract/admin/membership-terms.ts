import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { type MembershipTerms, membershipProblems } from '#domain/membership.ts'
import type { Input } from '../endpoint.ts'
import { fail, type Outcome, succeed } from '../failure.ts'
import { MEMBERSHIP_MESSAGES } from '../validation-messages.ts'
import type { changeMembership } from './memberships.ts'

export interface Terms extends MembershipTerms {
  autoRenew: boolean
  notes: string | null
}

export function applyMembershipChanges(
  terms: Terms,
  { status = terms.status, startDate, endDate, autoRenew = terms.autoRenew, notes }: Input<typeof changeMembership>,
  today: IsoDate,
): Outcome<Terms> {
  const start = parseIsoDate(startDate ?? terms.startDate)
  const end = parseIsoDate(endDate ?? terms.endDate)
  if (!start || !end)
    return fail('invalid', {
      fields: {
        ...(!start && { startDate: MEMBERSHIP_MESSAGES.date }),
        ...(!end && { endDate: MEMBERSHIP_MESSAGES.date }),
      },
    })
  const problems = membershipProblems({ status, startDate: start, endDate: end }, today)
  const fields = Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, MEMBERSHIP_MESSAGES[problem]]),
  )
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  return succeed({
    status,
    startDate: start,
    endDate: end,
    autoRenew,
    notes: notes === undefined ? terms.notes : notes || null,
  })
}
