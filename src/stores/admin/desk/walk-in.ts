import { atom } from 'nanostores'
import type { findCustomers, placeWalkInBooking, quoteWalkIn } from '#contract/admin/walk-ins.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { NAME_MISSING } from '#contract/validation-messages.ts'
import { formatFailure } from '../../api.ts'
import { environment } from '../../environment.ts'
import { clearDraft } from '../form-drafts.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { showFailureToast } from '../toasts.ts'
import { WALK_IN_DRAFT, type WalkIn } from './walk-in-form.ts'
import { clearSentOrder, sendOrder } from './walk-in-request.ts'

export type Customer = Output<typeof findCustomers>['items'][number]

export interface WalkInState {
  /** Of other choices as long as `pricing`; gone where the server did not say. */
  quote?: Output<typeof quoteWalkIn>
  pricing: boolean
  customers: readonly Customer[]
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
  /** Id of what the first try has booked after all, where the form was changed since. */
  placedBookingId?: string
}

const EMPTY_STATE: WalkInState = { pricing: false, customers: [], busy: false, fields: {} }
const TYPING_MS = 150
export const $walkIn = atom<WalkInState>(EMPTY_STATE)

/** Counts the forms that were opened: what is answered to a former one is not about the one in sight. */
let openedForms = 0
let isVisible = false
let latestQuote = 0
let latestSearch = 0
let cancelSearch = () => {}

export function openWalkIn(walkIn: WalkIn): void {
  openedForms++
  isVisible = true
  $walkIn.set(EMPTY_STATE)
  void updateQuote(walkIn)
}

export function closeWalkIn(): void {
  isVisible = false
}

/** The form is for somebody else from now on: what was sent from it has nothing to do with them. */
export function clearWalkIn(): void {
  clearSentOrder()
  clearDraft(WALK_IN_DRAFT)
}

/** What these choices cost and whether there is a seat. What was said of the last ones as a whole is over. */
export function updateQuote(walkIn: WalkIn): Promise<void> {
  const { problem: _, ...desk } = $walkIn.get()
  $walkIn.set(desk)
  return requestQuote(walkIn)
}

/** The server says it; what was refused meanwhile, and is not about the price, stays. */
async function requestQuote(walkIn: WalkIn): Promise<void> {
  const mine = ++latestQuote
  $walkIn.set({ ...$walkIn.get(), pricing: true })
  const { locationId, planId, billing, startDate, endDate, addOns, meetingRoomHours, guestPasses } = walkIn
  const answer = await requireSession(
    staffLedger.quoteWalkIn({
      locationId,
      planId,
      billing,
      startDate,
      ...(endDate && { endDate }),
      ...(addOns.length > 0 && { addOns: addOns.join(',') }),
      meetingRoomHours: String(meetingRoomHours),
      guestPasses: String(guestPasses),
    }),
  )
  if (mine !== latestQuote) return
  const { quote: _, ...before } = $walkIn.get()
  const desk = { ...before, pricing: false, fields: dropQuotedFields(before.fields) }
  $walkIn.set(answer.ok ? { ...desk, quote: answer.value } : { ...desk, problem: formatFailure(answer.failure) })
}

/** Looks for somebody who was here before, once the typing stops. */
export function searchCustomers(typed: string): void {
  cancelSearch()
  cancelSearch = environment().later(async () => {
    const mine = ++latestSearch
    const answer = await requireSession(staffLedger.customers({ q: typed }))
    if (mine === latestSearch && answer.ok) $walkIn.set({ ...$walkIn.get(), customers: answer.value.items })
  }, TYPING_MS)
}

export function clearCustomers(): void {
  cancelSearch()
  latestSearch++
  $walkIn.set({ ...$walkIn.get(), customers: [] })
}

/**
 * Gives the id of the booking once it is made, unless another form was opened meanwhile. Where the price was lost, that
 * is asked for again instead.
 */
export async function placeWalkIn(walkIn: WalkIn): Promise<string | undefined> {
  const { busy, pricing, quote } = $walkIn.get()
  if (busy || pricing) return undefined
  if (!quote) {
    await updateQuote(walkIn)
    return undefined
  }
  if (quote.totalAmount === null) {
    $walkIn.set({ ...$walkIn.get(), fields: quote.fields })
    return undefined
  }
  clearCustomers()
  const mine = openedForms
  const { problem: _, placedBookingId: __, ...desk } = $walkIn.get()
  $walkIn.set({ ...desk, busy: true, fields: {} })
  const answer = await sendOrder(buildOrder(walkIn, quote.totalAmount))
  if (!answer.ok && (mine !== openedForms || !isVisible))
    showFailureToast(walkIn.name, answer.failure, '/admin/bookings?new=1')
  if (mine !== openedForms) return undefined
  if (answer.ok) {
    clearSentOrder()
    $walkIn.set(EMPTY_STATE)
    return answer.value.bookingId
  }
  const { failure } = answer
  if (failure.code === 'already_done' && failure.bookingId) {
    $walkIn.set({ ...$walkIn.get(), busy: false, placedBookingId: failure.bookingId })
    return undefined
  }
  const fields = failure.fields && mapNameErrors(failure.fields, walkIn)
  const again = { ...$walkIn.get(), busy: false, fields: fields ?? {} }
  $walkIn.set(fields ? again : { ...again, problem: formatFailure(failure) })
  if (failure.code === 'price_changed') await requestQuote(walkIn)
  return undefined
}

function buildOrder(walkIn: WalkIn, totalAmount: number): Input<typeof placeWalkInBooking> {
  const { name, phone, email, endDate, notes, addOns, ...choices } = walkIn
  return {
    ...choices,
    ...splitName({ name, phone, email }),
    addOns: [...addOns],
    totalAmount,
    ...(endDate && { endDate }),
    ...(notes.trim() && { notes }),
  }
}

/** A quote is about every field but these. */
const UNQUOTED_FIELDS = ['name', 'phone', 'email', 'notes'] satisfies (keyof WalkIn)[]
const dropQuotedFields = (fields: WalkInState['fields']): WalkInState['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => UNQUOTED_FIELDS.some((unquoted) => unquoted === field)))

/** What is wrong with either name is wrong with the one field that both are typed in. */
function mapNameErrors(
  { firstName, lastName, ...fields }: WalkInState['fields'],
  { name }: WalkIn,
): WalkInState['fields'] {
  const wrong = firstName && name.trim() === '' ? NAME_MISSING : (firstName ?? lastName)
  return wrong ? { ...fields, name: wrong } : fields
}

/** The last word is the last name; a single one is the first. */
function splitName({ name, phone, email }: Pick<WalkIn, 'name' | 'phone' | 'email'>) {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : ''
  const firstName = (words.length > 1 ? words.slice(0, -1) : words).join(' ')
  return { contactInfo: { firstName, lastName, email, phone } }
}
