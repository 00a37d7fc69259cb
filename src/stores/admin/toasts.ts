import { atom } from 'nanostores'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { Failure } from '#contract/failure.ts'
import { formatFailure, isOutcomeUnknown } from '../api.ts'
import { environment } from '../environment.ts'

export type Toast = { id: string } & ({ event: ToastEvent } | { failedAction: FailedAction })
type ToastEvent = Exclude<StaffEvent, { kind: 'prices_update' }> & { kind: (typeof TOAST_KINDS)[number] }
interface FailedAction {
  name: string
  problem: string
  href: string
  isOutcomeUnknown: boolean
}

/** Other events only update the open screen. */
const TOAST_KINDS = ['booking_new', 'membership_new', 'membership_update', 'message_new'] as const
export const isToastEvent = (event: StaffEvent): event is ToastEvent => TOAST_KINDS.some((kind) => kind === event.kind)

const TOAST_MS = 6_000
const MAX_TOASTS = 3

export const $toasts = atom<readonly Toast[]>([])
/** The number of toasts that arrived while this tab was hidden. */
export const $unseenCount = atom(0)

const timers = new Map<string, { remaining: number; since: number; stop: () => void }>()
let isPaused = false

export function showEventToast(toast: Toast, isVisible: boolean): void {
  if (!isVisible) $unseenCount.set($unseenCount.get() + 1)
  pushToast(toast)
  timers.set(toast.id, { remaining: TOAST_MS, since: 0, stop: () => {} })
  if (!isPaused) startTimer(toast.id)
}

const UNKNOWN_OUTCOME_TEXT = 'It may have worked. Check before you try again.'

/** Shows a failed action on a record that is no longer open, until it is dismissed. */
export function showFailureToast(name: string, { fields, ...failure }: Failure, href: string): void {
  const isUnknown = isOutcomeUnknown(failure)
  const message = formatFailure(isUnknown ? { ...failure, message: UNKNOWN_OUTCOME_TEXT } : failure)
  const problem = fields ? `${Object.values(fields).join('. ')}.` : message
  pushToast({ id: environment().randomId(), failedAction: { name, problem, href, isOutcomeUnknown: isUnknown } })
}

export function dismissToast(id: string): void {
  stopTimer(id)
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
  if ($toasts.get().length === 0) isPaused = false
}

/** No toast disappears while the pointer or the focus is on one. */
export function pauseToasts(): void {
  if (isPaused) return
  isPaused = true
  for (const timer of timers.values()) {
    timer.stop()
    timer.remaining -= environment().now() - timer.since
  }
}

export function resumeToasts(): void {
  if (!isPaused) return
  isPaused = false
  for (const id of timers.keys()) startTimer(id)
}

function pushToast(toast: Toast): void {
  const toasts = [...$toasts.get(), toast]
  for (const { id } of toasts.slice(0, -MAX_TOASTS)) stopTimer(id)
  $toasts.set(toasts.slice(-MAX_TOASTS))
}

function startTimer(id: string): void {
  const timer = timers.get(id)
  if (!timer) return
  timer.since = environment().now()
  timer.stop = environment().later(() => dismissToast(id), Math.max(0, timer.remaining))
}

function stopTimer(id: string): void {
  timers.get(id)?.stop()
  timers.delete(id)
}
