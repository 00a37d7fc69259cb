import type { MembershipRow } from '#contract/admin/memberships.ts'
import type { placeWalkInBooking } from '#contract/admin/walk-ins.ts'
import type { Input } from '#contract/endpoint.ts'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
import { canRenew } from '#domain/renewal.ts'
import { $today } from '../../today.ts'
import { clearDraft, getDraft, saveDraft } from '../form-drafts.ts'

export const WALK_IN_DRAFT = 'walk-in'

/** Filled in for a renewal and not shown yet. */
const PREFILLED = `${WALK_IN_DRAFT}/prefilled`

type Order = Input<typeof placeWalkInBooking>

export const buildDefaultWalkIn = (locationId: string, planId: string, startDate: string) => ({
  name: '',
  phone: '',
  email: '',
  company: '',
  pan: '',
  locationId,
  planId,
  billing: 'monthly' as NonNullable<Order['billing']>,
  /** Of a plan other than the Private Office. A renewal keeps its own. */
  seats: 1,
  startDate,
  endDate: '',
  addOns: [] as readonly string[],
  meetingRoomHours: 0,
  guestPasses: 0,
  notes: '',
  paid: 'cash' as Order['paid'],
  reference: '',
  /** Id of the membership that it renews, which fixes location, plan, period and dates; else empty. */
  renews: '',
})
export type WalkIn = ReturnType<typeof buildDefaultWalkIn>

/** The next period with the choices of the current one; of a membership that cannot be renewed, a new booking. */
function buildRenewal(row: MembershipRow): WalkIn {
  const { customerName: name, phone, email, company, pan, customerNotes, locationId, planId, billingCycle } = row
  const today = $today.get()
  const start = row.endDate > today ? row.endDate : today
  const countOf = (id: string) => row.extras.find((extra) => extra.id === id)?.quantity ?? 0
  const walkIn = {
    ...buildDefaultWalkIn(locationId, planId, start),
    ...{ name, phone, email, company, pan, notes: customerNotes },
    seats: row.seats,
    addOns: ADD_ON_IDS.filter((id) => countOf(id) > 0),
    meetingRoomHours: countOf('meeting-room-hours'),
    guestPasses: countOf('guest-passes'),
    renews: canRenew(row, today) ? row.membershipId : '',
  }
  return billingCycle === 'daily' ? walkIn : { ...walkIn, billing: billingCycle }
}

export function fillFormForRenewal(row: MembershipRow): void {
  clearDraft(WALK_IN_DRAFT)
  saveDraft(WALK_IN_DRAFT, buildRenewal(row))
  saveDraft(PREFILLED, true)
}

/** Whether the form opens with what was typed before. */
export const isResumed = (): boolean => getDraft(WALK_IN_DRAFT) !== undefined && getDraft(PREFILLED) === undefined

export const markAsShown = (): void => clearDraft(PREFILLED)

/** The draft of another booking that filling the form would replace. */
export function getDraftLostByRenewal(row: MembershipRow): WalkIn | undefined {
  const draft = getDraft<WalkIn>(WALK_IN_DRAFT)
  return JSON.stringify(draft) === JSON.stringify(buildRenewal(row)) ? undefined : draft
}
