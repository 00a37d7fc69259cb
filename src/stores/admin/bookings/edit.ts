import { atom } from 'nanostores'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import { pick } from '../../pick.ts'
import {
  createSavedForms,
  getFailedState,
  IDLE,
  isPending,
  resolveUnknownOutcome,
  runPending,
  type ActionState as State,
} from '../edit.ts'
import { getIdOf } from '../selected-record.ts'
import { requireSession } from '../session/session.ts'
import { showFailureToast } from '../toasts.ts'
import { receiveBooking } from './list.ts'
import { $selectedBooking, getSelectedId, readIfSelected, reloadSelected, setDetail } from './selected-booking.ts'

export interface ActionState extends State {
  /** The fields that someone else changed. */
  conflict?: ReturnType<typeof diffFields>
}

export const $bookingAction = atom<ActionState>(IDLE)

const COMPARED_FIELDS = ['state', 'customerName', 'email', 'phone', 'company', 'pan', 'startDate', 'endDate'] as const

/** A booking as it was when its form was opened; actions send its version. */
type BookingSnapshot = Pick<BookingDetail, 'bookingId' | 'version' | (typeof COMPARED_FIELDS)[number]>

const takeSnapshot = (booking: BookingDetail): BookingSnapshot =>
  pick(booking, ['bookingId', 'version', ...COMPARED_FIELDS])

const findChanges = (before: BookingSnapshot, current: BookingDetail): ReturnType<typeof diffFields> =>
  diffFields(pick(before, COMPARED_FIELDS), pick(current, COMPARED_FIELDS))

const savedForms = createSavedForms<{ snapshot: BookingSnapshot }>('booking')

/** The newest version of the selected booking that arrived during an action. */
let newestVersion = 0
let snapshot: BookingSnapshot | undefined

$selectedBooking.listen((now, before) => {
  if (!before || getIdOf(before) !== getIdOf(now)) stashBookingForm()
  if (snapshot && now.state === 'open' && !isPending(now.id)) reportChanges(snapshot, now.detail)
})

/** Reloads the selected booking after an event; during an action its own response comes first. */
export function receiveSelectedBooking({ bookingId, version }: BookingRow): void {
  const selected = $selectedBooking.get()
  if (selected.state !== 'open' || selected.id !== bookingId) return
  if (isPending(bookingId)) newestVersion = Math.max(newestVersion, version)
  else reloadSelected()
}

/** The draft name of a field; fields of the open form are named `act/…`. */
export const getBookingDraftName = (bookingId: string, field: string): string => `booking/${bookingId}/${field}`

/** Opens a form, with its earlier snapshot where a draft exists. */
export function openBookingForm(form: string): void {
  const selected = $selectedBooking.get()
  $bookingAction.set(getIdleState())
  if (selected.state !== 'open') return
  const saved = savedForms.read(selected.id)
  if (saved?.form === form) {
    snapshot = saved.snapshot
    reportChanges(snapshot, selected.detail)
  } else {
    snapshot = takeSnapshot(selected.detail)
    savedForms.clear(selected.id)
  }
  savedForms.save(selected.id, { form, snapshot })
}

/** Restores the form that was open when the page was left. */
export function resumeForm(detail: BookingDetail): string | undefined {
  const saved = savedForms.read(detail.bookingId)
  if (!saved?.form || saved.isAway) return undefined
  snapshot = saved.snapshot
  reportChanges(snapshot, detail)
  return saved.form
}

/** Closes the form; typed fields are restored when it is opened again. */
export function stashBookingForm(): void {
  if (snapshot && savedForms.stash(snapshot.bookingId)) snapshot = undefined
  closeBookingForm()
}

export function closeBookingForm(): void {
  discardForm()
  $bookingAction.set(getIdleState())
}

export function clearSentForm(bookingId: string): void {
  if (snapshot?.bookingId !== bookingId) savedForms.clear(bookingId)
}

/** Discards the form without clearing the shown result. */
export function discardForm(): void {
  savedForms.clear(snapshot?.bookingId)
  snapshot = undefined
}

/** Runs an action on the form's snapshot. After a lost response `isApplied` checks the re-read booking. */
export async function runBookingAction(
  send: (base: BookingSnapshot) => Promise<Outcome<BookingDetail>>,
  isApplied?: (current: BookingDetail) => boolean,
): Promise<boolean> {
  const selected = $selectedBooking.get()
  if (selected.state !== 'open' || isPending(selected.id)) return false
  const { id, detail } = selected
  const formSnapshot = snapshot
  const base = formSnapshot ?? takeSnapshot(detail)
  const { problem: _, ...before } = $bookingAction.get()
  $bookingAction.set({ ...before, busy: true, fields: {} })
  newestVersion = 0
  let current: BookingDetail | undefined
  const outcome = await runPending(id, id, async () => {
    const resolved = await resolveUnknownOutcome(await requireSession(send(base)), async () => {
      current = await readIfSelected(id)
      return current && current.version > base.version && isApplied?.(current) ? current : undefined
    })
    current = resolved.ok ? resolved.value : (getConflictingBooking(resolved.failure) ?? current)
    if (current) setDetail(current)
    return resolved
  })
  if (getSelectedId() !== id) return reportBackgroundResult(detail, outcome)
  if (newestVersion > (current ?? detail).version) reloadSelected()
  if (snapshot !== formSnapshot) {
    $bookingAction.set({ ...$bookingAction.get(), busy: false })
    return reportBackgroundResult(detail, outcome)
  }
  if (outcome.ok) {
    $bookingAction.set(snapshot ? { ...$bookingAction.get(), busy: false } : IDLE)
    return true
  }
  const conflicting = getConflictingBooking(outcome.failure)
  if (conflicting) {
    $bookingAction.set({ ...IDLE, conflict: findChanges(base, conflicting) })
    if (snapshot) snapshot = takeSnapshot(conflicting)
    return false
  }
  if (current && snapshot) reportChanges(snapshot, current)
  $bookingAction.set({ ...$bookingAction.get(), ...getFailedState(outcome.failure) })
  return false
}

const getIdleState = (): ActionState => ({ ...IDLE, busy: isPending(getSelectedId()) })

function reportChanges(before: BookingSnapshot, current: BookingDetail): void {
  const conflict = findChanges(before, current)
  if (Object.keys(conflict.after).length > 0) $bookingAction.set({ ...$bookingAction.get(), conflict })
}

/** Reports an action whose booking or form is no longer open: in the list, and by a toast after a failure. */
function reportBackgroundResult({ bookingId, customerName }: BookingDetail, outcome: Outcome<BookingDetail>): boolean {
  const current = outcome.ok ? outcome.value : getConflictingBooking(outcome.failure)
  if (current) receiveBooking(current)
  if (!outcome.ok)
    showFailureToast(customerName, outcome.failure, `/admin/bookings?open=${encodeURIComponent(bookingId)}`)
  return outcome.ok
}

const getConflictingBooking = ({ code, current }: Failure): BookingDetail | undefined =>
  code === 'changed_meanwhile' ? (current as BookingDetail | undefined) : undefined
