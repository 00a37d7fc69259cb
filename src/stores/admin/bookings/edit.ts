import { atom } from 'nanostores'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Outcome } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import { formatFailure, isOutcomeUnknown } from '../../api.ts'
import { clearDraft, getDraft, hasDraftUnder, saveDraft } from '../form-drafts.ts'
import { recordOwnAction } from '../own-actions.ts'
import { requireSession } from '../session/session.ts'
import { getConflictingBooking, reportBackgroundResult } from './background-result.ts'
import { type BookingSnapshot, pickComparedFields, takeSnapshot } from './booking-snapshot.ts'
import {
  $selectedBooking,
  getIdOf,
  getSelectedId,
  readIfSelected,
  reloadSelected,
  setDetail,
} from './selected-booking.ts'
import {
  clearUnknownOutcome,
  type IsApplied,
  isUnknownOutcomeApplied,
  recordUnknownOutcome,
} from './unknown-outcomes.ts'

/** What became of the last act: what to mend, what is wrong as a whole, or what somebody else did meanwhile. */
export interface ActionState {
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
  /**
   * Fields that were changed meanwhile, as they were on this screen and as they are: by somebody else, or by an own act
   * whose answer was lost.
   */
  conflict?: ReturnType<typeof diffFields> & { isOwn?: true }
}

const IDLE: ActionState = { busy: false, fields: {} }

export const $action = atom<ActionState>(IDLE)

/** What is being done, by the id of its booking: whoever looks at others meanwhile does nothing to it twice. */
const pendingIds = new Set<string>()
/** The newest version of the booking in sight that was heard of while something was being done to it. */
let newestVersion = 0
let snapshot: BookingSnapshot | undefined

/** A form that was left, as it is kept; `isAway` was put away by hand and waits until it is asked for. */
interface SavedForm {
  act: string
  begun: BookingSnapshot
  isAway?: true
}

$selectedBooking.listen((now, before) => {
  if (!before || getIdOf(before) !== getIdOf(now)) stashForm()
  // What is on its way tells of changes by its own answer.
  if (snapshot && now.state === 'open' && !pendingIds.has(now.id)) reportChanges(snapshot, now.detail)
})

/** The booking in sight has changed, here or elsewhere: it is read again, without taking away what stands there. */
export function receiveSelectedBooking({ bookingId, version }: BookingRow): void {
  const opened = $selectedBooking.get()
  if (opened.state !== 'open' || opened.id !== bookingId) return
  if (pendingIds.has(bookingId)) newestVersion = Math.max(newestVersion, version)
  else reloadSelected()
}

/** Under which name what is typed about a booking is kept; what belongs to the form that is open is `act/…`. */
export const getDraftName = (bookingId: string, what: string): string => `booking/${bookingId}/${what}`
const getFormName = (bookingId: string): string => getDraftName(bookingId, 'act')

/**
 * A form opens: what somebody else changes from now on is shown, and nothing is done before it was seen. One that was put
 * away half typed goes on; that of another act is forgotten.
 */
export function openForm(act: string): void {
  const opened = $selectedBooking.get()
  $action.set(buildIdleState())
  if (opened.state !== 'open') return
  const form = getFormName(opened.id)
  const left = getDraft<SavedForm>(form)
  if (left?.act === act) {
    snapshot = left.begun
    reportChanges(snapshot, opened.detail)
  } else {
    snapshot = takeSnapshot(opened.detail)
    clearDraft(form)
  }
  saveDraft(form, { act, begun: snapshot })
}

/** The form that was open about this booking when the page was left; it goes on from the booking as it was then. */
export function resumeForm(detail: BookingDetail): string | undefined {
  const left = getDraft<SavedForm>(getFormName(detail.bookingId))
  if (!left || left.isAway) return undefined
  snapshot = left.begun
  reportChanges(snapshot, detail)
  return left.act
}

/** The form is out of sight; what was typed into it and not sent waits for when it is opened again. */
export function stashForm(): void {
  const form = snapshot && getFormName(snapshot.bookingId)
  const left = form && getDraft<SavedForm>(form)
  if (left && hasDraftUnder(form)) {
    saveDraft(form, { ...left, isAway: true })
    snapshot = undefined
  }
  closeForm()
}

