import { atom } from 'nanostores'
import type { BookingDetail } from '#contract/admin/booking.ts'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Outcome } from '#contract/failure.ts'
import { differences } from '#domain/audit.ts'
import { isUnanswered, messageOf } from '../../api.ts'
import { noteOwnAction } from '../own-actions.ts'
import { admitted } from '../session.ts'
import { forgetTyped, isTypedUnder, keepTyped, typedIn } from '../typed.ts'
import { type Begun, seenOf, told } from './begun.ts'
import { answerElsewhere, currentIn } from './elsewhere.ts'
import { $opened, asItIs, idOf, idOpened, put, readAgain } from './opened.ts'
import { forgetTried, type IsSo, isDoneAfterAll, keepTried } from './tried.ts'

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

export const $acting = atom<Acting>(IDLE)

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

$opened.listen((now, before) => {
  if (!before || idOf(before) !== idOf(now)) putFormAway()
  // What is on its way tells of changes by its own answer.
  if (begun && now.state === 'open' && !underWay.has(now.id)) tellChanges(begun, now.detail)
})

/** The booking in sight has changed, here or elsewhere: it is read again, without taking away what stands there. */
export function hearOpened({ bookingId, version }: BookingRow): void {
  const opened = $opened.get()
  if (opened.state !== 'open' || opened.id !== bookingId) return
  if (underWay.has(bookingId)) news = Math.max(news, version)
  else readAgain()
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
  noteOwnAction(opened.id)
  news = 0
  const answer = await admitted(run(seen))
  const isLost = !answer.ok && isUnanswered(answer.failure)
  if (isLost && isSo) keepTried(opened.id, seen.version, isSo)
  const now = answer.ok ? answer.value : isLost ? await asItIs(opened.id) : currentIn(answer.failure)
  if (now) put(now)
  underWay.delete(opened.id)
  noteOwnAction(opened.id)
  if (idOpened() !== opened.id) return answerElsewhere(opened.detail, answer)
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
