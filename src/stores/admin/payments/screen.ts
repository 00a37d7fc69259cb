import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import { parseReviewGroup, type ReviewGroup } from '#domain/payment-review.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { environment } from '../../environment.ts'
import { $session } from '../session/session.ts'
import { payments } from './list.ts'
import * as queue from './queue.ts'
import { $selectedPayment, deselectPayment, getSelectedId, openPayment } from './selected-payment.ts'

/** The queue of what waits, or the list of all. */
export type PaymentsView = 'waiting' | 'all'
export const $view = atom<PaymentsView>('waiting')

/** Only managers decide about money. */
export const canDecide = (): boolean => {
  const session = $session.get()
  return session.state === 'open' && hasRoleAtLeast(session.who.role, 'manager')
}

/** Opens what the address names; what is in sight already is read again, and what is typed there stays. */
export async function openPaymentsScreen(): Promise<void> {
  $view.set(readViewFromUrl())
  queue.$group.set(readGroupFromUrl())
  const open = readIdFromUrl()
  await Promise.all([
    queue.readQueue(),
    open ? openPayment(open) : deselectPayment(),
    $view.get() === 'all' ? payments.open() : undefined,
  ])
}

/** Somebody picks a payment from a list. On a phone it takes the list's place: Back leads there again. */
export function selectPayment(id: string): void {
  void openPayment(id, $selectedPayment.get().state === 'none' ? 'push' : 'replace')
}

/** Back and Forward: what the address names by now comes into sight, and what it no longer names goes. */
export function syncPaymentsWithUrl(): void {
  const [view, id] = [readViewFromUrl(), readIdFromUrl()]
  if (view !== $view.get()) return void openPaymentsScreen()
  if (readGroupFromUrl() !== queue.$group.get()) {
    queue.$queue.set({ more: false })
    return void openPaymentsScreen()
  }
  if (view === 'all') payments.follow()
  if (id === getSelectedId()) return
  if (id) void openPayment(id)
  else deselectPayment()
}

export function showView(view: PaymentsView): void {
  if (view === $view.get()) return
  const address = environment().address()
  address.search = view === 'all' ? '?view=all' : ''
  environment().showAddress(address, 'replace')
  environment().remember(null)
  deselectPayment()
  $view.set(view)
  queue.$group.set(undefined)
  void (view === 'all' ? payments.open() : queue.openQueue())
}

/** Lists one group of what waits, and names it in the address. */
export function showGroup(group: ReviewGroup | undefined): void {
  const address = environment().address()
  address.search = group ? `?${new URLSearchParams({ waits: group })}` : ''
  environment().showAddress(address, 'replace')
  environment().remember(null)
  deselectPayment()
  queue.$group.set(group)
  void queue.openQueue()
}

const readGroupFromUrl = (): ReviewGroup | undefined =>
  parseReviewGroup(environment().address().searchParams.get('waits'))
const readViewFromUrl = (): PaymentsView =>
  environment().address().searchParams.get('view') === 'all' && canDecide() ? 'all' : 'waiting'
const readIdFromUrl = (): string | undefined => environment().address().searchParams.get('open') ?? undefined

export const receiveBooking = (booking: BookingRow): void => queue.receiveBooking(booking)
