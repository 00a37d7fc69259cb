import { atom } from 'nanostores'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { Failure } from '#contract/failure.ts'
import { isUnanswered, messageOf } from '../api.ts'
import { environment } from '../environment.ts'

/** A toast. New prices are seen where they stand. */
export type Notice = { id: string } & ({ event: Exclude<StaffEvent, { kind: 'prices_update' }> } | { notDone: NotDone })
/** `unanswered`: nobody knows whether it was done. */
interface NotDone {
  name: string
  problem: string
  href: string
  unanswered: boolean
}

export const NOTICE_MS = 6_000
/** More at once would cover the work; each is in its list anyway. */
const MOST = 3

export const $notices = atom<readonly Notice[]>([])
/** How many arrived while nobody was looking at this tab. */
export const $unseen = atom(0)

interface Clock {
  left: number
  since: number
  stop: () => void
}
const clocks = new Map<string, Clock>()
let paused = false

export function notify(notice: Notice, looking: boolean): void {
  if (!looking) $unseen.set($unseen.get() + 1)
  show(notice)
  clocks.set(notice.id, { left: NOTICE_MS, since: 0, stop: () => {} })
  if (!paused) run(notice.id)
}

/** Instead of the sentence that says to try again: what may have been done is looked at first. */
const MAY_BE_DONE = 'It may have been done all the same: look at it before you try again.'

/** An act has failed, and what it was about is no longer in sight. It stays until it is sent away: nothing else says so. */
export function tellNotDone(name: string, { fields, ...failure }: Failure, href: string): void {
  const unanswered = isUnanswered(failure)
  const said = messageOf(unanswered ? { ...failure, message: MAY_BE_DONE } : failure)
  const problem = fields ? `${Object.values(fields).join('. ')}.` : said
  show({ id: environment().randomId(), notDone: { name, problem, href, unanswered } })
}

export function dismiss(id: string): void {
  forget(id)
  $notices.set($notices.get().filter((notice) => notice.id !== id))
  if ($notices.get().length === 0) paused = false
}

/** While somebody points at them or has the focus among them, no notice goes away. */
export function pause(): void {
  if (paused) return
  paused = true
  for (const clock of clocks.values()) {
    clock.stop()
    clock.left -= environment().now() - clock.since
  }
}

export function resume(): void {
  if (!paused) return
  paused = false
  for (const id of clocks.keys()) run(id)
}

function show(notice: Notice): void {
  const notices = [...$notices.get(), notice]
  for (const { id } of notices.slice(0, -MOST)) forget(id)
  $notices.set(notices.slice(-MOST))
}

function run(id: string): void {
  const clock = clocks.get(id)
  if (!clock) return
  clock.since = environment().now()
  clock.stop = environment().later(() => dismiss(id), Math.max(0, clock.left))
}

function forget(id: string): void {
  clocks.get(id)?.stop()
  clocks.delete(id)
}
