import { atom } from 'nanostores'
import type { findCustomers, placeWalkInBooking, quoteWalkIn } from '#contract/admin/walk-ins.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { formatFailure } from '#contract/failure.ts'
import { NAME_MISSING } from '#contract/validation-messages.ts'
import { ACCOUNT_METHODS } from '#domain/payment.ts'
import { hasChosenSeats } from '#domain/team.ts'
import { environment } from '../../environment.ts'
import { clearDraft } from '../form-drafts.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { showFailureToast } from '../toasts.ts'
import { WALK_IN_DRAFT, type WalkIn } from './walk-in-form.ts'
import { clearSentOrder, sendOrder } from './walk-in-request.ts'

export type Customer = Output<typeof findCustomers>['items'][number]

interface WalkInState {
  /** Outdated while `isQuoting`; missing after a failure. */
  quote?: Output<typeof quoteWalkIn>
  isQuoting: boolean
  customers: readonly Customer[]
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
  /** The booking of an earlier attempt, where the form was changed since. */
  placedBookingId?: string
}

const EMPTY_STATE: WalkInState = { isQuoting: false, customers: [], busy: false, fields: {} }
const SEARCH_DELAY_MS = 150
export const $walkIn = atom<WalkInState>(EMPTY_STATE)

/** Counts opened forms, so that a response to an earlier one is not shown. */
let formCount = 0
let isVisible = false
let latestQuote = 0
let latestSearch = 0
let cancelSearch = () => {}

export function openWalkIn(walkIn: WalkIn): void {
  formCount++
  isVisible = true
  $walkIn.set(EMPTY_STATE)
  void updateQuote(walkIn)
}

export function closeWalkIn(): void {
  isVisible = false
}

export function clearWalkIn(): void {
  clearSentOrder()
  clearDraft(WALK_IN_DRAFT)
}

export function updateQuote(walkIn: WalkIn): Promise<void> {
  const { problem: _, ...state } = $walkIn.get()
  $walkIn.set(state)
  return requestQuote(walkIn)
}

async function requestQuote(walkIn: WalkIn): Promise<void> {
  const request = ++latestQuote
  $walkIn.set({ ...$walkIn.get(), isQuoting: true })
  const { locationId, planId, billing, startDate, endDate, addOns, meetingRoomHours, guestPasses, renews } = walkIn
  const { seats } = buildSeats(walkIn)
  const outcome = await requireSession(
    staffLedger.quoteWalkIn({
      locationId,
      planId,
      billing,
      startDate,
      ...(endDate && { endDate }),
      ...(addOns.length > 0 && { addOns: addOns.join(',') }),
      meetingRoomHours: String(meetingRoomHours),
      guestPasses: String(guestPasses),
      ...(seats !== undefined && { seats: String(seats) }),
      ...(renews && { renews }),
    }),
  )
  if (request !== latestQuote) return
  const { quote: _, ...before } = $walkIn.get()
  const state = { ...before, isQuoting: false, fields: dropQuotedFields(before.fields) }
  $walkIn.set(outcome.ok ? { ...state, quote: outcome.value } : { ...state, problem: formatFailure(outcome.failure) })
}

export function searchCustomers(query: string): void {
  cancelSearch()
  cancelSearch = environment().later(async () => {
    const request = ++latestSearch
    const outcome = await requireSession(staffLedger.customers({ q: query }))
    if (request === latestSearch && outcome.ok) $walkIn.set({ ...$walkIn.get(), customers: outcome.value.items })
  }, SEARCH_DELAY_MS)
}

export function clearCustomers(): void {
  cancelSearch()
  latestSearch++
  $walkIn.set({ ...$walkIn.get(), customers: [] })
}

/** Resolves to the booking id; undefined if it failed, another form was opened or the price is missing. */
export async function placeWalkIn(walkIn: WalkIn): Promise<string | undefined> {
  const { busy, isQuoting, quote } = $walkIn.get()
  if (busy || isQuoting) return undefined
  if (!quote) {
    await updateQuote(walkIn)
    return undefined
  }
  if (quote.totalAmount === null) {
    $walkIn.set({ ...$walkIn.get(), fields: quote.fields })
    return undefined
  }
  clearCustomers()
  const request = formCount
  const { problem: _, placedBookingId: __, ...state } = $walkIn.get()
  $walkIn.set({ ...state, busy: true, fields: {} })
  const outcome = await sendOrder(buildOrder(walkIn, quote.totalAmount))
  if (!outcome.ok && (request !== formCount || !isVisible))
    showFailureToast(walkIn.name, outcome.failure, '/admin/bookings?new=1')
  if (request !== formCount) return undefined
  if (outcome.ok) {
    clearSentOrder()
    $walkIn.set(EMPTY_STATE)
    return outcome.value.bookingId
  }
  const { failure } = outcome
  if (failure.code === 'already_done' && failure.bookingId) {
    $walkIn.set({ ...$walkIn.get(), busy: false, placedBookingId: failure.bookingId })
    return undefined
  }
  const fields = failure.fields && mapNameErrors(failure.fields, walkIn)
  const failed = { ...$walkIn.get(), busy: false, fields: fields ?? {} }
  $walkIn.set(fields ? failed : { ...failed, problem: formatFailure(failure) })
  if (failure.code === 'price_changed') await requestQuote(walkIn)
  return undefined
}

function buildOrder(walkIn: WalkIn, totalAmount: number): Input<typeof placeWalkInBooking> {
  const { name, phone, email, company, pan, endDate, notes, addOns, renews, reference, seats: _, ...choices } = walkIn
  return {
    ...choices,
    ...buildSeats(walkIn),
    contactInfo: { ...splitName(name), phone, email, ...(company && { company }), ...(pan && { pan }) },
    addOns: [...addOns],
    totalAmount,
    ...(ACCOUNT_METHODS.some((method) => method === walkIn.paid) && { reference }),
    ...(endDate && { endDate }),
    ...(notes.trim() && { notes }),
    ...(renews && { renews }),
  }
}

/** Absent where the membership or the plan decides. */
const buildSeats = ({ planId, seats, renews }: WalkIn): { seats?: number } =>
  renews || !hasChosenSeats(planId) ? {} : { seats }

const UNQUOTED_FIELDS = ['name', 'phone', 'email', 'company', 'pan', 'notes', 'reference'] satisfies (keyof WalkIn)[]
const dropQuotedFields = (fields: WalkInState['fields']): WalkInState['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => UNQUOTED_FIELDS.some((unquoted) => unquoted === field)))

/** Maps errors of either name to the one name field. */
function mapNameErrors(
  { firstName, lastName, ...fields }: WalkInState['fields'],
  { name }: WalkIn,
): WalkInState['fields'] {
  const nameError = firstName && name.trim() === '' ? NAME_MISSING : (firstName ?? lastName)
  return nameError ? { ...fields, name: nameError } : fields
}

/** The last word is the last name; a single word is the first name. */
function splitName(name: string) {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : ''
  const firstName = (words.length > 1 ? words.slice(0, -1) : words).join(' ')
  return { firstName, lastName }
}
