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

test('the list of all payments shows each reason for a review once, beside the payment’s status', async () => {
  const { payment } = paymentView('p')
  const paid: ListedPayment = { ...payment, state: 'confirmed', reconciledAt: '2026-12-01', reviewReasons: [] }
  const rows: ListedPayment[] = [
    { ...paid, refundDue: paisa(50_000), reviewReasons: ['refund_due', 'paid_twice'] },
    { ...paid, paymentId: 'q', unpaidCash: paisa(20_000), reviewReasons: ['cash_refund'] },
    { ...paid, paymentId: 'r', state: 'mismatch', reviewReasons: ['mismatch'] },
  ]
  const { element } = await mount(<PaymentsTable rows={rows} methods={{}} selectedId={undefined} busy={false} />)
  expect(textsOf(element, '.tag')).toEqual([
    'Paid',
    `Refund due: ${npr(paisa(50_000))}`,
    'Paid twice',
    'Paid',
    `Cash to pay out: ${npr(paisa(20_000))}`,
    'Amount differs',
  ])
})
