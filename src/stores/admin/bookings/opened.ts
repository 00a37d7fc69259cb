import { atom } from 'nanostores'
import type { BookingDetail } from '#contract/admin/booking.ts'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { differences } from '#domain/audit.ts'
import { messageOf } from '../../api.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'
import { forgetTyped, isTypedUnder, keepTyped, typedIn } from '../typed.ts'

/** The booking beside the list. Its id stands in the address, so that it survives a reload and can be sent on. */
export type Opened =
  | { state: 'none' }
  | { state: 'reading'; id: string }
  | { state: 'open'; id: string; detail: BookingDetail }
  | { state: 'failed'; id: string; failure: Failure }

/** What became of the last act: what to mend, what is wrong as a whole, or what somebody else did meanwhile. */
export interface Acting {
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
  /** Fields that somebody else changed, as they were on this screen and as they are. */
  overtaken?: ReturnType<typeof differences>
}

const IDLE: Acting = { busy: false, fields: {} }

export const $opened = atom<Opened>({ state: 'none' })
export const $acting = atom<Acting>(IDLE)

const PARAMETER = 'open'
let asked = 0
/** A booking as it was when the form that is open was opened: what is sent from it says so. */
type Begun = Pick<BookingDetail, 'bookingId' | 'version'> & Told
let begun: Begun | undefined

/** A form that was left, as it is kept; `isAway` was put away by hand and waits until it is asked for. */
interface Left {
  act: string
  begun: Begun
  isAway?: true
}

/** Opens what the address names, or closes what it no longer names. */
export function followAddress(): void {
  const id = environment().address().searchParams.get(PARAMETER)
  const opened = $opened.get()
  if (id === (opened.state === 'none' ? null : opened.id)) return
  if (id) void read(id)
  else $opened.set({ state: 'none' })
  putFormAway()
}

export function openBooking(id: string): void {
  show(id)
  followAddress()
}

export function closeBooking(): void {
  show(undefined)
  followAddress()
}

export function readAgain(): void {
  const opened = $opened.get()
  if (opened.state !== 'none') void read(opened.id)
}

/** The booking in sight has changed, here or elsewhere: it is read again, without taking away what stands there. */
export function hearOpened({ bookingId }: BookingRow): void {
  const opened = $opened.get()
  if (opened.state === 'open' && opened.id === bookingId && !$acting.get().busy) void read(bookingId)
}

/** Under which name what is typed about a booking is kept; what belongs to the form that is open is `act/…`. */
export const typedAbout = (bookingId: string, what: string): string => `booking/${bookingId}/${what}`
const actFormOf = (bookingId: string): string => typedAbout(bookingId, 'act')

/**
 * A form opens: what somebody else changes from now on is shown, and nothing is done before it was seen. One that was put
 * away half typed goes on; that of another act is forgotten.
 */
export function beginForm(act: string): void {
  const opened = $opened.get()
  $acting.set(IDLE)
  if (opened.state !== 'open') return
  const form = actFormOf(opened.id)
  const left = typedIn<Left>(form)
  if (left?.act === act) {
    begun = left.begun
    tellChanges(begun, opened.detail)
  } else {
    begun = seenOf(opened.detail)
    forgetTyped(form)
  }
  keepTyped(form, { act, begun })
}

/** The form that was open about this booking when the page was left; it goes on from the booking as it was then. */
export function resumeForm(detail: BookingDetail): string | undefined {
  const left = typedIn<Left>(actFormOf(detail.bookingId))
  if (!left || left.isAway) return undefined
  begun = left.begun
  tellChanges(begun, detail)
  return left.act
}

/** The form is out of sight; what was typed into it and not sent waits for when it is opened again. */
export function putFormAway(): void {
  const form = begun && actFormOf(begun.bookingId)
  const left = form && typedIn<Left>(form)
  if (left && isTypedUnder(form) && !$acting.get().busy) {
    keepTyped(form, { ...left, isAway: true })
    begun = undefined
  }
  endForm()
}

export function endForm(): void {
  leaveForm()
  $acting.set(IDLE)
}

/** The form is gone; what was said stays. */
export function leaveForm(): void {
  if (begun) forgetTyped(actFormOf(begun.bookingId))
  begun = undefined
}

/**
 * Does something to the booking as it was when its form was opened, else as it stands in sight. True once it is done;
 * what it is then stands beside the list.
 */
export async function act(run: (seen: Begun) => Promise<Outcome<BookingDetail>>): Promise<boolean> {
  const opened = $opened.get()
  if (opened.state !== 'open' || $acting.get().busy) return false
  const seen = begun ?? seenOf(opened.detail)
  $acting.set({ busy: true, fields: {} })
  const answer = await admitted(run(seen))
  if (answer.ok) {
    put(answer.value)
    $acting.set(IDLE)
    return true
  }
  const { failure } = answer
  const current = failure.code === 'changed_meanwhile' ? (failure.current as BookingDetail | undefined) : undefined
  if (current) {
    put(current)
    $acting.set({ ...IDLE, overtaken: differences(told(seen), told(current)) })
    // Whoever was overtaken has now been shown what it is.
    if (begun) begun = seenOf(current)
  } else {
    const { fields } = failure
    $acting.set({ busy: false, fields: fields ?? {}, ...(!fields && { problem: messageOf(failure) }) })
  }
  return false
}

/** The fields that somebody may have changed meanwhile. */
type Told = Pick<BookingDetail, 'state' | 'customerName' | 'email' | 'phone' | 'company' | 'startDate' | 'endDate'>

const seenOf = (detail: BookingDetail): Begun => ({
  bookingId: detail.bookingId,
  version: detail.version,
  ...told(detail),
})

const told = ({ state, customerName, email, phone, company, startDate, endDate }: Told): Told => ({
  state,
  customerName,
  email,
  phone,
  company,
  startDate,
  endDate,
})

function show(id: string | undefined): void {
  const address = environment().address()
  if ((address.searchParams.get(PARAMETER) ?? undefined) === id) return
  if (id) address.searchParams.set(PARAMETER, id)
  else address.searchParams.delete(PARAMETER)
  environment().showAddress(address, 'push')
}

async function read(id: string): Promise<void> {
  const mine = ++asked
  const before = $opened.get()
  if (before.state !== 'open' || before.id !== id) $opened.set({ state: 'reading', id })
  const answer = await admitted(staffLedger.booking(id))
  if (mine !== asked) return
  const opened = $opened.get()
  if (opened.state === 'none' || opened.id !== id) return
  if (!answer.ok) {
    // What stands there, and what is being typed about it, outlives a moment without an answer; the next news reads it again.
    if (opened.state === 'open' && answer.failure.code !== 'not_found') return
    return $opened.set({ state: 'failed', id, failure: answer.failure })
  }
  $opened.set({ state: 'open', id, detail: answer.value })
  if (begun) tellChanges(begun, answer.value)
}

/** What is different by now stands beside the form, which keeps all that was typed. */
function tellChanges(seen: Begun, current: BookingDetail): void {
  const overtaken = differences(told(seen), told(current))
  if (Object.keys(overtaken.after).length > 0) $acting.set({ ...$acting.get(), overtaken })
}

function put(detail: BookingDetail): void {
  asked++
  $opened.set({ state: 'open', id: detail.bookingId, detail })
}
