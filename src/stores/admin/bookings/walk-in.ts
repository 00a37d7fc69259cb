import { atom } from 'nanostores'
import type { findCustomers, placeAtDesk, quoteAtDesk } from '#contract/admin/desk.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { messageOf } from '../../api.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'

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

/** `key` names the booking that is being made: pressed twice, it is one. */
export interface Desk {
  quote?: Output<typeof quoteAtDesk>
  customers: readonly Customer[]
  busy: boolean
  key: string
  fields: Readonly<Record<string, string>>
  problem?: string
}

const NOTHING: Desk = { customers: [], busy: false, key: '', fields: {} }
const TYPING_MS = 150

export const $desk = atom<Desk>(NOTHING)

let quoted = 0
let found = 0
let callOff = () => {}

export function openDesk(walkIn: WalkIn): void {
  $desk.set({ ...NOTHING, key: environment().randomId() })
  void priceOf(walkIn)
}

/** What these choices cost and whether there is a seat: the server says it. */
export async function priceOf(walkIn: WalkIn): Promise<void> {
  const mine = ++quoted
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
  const { problem: _, ...desk } = $desk.get()
  $desk.set(
    answer.ok
      ? { ...desk, quote: answer.value, fields: {} }
      : { ...desk, fields: {}, problem: messageOf(answer.failure) },
  )
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

/** Gives the id of the booking once it is made. */
export async function book(walkIn: WalkIn): Promise<string | undefined> {
  const { busy, key, quote } = $desk.get()
  if (busy || !quote) return undefined
  if (quote.totalAmount === null) {
    $desk.set({ ...$desk.get(), fields: quote.fields })
    return undefined
  }
  recognised()
  const { problem: _, ...desk } = $desk.get()
  $desk.set({ ...desk, busy: true, fields: {} })
  const answer = await admitted(staffLedger.placeAtDesk(orderOf(walkIn, quote.totalAmount), key))
  if (answer.ok) {
    $desk.set(NOTHING)
    return answer.value.bookingId
  }
  const { failure } = answer
  const { fields } = failure
  // Whatever is sent next is another request.
  const again = { ...$desk.get(), busy: false, key: environment().randomId(), fields: fields ?? {} }
  $desk.set(fields ? again : { ...again, problem: messageOf(failure) })
  if (failure.code === 'price_changed') await priceOf(walkIn)
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

/** The last word is the last name; a single one is the first. */
function namesOf({ name, phone, email }: Pick<WalkIn, 'name' | 'phone' | 'email'>) {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : ''
  const firstName = (words.length > 1 ? words.slice(0, -1) : words).join(' ')
  return { contactInfo: { firstName, lastName, email, phone } }
}
