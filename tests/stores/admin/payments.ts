import { beforeEach } from 'vitest'
import type { PaymentView } from '#contract/admin/payments.ts'
import type { RefundView } from '#contract/admin/refunds.ts'
import { $status, openForm } from '#stores/admin/payments/edit.ts'
import { $queue, openQueue } from '#stores/admin/payments/queue.ts'
import { $view } from '#stores/admin/payments/screen.ts'
import { $selectedPayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { $session } from '#stores/admin/session/session.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { paymentRow, paymentView } from '../../support/payment-view.ts'
import { type Tab, who, withTab } from './desk.ts'

export const ALL = '/api/admin/payments'
export const WAITING = `${ALL}/waiting`

const waiter = (id: string) => ({ payment: paymentRow(id), waits: ['receipt'], since: '2026-12-01T04:15:00.000Z' })
export const waiting = (...ids: string[]) => ({ items: ids.map(waiter), more: false })

let tab: Tab

/** Gives each test the screen of payments in a tab of its own, before anything was read. */
export function withPayments(use: (tab: Tab) => void): void {
  withTab((opened) => {
    tab = opened
    tab.url = new URL('http://localhost:4321/admin/payments')
    use(tab)
  })
  beforeEach(() => {
    $selectedPayment.set({ state: 'none' })
    $queue.set({ more: false })
    $view.set('waiting')
    $status.set('')
    $toasts.set([])
    $session.set({ state: 'open', who: who() })
    openForm(undefined)
  })
}

/** Those that wait, as the screen lists them. */
export const listed = () =>
  $queue.get().items?.map(({ payment: { paymentId }, done }) => (done ? `${paymentId} done` : paymentId))

/** One of those that wait is looked at. */
export async function inSight(id: string, ...ids: string[]) {
  void openQueue()
  await tab.next.answer(200, waiting(...ids))
  void openPayment(id)
  await tab.next.answer(200, paymentView(id))
}

export const madeBy = (by: string, over: Partial<RefundView> = {}): RefundView => ({
  refundId: 'r1',
  paymentId: 'a',
  way: 'manual',
  state: 'done',
  amount: 10_000,
  reason: 'Heater was off',
  reference: null,
  answer: null,
  by,
  createdAt: '2026-12-01T04:15:00.000Z',
  updatedAt: '2026-12-01T04:15:00.000Z',
  ...over,
})
export const withRefunds = (...items: RefundView[]): PaymentView => ({
  ...paymentView('a', { state: 'confirmed' }),
  refunds: { received: 950_000, left: 900_000, ways: ['manual'], items },
})

/** As it stands beside a payment that somebody decided about. */
export const decidedBy = (by: string, what = 'Approved a payment') => ({
  what,
  by,
  at: '2026-12-01T04:15:00.000Z',
  reason: null,
})
