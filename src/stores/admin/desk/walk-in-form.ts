import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { placeWalkInBooking } from '#contract/admin/walk-ins.ts'
import type { Input } from '#contract/endpoint.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { $today } from '../../today.ts'
import { clearDraft, getDraft, saveDraft } from '../form-drafts.ts'

/** The form of a new booking, as what is typed in it is kept. */
export const WALK_IN_DRAFT = 'walk-in'

/** What is usual at a desk. */
export const buildDefaultWalkIn = (locationId: string, planId: string, startDate: IsoDate): WalkIn => ({
  name: '',
  phone: '',
  email: '',
  locationId,
  planId,
  billing: 'monthly',
  startDate,
  endDate: '',
  addOns: [],
  meetingRoomHours: 0,
  guestPasses: 0,
  notes: '',
  paid: 'cash',
})

/** For a member who goes on: one more period, from the day on which the last one is over. */
function buildRenewal(row: MembershipRow): WalkIn {
  const { customerName: name, phone, email, locationId, planId, billingCycle } = row
  const today = $today.get()
  const start = row.endDate > today ? (row.endDate as IsoDate) : today
  const walkIn = { ...buildDefaultWalkIn(locationId, planId, start), name, phone, email }
  return billingCycle === 'daily' ? walkIn : { ...walkIn, billing: billingCycle }
}

/** What was sent from the form before was about somebody else. */
export function fillFormForRenewal(row: MembershipRow): void {
  clearDraft(WALK_IN_DRAFT)
  saveDraft(WALK_IN_DRAFT, buildRenewal(row))
}

/** What was typed for another booking and would be lost if the form were filled for this member. */
export function getDraftLostByRenewal(row: MembershipRow): WalkIn | undefined {
  const left = getDraft<WalkIn>(WALK_IN_DRAFT)
  return JSON.stringify(left) === JSON.stringify(buildRenewal(row)) ? undefined : left
}

/** What is typed at the desk; the name is one field there. */
export interface WalkIn {
  name: string
  phone: string
  email: string
  locationId: string
  planId: string
  billing: NonNullable<Input<typeof placeWalkInBooking>['billing']>
  startDate: string
  endDate: string
  addOns: readonly string[]
  meetingRoomHours: number
  guestPasses: number
  notes: string
  paid: Input<typeof placeWalkInBooking>['paid']
}
