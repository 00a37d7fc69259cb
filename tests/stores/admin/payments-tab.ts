import { beforeEach } from 'vitest'
import type { PaymentView } from '#contract/admin/payments.ts'
import type { RefundView } from '#contract/admin/refunds.ts'
import { paisa } from '#domain/money.ts'
import { $status, openPaymentForm } from '#stores/admin/payments/edit.ts'
import { $queue, openQueue } from '#stores/admin/payments/queue.ts'
import { $view } from '#stores/admin/payments/screen.ts'
import { $selectedPayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { $session } from '#stores/admin/session/session.ts'
import { $toasts } from '#stores/admin/toasts.ts'
import { paymentRow, paymentView } from '../../support/payment-view.ts'
import { staffSession, type Tab, withTab } from './staff-tab.ts'

export const PAYMENTS = '/api/admin/payments'
export const QUEUE = `${PAYMENTS}/waiting`

/** The input of a complete approval form. */
export const INPUT = { rupees: '9,500', transactionId: 'NIC 123', reason: '', withoutSeats: false }

/** What a decision returns. */
export const CONFIRMED = { state: 'confirmed', bookingState: 'confirmed' }

const queueEntry = (id: string) => ({
  payment: paymentRow(id),
  reviewReasons: ['receipt'],
  since: '2026-12-01T04:15:00.000Z',
})
export const queueOf = (...ids: string[]) => ({ items: ids.map(queueEntry), more: false })

let tab: Tab

/** Opens the payments screen before each test, without any data. */
export function withPayments(): Tab {
  tab = withTab(() => tab.open('/admin/payments'))
  beforeEach(() => {
    $selectedPayment.set({ state: 'none' })
    $queue.set({ more: false })
    $view.set('waiting')
    $status.set('')
    $toasts.set([])
    $session.set({ state: 'open', user: staffSession() })
    openPaymentForm(undefined)
  })
  return tab
}

/** Returns the payment ids in the queue, with resolved ones marked. */
export const getQueueIds = () =>
  $queue.get().items?.map(({ payment: { paymentId }, done }) => (done ? `${paymentId} done` : paymentId))

export const paths = () => tab.requests.map(({ path }) => path)

export async function openQueueAndPayment(id: string, ...ids: string[]) {
  await tab.respondTo(openQueue(), 200, queueOf(...ids))
  await tab.respondTo(openPayment(id), 200, paymentView(id))
}

export const refundBy = (by: string, over: Partial<RefundView> = {}): RefundView => ({
  refundId: 'r1',
  paymentId: 'a',
  channel: 'manual',
  state: 'done',
  amount: paisa(10_000),
  reason: 'Heater was off',
  reference: null,
  response: null,
  by,
  createdAt: '2026-12-01T04:15:00.000Z',
  updatedAt: '2026-12-01T04:15:00.000Z',
  ...over,
})
export const withRefunds = (...items: RefundView[]): PaymentView => ({
  ...paymentView('a', { state: 'confirmed' }),
  refunds: { received: paisa(950_000), refundable: paisa(900_000), channels: ['manual'], items },
})

const AT = '2026-12-01T04:15:00.000Z'
export const decidedBy = (by: string, label = 'Approved a payment') => ({ label, by, at: AT, reason: null })
