import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { placeWalkInBooking } from '#contract/admin/walk-ins.ts'
import type { Input } from '#contract/endpoint.ts'
import { $today } from '../../today.ts'
import { clearDraft, getDraft, saveDraft } from '../form-drafts.ts'

export const WALK_IN_DRAFT = 'walk-in'

type Order = Input<typeof placeWalkInBooking>

export const buildDefaultWalkIn = (locationId: string, planId: string, startDate: string) => ({
  name: '',
  phone: '',
  email: '',
  locationId,
  planId,
  billing: 'monthly' as NonNullable<Order['billing']>,
  startDate,
  endDate: '',
  addOns: [] as readonly string[],
  meetingRoomHours: 0,
  guestPasses: 0,
  notes: '',
  paid: 'cash' as Order['paid'],
})
export type WalkIn = ReturnType<typeof buildDefaultWalkIn>

function buildRenewal(row: MembershipRow): WalkIn {
  const { customerName: name, phone, email, locationId, planId, billingCycle } = row
  const today = $today.get()
  const start = row.endDate > today ? row.endDate : today
  const walkIn = { ...buildDefaultWalkIn(locationId, planId, start), name, phone, email }
  return billingCycle === 'daily' ? walkIn : { ...walkIn, billing: billingCycle }
}

export function fillFormForRenewal(row: MembershipRow): void {
  clearDraft(WALK_IN_DRAFT)
  saveDraft(WALK_IN_DRAFT, buildRenewal(row))
}

/** The draft of another booking that filling the form would replace. */
export function getDraftLostByRenewal(row: MembershipRow): WalkIn | undefined {
  const draft = getDraft<WalkIn>(WALK_IN_DRAFT)
  return JSON.stringify(draft) === JSON.stringify(buildRenewal(row)) ? undefined : draft
}