export function closeForm(): void {
  discardForm()
  $action.set(buildIdleState())
}

/** What was sent from a form that is out of sight is done: it waits no longer, unless somebody has opened it again. */
export function clearSentForm(bookingId: string): void {
  if (snapshot?.bookingId !== bookingId) clearDraft(getFormName(bookingId))
}

/** The form is gone; what was said stays. */
export function discardForm(): void {
  if (snapshot) clearDraft(getFormName(snapshot.bookingId))
  snapshot = undefined
}

/**
 * Does something to the booking as it was when its form was opened, else as it stands in sight. True once it is done;
 * what it is then stands beside the list. Where no answer comes the booking is read again: by `isSo` it says whether it
 * was done.
 */
export async function runAction(
  run: (seen: BookingSnapshot) => Promise<Outcome<BookingDetail>>,
  isSo?: IsApplied,
): Promise<boolean> {
  const opened = $selectedBooking.get()
  if (opened.state !== 'open' || pendingIds.has(opened.id)) return false
  const form = snapshot
  const seen = form ?? takeSnapshot(opened.detail)
  const { problem: _, conflict, ...before } = $action.get()
  $action.set({ ...before, ...(conflict && !conflict.isOwn && { conflict }), busy: true, fields: {} })
  pendingIds.add(opened.id)
  recordOwnAction(opened.id)
  newestVersion = 0
  const answer = await requireSession(run(seen))
  const isLost = !answer.ok && isOutcomeUnknown(answer.failure)
  if (isLost && isSo) recordUnknownOutcome(opened.id, seen.version, isSo)
  const now = answer.ok
    ? answer.value
    : isLost
      ? await readIfSelected(opened.id)
      : getConflictingBooking(answer.failure)
  if (now) setDetail(now)
  pendingIds.delete(opened.id)
  recordOwnAction(opened.id)
  if (getSelectedId() !== opened.id) return reportBackgroundResult(opened.detail, answer)
  if (newestVersion > (now ?? opened.detail).version) reloadSelected()
  // What was opened since goes on, and is told of nothing that is not its own.
  if (snapshot !== form) {
    $action.set({ ...$action.get(), busy: false })
    return reportBackgroundResult(opened.detail, answer)
  }
  if (answer.ok) {
    if (isSo) clearUnknownOutcome(opened.id)
    $action.set(snapshot ? { ...$action.get(), busy: false } : IDLE)
    return true
  }
  if (now && isUnknownOutcomeApplied(now)) {
    reportOwnChange(seen, now)
    return isSo?.(now) === true
  }
  if (now && !isLost) {
    $action.set({ ...IDLE, conflict: diffFields(pickComparedFields(seen), pickComparedFields(now)) })
    // Whoever was overtaken has now been shown what it is.
    if (snapshot) snapshot = takeSnapshot(now)
  } else {
    if (now && snapshot) reportChanges(snapshot, now)
    const { fields } = answer.failure
    const problem = fields ? {} : { problem: formatFailure(answer.failure) }
    $action.set({ ...$action.get(), busy: false, fields: fields ?? {}, ...problem })
  }
  return false
}

/** Nothing was tried yet of what is in sight, unless it is still on its way. */
const buildIdleState = (): ActionState => ({ ...IDLE, busy: pendingIds.has(getSelectedId() ?? '') })

/** What is different by now stands beside the form, which keeps all that was typed. */
function reportChanges(seen: BookingSnapshot, current: BookingDetail): void {
  const overtaken = diffFields(pickComparedFields(seen), pickComparedFields(current))
  if (isUnknownOutcomeApplied(current)) reportOwnChange(seen, current)
  else if (Object.keys(overtaken.after).length > 0) $action.set({ ...$action.get(), conflict: overtaken })
}

/** An act whose answer was lost was done: nobody else is to be blamed for it, and the form goes on from there. */
function reportOwnChange(seen: BookingSnapshot, now: BookingDetail): void {
  clearUnknownOutcome(now.bookingId)
  $action.set({ ...IDLE, conflict: { ...diffFields(pickComparedFields(seen), pickComparedFields(now)), isOwn: true } })
  if (snapshot) snapshot = takeSnapshot(now)
}
