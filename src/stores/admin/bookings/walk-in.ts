import { atom } from 'nanostores'
import type { findCustomers, placeAtDesk, quoteAtDesk } from '#contract/admin/desk.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { NAME_MISSING } from '#contract/sentences.ts'
import { messageOf } from '../../api.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'
import { forgetTyped, keepTyped, typedIn } from '../typed.ts'
import { WALK_IN } from './walk-in-form.ts'

/** What is typed at the desk; the name is one field there. */
export interface WalkIn {
  name: string
  phone: string
  email: string
  locationId: string
  planId: string
  billing: NonNullable<Input<typeof placeAtDesk>['billing']>
  startDate: string
  endDate: string
  addOns: readonly string[]
  meetingRoomHours: number
  guestPasses: number
  notes: string
  paid: Input<typeof placeAtDesk>['paid']
}
export type Customer = Output<typeof findCustomers>['items'][number]

export interface Desk {
  /** Of other choices as long as `pricing`; gone where the server did not say. */
  quote?: Output<typeof quoteAtDesk>
  pricing: boolean
  customers: readonly Customer[]
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
}

const NOTHING: Desk = { pricing: false, customers: [], busy: false, fields: {} }
const TYPING_MS = 150
/** Kept with the form, which outlives the page as well, and forgotten with it. */
const SENT = `${WALK_IN}/sent`
/** One key for one order, however often it is sent: an answer that was lost may have been a booking. */
interface Sent {
  what: string
  key: string
}
let sent: Sent | undefined

export const $desk = atom<Desk>(NOTHING)

/** Counts the forms that were opened: what is answered to a former one is not about the one in sight. */
let opened = 0
let quoted = 0
let found = 0
let callOff = () => {}

export function openDesk(walkIn: WalkIn): void {
  opened++
  $desk.set(NOTHING)
  void priceOf(walkIn)
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
  const { problem: _, ...desk } = $desk.get()
  $desk.set({ ...desk, busy: true, fields: {} })
  const order = orderOf(walkIn, quote.totalAmount)
  const answer = await admitted(staffLedger.placeAtDesk(order, keyOf(order)))
  if (mine !== opened) return undefined
  if (answer.ok) {
    sent = undefined
    forgetTyped(SENT)
    $desk.set(NOTHING)
    return answer.value.bookingId
  }
  const { failure } = answer
  const fields = failure.fields && inOwnFields(failure.fields, walkIn)
  const again = { ...$desk.get(), busy: false, fields: fields ?? {} }
  $desk.set(fields ? again : { ...again, problem: messageOf(failure) })
  if (failure.code === 'price_changed') await askQuote(walkIn)
  return undefined
}

function keyOf(order: Input<typeof placeAtDesk>): string {
  const what = JSON.stringify(order)
  const last = sent ?? typedIn<Sent>(SENT)
  sent = last?.what === what ? last : { what, key: environment().randomId() }
  keepTyped(SENT, sent)
  return sent.key
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
