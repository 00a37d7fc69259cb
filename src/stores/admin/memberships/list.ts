import type { listMemberships } from '#contract/admin/memberships.ts'
import { MEMBERSHIP_VIEWS } from '#domain/membership.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { $today } from '../../today.ts'
import { pickLatestVersion } from '../latest-version.ts'
import { staffLedger } from '../ledger.ts'
import { createList } from '../list.ts'
import { isMembershipBefore, matchesMembership } from './filter.ts'

export const memberships = createList<typeof listMemberships>({
  load: (input) => staffLedger.memberships(input),
  filter: { q: 'text', status: MEMBERSHIP_VIEWS, location: 'text', plan: PLAN_IDS },
  idOf: ({ membershipId }) => membershipId,
  isBefore: isMembershipBefore,
  matches: (row, filter) => matchesMembership(row, filter, $today.get()),
  pickLatest: pickLatestVersion,
  reloadsSummary: true,
})
