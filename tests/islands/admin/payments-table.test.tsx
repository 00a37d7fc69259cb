import { expect, test } from 'vitest'
import { npr, paisa } from '#domain/money.ts'
import { PaymentsTable } from '#islands/admin/payments/PaymentsTable.tsx'
import { paymentView } from '../../support/payment-view.ts'
import { mount, textsOf } from '../booking/mount.ts'

test('the list of all payments shows a refund that is due beside the payment’s status', async () => {
  const { payment } = paymentView('p')
  const rows = [{ ...payment, state: 'confirmed' as const, refundDue: paisa(50_000), reconciledAt: '2026-12-01' }]
  const { element } = await mount(<PaymentsTable rows={rows} methods={{}} selectedId={undefined} busy={false} />)
  expect(textsOf(element, '.tag')).toEqual(['Paid', `Refund due: ${npr(paisa(50_000))}`])
})
