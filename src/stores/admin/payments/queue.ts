import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { listReviewQueue } from '#contract/admin/payments.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import type { ReviewGroup } from '#domain/payment-review.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { $selectedPayment, reloadPayment } from './selected-payment.ts'

/** `done` no longer waits, and stays in sight until the screen is opened anew: nothing vanishes under the pointer. */
export type QueueItem = Output<typeof listReviewQueue>['items'][number] & { done: boolean }

export interface Queue {
  items?: readonly QueueItem[]
  more: boolean
  counts?: Output<typeof listReviewQueue>['counts']
  failure?: Failure
}

const SETTLE_MS = 400
export const $queue = atom<Queue>({ more: false })
/** The part of the queue that is listed; all of it where none is chosen. */
export const $group = atom<ReviewGroup | undefined>()

let latestRequest = 0
let cancelRefresh = () => {}

export async function readQueue(): Promise<void> {
  const mine = ++latestRequest
  const group = $group.get()
  const answer = await requireSession(staffLedger.waiting(group ? { group } : {}))
  if (mine !== latestRequest) return
  const { items: before = [] } = $queue.get()
  if (!answer.ok) return $queue.set({ ...$queue.get(), failure: answer.failure })
  const { items, more, counts } = answer.value
  $queue.set({ items: mergeQueue(before, items), more, counts })
}

/** Forgets what is done. */
export function openQueue(): Promise<void> {
  $queue.set({ more: false })
  return readQueue()
}

/** Something happened to a booking: what waits follows when the news has settled, and the payment in sight with it. */
export function receiveBooking({ bookingId }: Pick<BookingRow, 'bookingId'>): void {
  const shown = $selectedPayment.get()
  if (shown.state === 'shown' && shown.view.payment.bookingId === bookingId) void reloadPayment()
  cancelRefresh()
  cancelRefresh = environment().later(() => void readQueue(), SETTLE_MS)
}

export const isWaiting = (paymentId: string): boolean =>
  ($queue.get().items ?? []).some(({ payment, done }) => payment.paymentId === paymentId && !done)

/** The one after a payment that still waits, else the first that does; undefined where none is left. */
export function findNext(paymentId: string, back = false): string | undefined {
  const { items = [] } = $queue.get()
  const at = items.findIndex(({ payment }) => payment.paymentId === paymentId)
  const [before, after] = [items.slice(0, Math.max(at, 0)), items.slice(at + 1)]
  const order = back ? [...before.toReversed(), ...after.toReversed()] : [...after, ...before]
  return order.find(({ done }) => !done)?.payment.paymentId
}

/** Those known keep their places, those that are new come after them, and what waits no more is marked. */
export function mergeQueue(before: readonly QueueItem[], now: Output<typeof listReviewQueue>['items']): QueueItem[] {
  const fresh = new Map(now.map((item) => [item.payment.paymentId, item]))
  const known = before.map((item) => {
    const found = fresh.get(item.payment.paymentId)
    fresh.delete(item.payment.paymentId)
    return found ? { ...found, done: false } : { ...item, done: true }
  })
  return [...known, ...[...fresh.values()].map((item) => ({ ...item, done: false }))]
}
