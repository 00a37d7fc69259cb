import { expect, test } from 'vitest'
import { npr, paisa } from '#domain/money.ts'
import { PaymentsTable } from '#islands/admin/payments/PaymentsTable.tsx'
import { paymentView } from '../../support/payment-view.ts'
import { mount, textsOf } from '../booking/mount.ts'

test('the list of all payments shows a refund that is due, or the cash to pay out first, beside the payment’s status', async () => {
  const { payment } = paymentView('p')
  const due = { ...payment, state: 'confirmed' as const, refundDue: paisa(50_000), reconciledAt: '2026-12-01' }
  const rows = [due, { ...due, paymentId: 'q', unpaidCash: paisa(20_000) }]
  const { element } = await mount(<PaymentsTable rows={rows} methods={{}} selectedId={undefined} busy={false} />)
  expect(textsOf(element, '.tag')).toEqual([
    'Paid',
    `Refund due: ${npr(paisa(50_000))}`,
    'Paid',
    `Cash to pay out: ${npr(paisa(20_000))}`,
  ])
})
