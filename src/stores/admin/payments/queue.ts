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

/** A `done` payment no longer waits, but stays listed so that nothing disappears under the pointer. */
type QueueItem = Output<typeof listReviewQueue>['items'][number] & { done: boolean }

export interface Queue {
  items?: readonly QueueItem[]
  more: boolean
  counts?: Output<typeof listReviewQueue>['counts']
  failure?: Failure
}

const REFRESH_DELAY_MS = 400
export const $queue = atom<Queue>({ more: false })
/** `undefined` lists all groups. */
export const $group = atom<ReviewGroup | undefined>()

let latestRequest = 0
let cancelRefresh = () => {}

export async function readQueue(): Promise<void> {
  const current = ++latestRequest
  const group = $group.get()
  const outcome = await requireSession(staffLedger.reviewQueue(group ? { group } : {}))
  if (current !== latestRequest) return
  const { items: before = [] } = $queue.get()
  if (!outcome.ok) return $queue.set({ ...$queue.get(), failure: outcome.failure })
  const { items, more, counts } = outcome.value
  $queue.set({ items: mergeQueue(before, items), more, counts })
}

export function openQueue(): Promise<void> {
  $queue.set({ more: false })
  return readQueue()
}

/** Reloads the selected payment at once, and the queue once no more events arrive. */
export function receiveBooking({ bookingId }: Pick<BookingRow, 'bookingId'>): void {
  const selected = $selectedPayment.get()
  if (selected.state === 'open' && selected.detail.payment.bookingId === bookingId) void reloadPayment()
  cancelRefresh()
  cancelRefresh = environment().later(() => void readQueue(), REFRESH_DELAY_MS)
}

export const isWaiting = (paymentId: string): boolean =>
  ($queue.get().items ?? []).some(({ payment, done }) => payment.paymentId === paymentId && !done)

/** Returns the next waiting payment, wrapping around at the end. */
export function findNext(paymentId: string, isBackward = false): string | undefined {
  const { items = [] } = $queue.get()
  const index = items.findIndex(({ payment }) => payment.paymentId === paymentId)
  const [before, after] = [items.slice(0, Math.max(index, 0)), items.slice(index + 1)]
  const order = isBackward ? [...before.toReversed(), ...after.toReversed()] : [...after, ...before]
  return order.find(({ done }) => !done)?.payment.paymentId
}

function mergeQueue(current: readonly QueueItem[], loaded: Output<typeof listReviewQueue>['items']): QueueItem[] {
  const loadedById = new Map(loaded.map((item) => [item.payment.paymentId, item]))
  const merged = current.map((item) => {
    const loadedItem = loadedById.get(item.payment.paymentId)
    loadedById.delete(item.payment.paymentId)
    return loadedItem ? { ...loadedItem, done: false } : { ...item, done: true }
  })
  return [...merged, ...[...loadedById.values()].map((item) => ({ ...item, done: false }))]
}
