import { atom } from 'nanostores'
import type { BookingDetail } from '#contract/admin/booking.ts'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { differences } from '#domain/audit.ts'
import { isUnanswered, messageOf } from '../../api.ts'
import { staffLedger } from '../ledger.ts'
import { namedInAddress, nameInAddress } from '../named.ts'
import { admitted } from '../session.ts'
import { forgetTyped, isTypedUnder, keepTyped, typedIn } from '../typed.ts'
import { type Begun, seenOf, told } from './begun.ts'
import { answerElsewhere, currentIn } from './elsewhere.ts'
import { forgetTried, type IsSo, isDoneAfterAll, keepTried } from './tried.ts'

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
  /**
   * Fields that were changed meanwhile, as they were on this screen and as they are: by somebody else, or by an own act
   * whose answer was lost.
   */
  overtaken?: ReturnType<typeof differences> & { isOwn?: true }
}

const IDLE: Acting = { busy: false, fields: {} }

export const $opened = atom<Opened>({ state: 'none' })
export const $acting = atom<Acting>(IDLE)

let asked = 0
/** What is being done, by the id of its booking: whoever looks at others meanwhile does nothing to it twice. */
const underWay = new Set<string>()
/** The newest version of the booking in sight that was heard of while something was being done to it. */
let news = 0
let begun: Begun | undefined

/** A form that was left, as it is kept; `isAway` was put away by hand and waits until it is asked for. */
interface Left {
  act: string
  begun: Begun
  isAway?: true
}

/** Opens what the address names, or closes what it no longer names. */
export function followAddress(): void {
  const id = namedInAddress()
  if (id === idOpened()) return
  if (id) void read(id)
  else $opened.set({ state: 'none' })
  putFormAway()
}

/** As the address says; what stands there already is read again. */
export function readNamed(): void {
  if (namedInAddress() === idOpened()) readAgain()
  else followAddress()
}

export function openBooking(id: string): void {
  nameInAddress(id)
  followAddress()
}

export function closeBooking(): void {
  nameInAddress(undefined)
  followAddress()
}

export function readAgain(): void {
  const id = idOpened()
  if (id) void read(id)
}

/** The booking in sight has changed, here or elsewhere: it is read again, without taking away what stands there. */
export function hearOpened({ bookingId, version }: BookingRow): void {
  const opened = $opened.get()
  if (opened.state !== 'open' || opened.id !== bookingId) return
  if (underWay.has(bookingId)) news = Math.max(news, version)
  else void read(bookingId)
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
  $acting.set(atRest())
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
  if (left && isTypedUnder(form)) {
    keepTyped(form, { ...left, isAway: true })
    begun = undefined
  }
  endForm()
}

export function endForm(): void {
  leaveForm()
  $acting.set(atRest())
}

/** What was sent from a form that is out of sight is done: it waits no longer, unless somebody has opened it again. */
export function forgetSent(bookingId: string): void {
  if (begun?.bookingId !== bookingId) forgetTyped(actFormOf(bookingId))
}

/** The form is gone; what was said stays. */
export function leaveForm(): void {
  if (begun) forgetTyped(actFormOf(begun.bookingId))
  begun = undefined
}

/**
 * Does something to the booking as it was when its form was opened, else as it stands in sight. True once it is done;
 * what it is then stands beside the list. Where no answer comes the booking is read again: by `isSo` it says whether it
 * was done.
 */
export async function act(run: (seen: Begun) => Promise<Outcome<BookingDetail>>, isSo?: IsSo): Promise<boolean> {
  const opened = $opened.get()
  if (opened.state !== 'open' || underWay.has(opened.id)) return false
  const form = begun
  const seen = form ?? seenOf(opened.detail)
  const { problem: _, overtaken, ...before } = $acting.get()
  $acting.set({ ...before, ...(overtaken && !overtaken.isOwn && { overtaken }), busy: true, fields: {} })
  underWay.add(opened.id)
  news = 0
  const answer = await admitted(run(seen))
  const isLost = !answer.ok && isUnanswered(answer.failure)
  if (isLost && isSo) keepTried(opened.id, seen.version, isSo)
  const now = answer.ok ? answer.value : isLost ? await asItIs(opened.id) : currentIn(answer.failure)
  underWay.delete(opened.id)
  if (idOpened() !== opened.id) return answerElsewhere(opened.detail, answer)
  if (now) put(now)
  if (news > (now ?? opened.detail).version) readAgain()
  // What was opened since goes on, and is told of nothing that is not its own.
  if (begun !== form) {
    $acting.set({ ...$acting.get(), busy: false })
    return answerElsewhere(opened.detail, answer)
  }
  if (answer.ok) {
    if (isSo) forgetTried(opened.id)
    $acting.set(begun ? { ...$acting.get(), busy: false } : IDLE)
    return true
  }
  if (now && isDoneAfterAll(now)) {
    tellOwn(seen, now)
    return isSo?.(now) === true
  }
  if (now && !isLost) {
    $acting.set({ ...IDLE, overtaken: differences(told(seen), told(now)) })
    // Whoever was overtaken has now been shown what it is.
    if (begun) begun = seenOf(now)
  } else {
    if (now && begun) tellChanges(begun, now)
    const { fields } = answer.failure
    const problem = fields ? {} : { problem: messageOf(answer.failure) }
    $acting.set({ ...$acting.get(), busy: false, fields: fields ?? {}, ...problem })
  }
  return false
}

/** Nothing was tried yet of what is in sight, unless it is still on its way. */
const atRest = (): Acting => ({ ...IDLE, busy: underWay.has(idOpened() ?? '') })

function idOpened(): string | undefined {
  const opened = $opened.get()
  return opened.state === 'none' ? undefined : opened.id
}

async function read(id: string): Promise<void> {
  const mine = ++asked
  const before = $opened.get()
  if (before.state !== 'open' || before.id !== id) $opened.set({ state: 'reading', id })
  const answer = await admitted(staffLedger.booking(id))
  if (mine !== asked) return
  if (idOpened() !== id) return
  const opened = $opened.get()
  if (!answer.ok) {
    // What stands there, and what is being typed about it, outlives a moment without an answer; the next news reads it again.
    if (opened.state === 'open' && answer.failure.code !== 'not_found') return
    return $opened.set({ state: 'failed', id, failure: answer.failure })
  }
  $opened.set({ state: 'open', id, detail: answer.value })
  // What is on its way tells of it by its own answer.
  if (begun && !underWay.has(id)) tellChanges(begun, answer.value)
}

async function asItIs(id: string): Promise<BookingDetail | undefined> {
  if (idOpened() !== id) return undefined
  const answer = await admitted(staffLedger.booking(id))
  return answer.ok ? answer.value : undefined
}

/** What is different by now stands beside the form, which keeps all that was typed. */
function tellChanges(seen: Begun, current: BookingDetail): void {
  const overtaken = differences(told(seen), told(current))
  if (isDoneAfterAll(current)) tellOwn(seen, current)
  else if (Object.keys(overtaken.after).length > 0) $acting.set({ ...$acting.get(), overtaken })
}

/** An act whose answer was lost was done: nobody else is to be blamed for it, and the form goes on from there. */
function tellOwn(seen: Begun, now: BookingDetail): void {
  forgetTried(now.bookingId)
  $acting.set({ ...IDLE, overtaken: { ...differences(told(seen), told(now)), isOwn: true } })
  if (begun) begun = seenOf(now)
}

function put(detail: BookingDetail): void {
  if (idOpened() !== detail.bookingId) return
  asked++
  $opened.set({ state: 'open', id: detail.bookingId, detail })
}
