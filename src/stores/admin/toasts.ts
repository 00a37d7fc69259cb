import { atom } from 'nanostores'
import type { StaffEvent } from '#contract/admin/events.ts'
import { type Failure, formatFailure } from '#contract/failure.ts'
import { isOutcomeUnknown } from '../api.ts'
import { environment } from '../environment.ts'
import { readTabValue, writeTabValue } from '../storage.ts'

export type Toast = { id: string } & ({ event: ToastEvent } | { failedAction: FailedAction } | { mailing: SentMailing })
type ToastEvent = Exclude<StaffEvent, { version: number }> & { kind: (typeof TOAST_KINDS)[number] }
interface FailedAction {
  name: string
  problem: string
  href: string
  isOutcomeUnknown: boolean
}

export interface SentMailing {
  mailingId: string
  recipients: number
  subject: string
  isUndone: boolean
}

/** Other events only update the open screen. */
const TOAST_KINDS = ['booking_new', 'membership_new', 'membership_update', 'message_new', 'tour_new'] as const
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
  addTimer(toast.id, TOAST_MS)
}

const STORAGE_KEY = 'admin-mailings'

interface StoredMailing {
  mailing: SentMailing
  /** When it can no longer be undone, in milliseconds. */
  until: number
}

/** Shows for this long how many emails of a mailing are sent, or were withdrawn. */
export function showMailingToast(mailing: SentMailing, milliseconds: number): void {
  if (!mailing.isUndone)
    writeStoredMailings([...readStoredMailings(), { mailing, until: environment().now() + milliseconds }])
  pushMailingToast(mailing, milliseconds)
}

/** Shows the mailings that can be undone again on another screen. */
export function restoreMailingToasts(): void {
  const now = environment().now()
  const stored = readStoredMailings().filter(({ until }) => until > now)
  writeStoredMailings(stored)
  for (const { mailing, until } of stored)
    if (!$toasts.get().some(({ id }) => id === mailing.mailingId)) pushMailingToast(mailing, until - now)
}

function pushMailingToast(mailing: SentMailing, milliseconds: number): void {
  pushToast({ id: mailing.mailingId, mailing })
  addTimer(mailing.mailingId, milliseconds)
}

const readStoredMailings = () => (readTabValue(STORAGE_KEY) ?? []) as StoredMailing[]
const writeStoredMailings = (mailings: StoredMailing[]): void =>
  writeTabValue(STORAGE_KEY, mailings.length > 0 ? mailings : undefined)

const UNKNOWN_OUTCOME_TEXT = 'It may have worked. Check before you try again.'

/** Shows a failed action on a record that is no longer open, until it is dismissed. */
export function showFailureToast(name: string, { fields, ...failure }: Failure, href: string): void {
  const isUnknown = isOutcomeUnknown(failure)
  const message = formatFailure(isUnknown ? { ...failure, message: UNKNOWN_OUTCOME_TEXT } : failure)
  const problem = fields ? `${Object.values(fields).join('. ')}.` : message
  pushToast({ id: environment().randomId(), failedAction: { name, problem, href, isOutcomeUnknown: isUnknown } })
}

export function dismissToast(id: string): void {
  if ($toasts.get().some((toast) => toast.id === id && 'mailing' in toast))
    writeStoredMailings(readStoredMailings().filter(({ mailing }) => mailing.mailingId !== id))
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

/** Toasts of mailings stay, because only they can undo one. */
function pushToast(toast: Toast): void {
  const toasts = [...$toasts.get(), toast]
  const removed = toasts.filter((each) => !('mailing' in each)).slice(0, -MAX_TOASTS)
  for (const { id } of removed) stopTimer(id)
  $toasts.set(toasts.filter((each) => !removed.includes(each)))
}

function addTimer(id: string, remaining: number): void {
  timers.set(id, { remaining, since: 0, stop: () => {} })
  if (!isPaused) startTimer(id)
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
