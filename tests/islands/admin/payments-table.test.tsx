import { expect, test } from 'vitest'
import type { ListedPayment } from '#contract/admin/payments.ts'
import { npr, paisa } from '#domain/money.ts'
import { PaymentsTable } from '#islands/admin/payments/PaymentsTable.tsx'
import { paymentView } from '../../support/payment-view.ts'
import { mount, textsOf } from '../booking/mount.ts'

test('the list of all payments shows what was received of what was due where they differ', async () => {
  const { payment } = paymentView('p')
  const due: ListedPayment = { ...payment, amount: paisa(960_000), received: null, reviewReasons: [] }
  const rows: ListedPayment[] = [
    due,
    { ...due, paymentId: 'q', state: 'confirmed', received: due.amount },
    { ...due, paymentId: 'r', state: 'mismatch', received: paisa(959_900) },
  ]
  const { element } = await mount(<PaymentsTable rows={rows} methods={{}} selectedId={undefined} busy={false} />)
  const amounts = [npr(due.amount), npr(due.amount), `${npr(paisa(959_900))} of 9,600`]
  expect(textsOf(element, '.cell-amount')).toEqual(amounts)
})

test('the list of all payments has one tag for what staff must do, and the rest as text', async () => {
  const { payment } = paymentView('p')
  const paid: ListedPayment = { ...payment, state: 'confirmed', reconciledAt: '2026-12-01', reviewReasons: [] }
  const rows: ListedPayment[] = [
    { ...paid, refundDue: paisa(50_000), reviewReasons: ['refund_due', 'paid_twice'] },
    { ...paid, paymentId: 'q', unpaidCash: paisa(20_000), reviewReasons: ['cash_refund'] },
    { ...paid, paymentId: 'r', state: 'mismatch', reviewReasons: ['mismatch'] },
    { ...paid, paymentId: 's', state: 'pending', reviewReasons: ['receipt'] },
    { ...paid, paymentId: 't' },
  ]
  const { element } = await mount(<PaymentsTable rows={rows} methods={{}} selectedId={undefined} busy={false} />)
  expect(textsOf(element, '.cell-status')).toEqual([
    `Refund due: ${npr(paisa(50_000))}Paid, paid twice`,
    `Cash to pay out: ${npr(paisa(20_000))}Paid`,
    'Amount differs',
    'Receipt to verify',
    'Paid',
  ])
  expect(textsOf(element, '.tag')).toHaveLength(rows.length)
})

test('the list of all payments names the day of the money if it came on another day', async () => {
  const { payment } = paymentView('p', { receivedAt: '2026-12-03T04:15:00.000Z' })
  const rows: ListedPayment[] = [
    { ...payment, reviewReasons: [] },
    { ...payment, paymentId: 'q', receivedAt: payment.createdAt, reviewReasons: [] },
  ]
  const { element } = await mount(<PaymentsTable rows={rows} methods={{}} selectedId={undefined} busy={false} />)
  expect(textsOf(element, '.cell-more.right').slice(1)).toEqual(['1 Dec, 10:00Paid 3 Dec, 10:00', '1 Dec, 10:00'])
})
