import { atom } from 'nanostores'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { Failure } from '#contract/failure.ts'
import { formatFailure, isOutcomeUnknown } from '../api.ts'
import { environment } from '../environment.ts'

/** A toast. New prices are seen where they stand. */
export type Toast = { id: string } & (
  | { event: Exclude<StaffEvent, { kind: 'prices_update' }> }
  | { notDone: FailedAction }
)
/** `unanswered`: nobody knows whether it was done. */
interface FailedAction {
  name: string
  problem: string
  href: string
  isOutcomeUnknown: boolean
}

export const TOAST_MS = 6_000
/** More at once would cover the work; each is in its list anyway. */
const MAX_TOASTS = 3

export const $toasts = atom<readonly Toast[]>([])
/** How many arrived while nobody was looking at this tab. */
export const $unseenCount = atom(0)

interface ToastTimer {
  left: number
  since: number
  stop: () => void
}
const timers = new Map<string, ToastTimer>()
let paused = false

export function showEventToast(notice: Toast, looking: boolean): void {
  if (!looking) $unseenCount.set($unseenCount.get() + 1)
  pushToast(notice)
  timers.set(notice.id, { left: TOAST_MS, since: 0, stop: () => {} })
  if (!paused) startTimer(notice.id)
}

/** Instead of the sentence that says to try again: what may have been done is looked at first. */
const UNKNOWN_OUTCOME_TEXT = 'It may have been done all the same: look at it before you try again.'

/** An act has failed, and what it was about is no longer in sight. It stays until it is sent away: nothing else says so. */
export function showFailureToast(name: string, { fields, ...failure }: Failure, href: string): void {
  const unanswered = isOutcomeUnknown(failure)
  const said = formatFailure(unanswered ? { ...failure, message: UNKNOWN_OUTCOME_TEXT } : failure)
  const problem = fields ? `${Object.values(fields).join('. ')}.` : said
  pushToast({ id: environment().randomId(), notDone: { name, problem, href, isOutcomeUnknown: unanswered } })
}

export function dismissToast(id: string): void {
  stopTimer(id)
  $toasts.set($toasts.get().filter((notice) => notice.id !== id))
  if ($toasts.get().length === 0) paused = false
}

/** While somebody points at them or has the focus among them, no notice goes away. */
export function pauseToasts(): void {
  if (paused) return
  paused = true
  for (const clock of timers.values()) {
    clock.stop()
    clock.left -= environment().now() - clock.since
  }
}

export function resumeToasts(): void {
  if (!paused) return
  paused = false
  for (const id of timers.keys()) startTimer(id)
}

function pushToast(notice: Toast): void {
  const notices = [...$toasts.get(), notice]
  for (const { id } of notices.slice(0, -MAX_TOASTS)) stopTimer(id)
  $toasts.set(notices.slice(-MAX_TOASTS))
}

function startTimer(id: string): void {
  const clock = timers.get(id)
  if (!clock) return
  clock.since = environment().now()
  clock.stop = environment().later(() => dismissToast(id), Math.max(0, clock.left))
}

function stopTimer(id: string): void {
  timers.get(id)?.stop()
  timers.delete(id)
}
