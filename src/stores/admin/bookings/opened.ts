import { atom } from 'nanostores'
import type { BookingDetail } from '#contract/admin/booking.ts'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { differences } from '#domain/audit.ts'
import { messageOf } from '../../api.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'

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
/** The booking as it was when the form that is open was opened: what is sent from it says so. */
let begun: BookingDetail | undefined

/** Opens what the address names, or closes what it no longer names. */
export function followAddress(): void {
  const id = environment().address().searchParams.get(PARAMETER)
  const opened = $opened.get()
  if (id === (opened.state === 'none' ? null : opened.id)) return
  if (id) void read(id)
  else $opened.set({ state: 'none' })
  endForm()
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

/** A form opens: what somebody else changes from now on is shown, and nothing is done before it was seen. */
export function beginForm(): void {
  const opened = $opened.get()
  begun = opened.state === 'open' ? opened.detail : undefined
  $acting.set(IDLE)
}

export function endForm(): void {
  leaveForm()
  $acting.set(IDLE)
}

/** The form is gone; what was said stays. */
export function leaveForm(): void {
  begun = undefined
}

/**
 * Does something to the booking as it was when its form was opened, else as it stands in sight. True once it is done;
 * what it is then stands beside the list.
 */
export async function act(run: (detail: BookingDetail) => Promise<Outcome<BookingDetail>>): Promise<boolean> {
  const opened = $opened.get()
  if (opened.state !== 'open' || $acting.get().busy) return false
  const seen = begun ?? opened.detail
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
    if (begun) begun = current
  } else {
    const { fields } = failure
    $acting.set({ busy: false, fields: fields ?? {}, ...(!fields && { problem: messageOf(failure) }) })
  }
  return false
}

/** The fields that somebody may have changed meanwhile. */
const told = ({ state, customerName, email, phone, company, startDate, endDate }: BookingDetail) => ({
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
  if (!answer.ok) return $opened.set({ state: 'failed', id, failure: answer.failure })
  $opened.set({ state: 'open', id, detail: answer.value })
  if (begun) tellChanges(begun, answer.value)
}

/** What is different by now stands beside the form, which keeps all that was typed. */
function tellChanges(seen: BookingDetail, current: BookingDetail): void {
  const overtaken = differences(told(seen), told(current))
  if (Object.keys(overtaken.after).length > 0) $acting.set({ ...$acting.get(), overtaken })
}

function put(detail: BookingDetail): void {
  asked++
  $opened.set({ state: 'open', id: detail.bookingId, detail })
}
