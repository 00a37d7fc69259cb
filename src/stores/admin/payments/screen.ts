import { atom } from 'nanostores'
import { parseReviewGroup, type ReviewGroup } from '#domain/payment-review.ts'
import { environment } from '../../environment.ts'
import { readParameter } from '../../url-parameters.ts'
import { readIdFromUrl } from '../id-in-url.ts'
import { isManagerOrAbove } from '../session/session.ts'
import { payments } from './list.ts'
import * as queue from './queue.ts'
import { $selectedPayment, deselectPayment, getSelectedId, openPayment } from './selected-payment.ts'

export type PaymentsView = 'waiting' | 'all'
export const $view = atom<PaymentsView>('waiting')

// An action on the payment changes its row, too.
$selectedPayment.listen((selected) => {
  if (selected.state !== 'open') return
  const { payment, reviewReasons } = selected.detail
  payments.receiveRow({ ...payment, reviewReasons })
})

/** Opens what the URL names. A payment that is already selected is reloaded and keeps its form. */
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

/** Adds a history entry for the first payment, because on a phone it replaces the list. */
export function selectPayment(id: string): void {
  void openPayment(id, $selectedPayment.get().state === 'none' ? 'push' : 'replace')
}

export function syncPaymentsWithUrl(): void {
  const [view, id] = [readViewFromUrl(), readIdFromUrl()]
  if (view !== $view.get()) return void openPaymentsScreen()
  if (readGroupFromUrl() !== queue.$group.get()) {
    queue.$queue.set({ more: false })
    return void openPaymentsScreen()
  }
  if (view === 'all') payments.syncWithUrl()
  if (id === getSelectedId()) return
  if (id) void openPayment(id)
  else deselectPayment()
}

export function showView(view: PaymentsView): void {
  if (view === $view.get()) return
  showQuery(view === 'all' ? '?view=all' : '')
  $view.set(view)
  queue.$group.set(undefined)
  void (view === 'all' ? payments.open() : queue.openQueue())
}

export function showGroup(group: ReviewGroup | undefined): void {
  showQuery(group ? `?${new URLSearchParams({ waits: group })}` : '')
  queue.$group.set(group)
  void queue.openQueue()
}

function showQuery(query: string): void {
  const address = environment().address()
  address.search = query
  environment().showAddress(address, 'replace')
  environment().writeHistoryState(null)
  deselectPayment()
}

const readGroupFromUrl = (): ReviewGroup | undefined => parseReviewGroup(readParameter('waits'))
const readViewFromUrl = (): PaymentsView => (readParameter('view') === 'all' && isManagerOrAbove() ? 'all' : 'waiting')
