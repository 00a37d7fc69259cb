import { atom } from 'nanostores'
import type { findCustomers, placeAtDesk, quoteAtDesk } from '#contract/admin/desk.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { NAME_MISSING } from '#contract/sentences.ts'
import { messageOf } from '../../api.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { tellNotDone } from '../notices.ts'
import { admitted } from '../session.ts'
import { forgetTyped } from '../typed.ts'
import { WALK_IN, type WalkIn } from './walk-in-form.ts'
import { forgetSent, send } from './walk-in-sent.ts'

export type Customer = Output<typeof findCustomers>['items'][number]

export interface Desk {
  /** Of other choices as long as `pricing`; gone where the server did not say. */
  quote?: Output<typeof quoteAtDesk>
  pricing: boolean
  customers: readonly Customer[]
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
  /** Id of what the first try has booked after all, where the form was changed since. */
  booked?: string
}

const NOTHING: Desk = { pricing: false, customers: [], busy: false, fields: {} }
const TYPING_MS = 150
export const $desk = atom<Desk>(NOTHING)

/** Counts the forms that were opened: what is answered to a former one is not about the one in sight. */
let opened = 0
let isInSight = false
let quoted = 0
let found = 0
let callOff = () => {}

export function openDesk(walkIn: WalkIn): void {
  opened++
  isInSight = true
  $desk.set(NOTHING)
  void priceOf(walkIn)
}

export function closeDesk(): void {
  isInSight = false
}

/** The form is for somebody else from now on: what was sent from it has nothing to do with them. */
export function forgetWalkIn(): void {
  forgetSent()
  forgetTyped(WALK_IN)
}

/** What these choices cost and whether there is a seat. What was said of the last ones as a whole is over. */
export function priceOf(walkIn: WalkIn): Promise<void> {
  const { problem: _, ...desk } = $desk.get()
  $desk.set(desk)
  return askQuote(walkIn)
}

/** The server says it; what was refused meanwhile, and is not about the price, stays. */
async function askQuote(walkIn: WalkIn): Promise<void> {
  const mine = ++quoted
  $desk.set({ ...$desk.get(), pricing: true })
  const { locationId, planId, billing, startDate, endDate, addOns, meetingRoomHours, guestPasses } = walkIn
  const answer = await admitted(
    staffLedger.quoteAtDesk({
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
  if (mine !== quoted) return
  const { quote: _, ...before } = $desk.get()
  const desk = { ...before, pricing: false, fields: withoutQuoted(before.fields) }
  $desk.set(answer.ok ? { ...desk, quote: answer.value } : { ...desk, problem: messageOf(answer.failure) })
}

/** Looks for somebody who was here before, once the typing stops. */
export function recognise(typed: string): void {
  callOff()
  callOff = environment().later(async () => {
    const mine = ++found
    const answer = await admitted(staffLedger.customers({ q: typed }))
    if (mine === found && answer.ok) $desk.set({ ...$desk.get(), customers: answer.value.items })
  }, TYPING_MS)
}

export function recognised(): void {
  callOff()
  found++
  $desk.set({ ...$desk.get(), customers: [] })
}

/**
 * Gives the id of the booking once it is made, unless another form was opened meanwhile. Where the price was lost, that
 * is asked for again instead.
 */
export async function book(walkIn: WalkIn): Promise<string | undefined> {
  const { busy, pricing, quote } = $desk.get()
  if (busy || pricing) return undefined
  if (!quote) {
    await priceOf(walkIn)
    return undefined
  }
  if (quote.totalAmount === null) {
    $desk.set({ ...$desk.get(), fields: quote.fields })
    return undefined
  }
  recognised()
  const mine = opened
  const { problem: _, booked: __, ...desk } = $desk.get()
  $desk.set({ ...desk, busy: true, fields: {} })
  const answer = await send(orderOf(walkIn, quote.totalAmount))
  if (!answer.ok && (mine !== opened || !isInSight)) tellNotDone(walkIn.name, answer.failure, '/admin/bookings?new=1')
  if (mine !== opened) return undefined
  if (answer.ok) {
    forgetSent()
    $desk.set(NOTHING)
    return answer.value.bookingId
  }
  const { failure } = answer
  if (failure.code === 'already_done' && failure.bookingId) {
    $desk.set({ ...$desk.get(), busy: false, booked: failure.bookingId })
    return undefined
  }
  const fields = failure.fields && inOwnFields(failure.fields, walkIn)
  const again = { ...$desk.get(), busy: false, fields: fields ?? {} }
  $desk.set(fields ? again : { ...again, problem: messageOf(failure) })
  if (failure.code === 'price_changed') await askQuote(walkIn)
  return undefined
}

function orderOf(walkIn: WalkIn, totalAmount: number): Input<typeof placeAtDesk> {
  const { name, phone, email, endDate, notes, addOns, ...choices } = walkIn
  return {
    ...choices,
    ...namesOf({ name, phone, email }),
    addOns: [...addOns],
    totalAmount,
    ...(endDate && { endDate }),
    ...(notes.trim() && { notes }),
  }
}

/** A quote is about every field but these. */
const UNQUOTED = ['name', 'phone', 'email', 'notes'] satisfies (keyof WalkIn)[]
const withoutQuoted = (fields: Desk['fields']): Desk['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => UNQUOTED.some((unquoted) => unquoted === field)))

/** What is wrong with either name is wrong with the one field that both are typed in. */
function inOwnFields({ firstName, lastName, ...fields }: Desk['fields'], { name }: WalkIn): Desk['fields'] {
  const wrong = firstName && name.trim() === '' ? NAME_MISSING : (firstName ?? lastName)
  return wrong ? { ...fields, name: wrong } : fields
}

/** The last word is the last name; a single one is the first. */
function namesOf({ name, phone, email }: Pick<WalkIn, 'name' | 'phone' | 'email'>) {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : ''
  const firstName = (words.length > 1 ? words.slice(0, -1) : words).join(' ')
  return { contactInfo: { firstName, lastName, email, phone } }
}
