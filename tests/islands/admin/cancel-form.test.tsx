import { expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking.ts'
import { CancelForm } from '#islands/admin/bookings/CancelForm.tsx'
import { mount } from '../booking/mount.ts'

const PAYMENT: BookingDetail['payments'][number] = {
  paymentId: 'p',
  method: 'stripe',
  state: 'mismatch',
  amount: 950_000,
  fee: 0,
  received: null,
  refunded: 0,
  transactionId: null,
  reason: 'Stripe names another payment',
  createdAt: '2026-12-01T04:15:00.000Z',
  receipts: [],
}
const MEMBERSHIP = { membershipId: 'm', status: 'active', endDate: '2027-01-10' } as const
const says = async (
  payments: BookingDetail['payments'],
  kept: number,
  membership: BookingDetail['membership'] = null,
) => {
  const cancellation = { freeUntil: '2026-12-09T00:15:00.000Z', refund: kept, kept, guarantee: false }
  const detail = { cancellation, payments, membership }
  return (await mount(<CancelForm detail={detail} done={() => undefined} />)).element.textContent
}

test('before a cancellation is said what goes back, and where nobody knows yet what came', async () => {
  expect(await says([], 0)).toContain('Nothing was paid, so nothing goes back.')
  const unknown = await says([PAYMENT], 0)
  expect(unknown).toContain('what came with it is not known')
  expect(unknown).not.toContain('Nothing was paid')
  const both = await says([PAYMENT, { ...PAYMENT, state: 'confirmed', received: 950_000 }], 950_000)
  expect(both).toContain('what came with it is not known')
  expect(both).toMatch(/9,500 goes back: all that was paid/)
  expect(await says([{ ...PAYMENT, received: 949_900 }], 949_900)).not.toContain('not known')
})

test('of a membership is spoken where there is one', async () => {
  expect(await says([], 0)).not.toContain('membership')
  expect(await says([], 0, MEMBERSHIP)).toContain('The membership that came with it ends.')
})
