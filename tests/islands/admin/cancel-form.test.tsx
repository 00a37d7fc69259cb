import { expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { CancelForm, RejectForm } from '#islands/admin/bookings/CancelForm.tsx'
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
const SITA = { email: 'sita@example.com', phone: '+9779841234567' }
const MEMBERSHIP = { membershipId: 'm', status: 'active', endDate: '2027-01-10' } as const
const says = async (
  payments: BookingDetail['payments'],
  kept: number,
  membership: BookingDetail['membership'] = null,
  contact = SITA,
) => {
  const cancellation = { freeUntil: '2026-12-09T00:15:00.000Z', refund: kept, kept, guarantee: false }
  const detail = { cancellation, payments, membership, ...contact }
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

const WALKED_IN = { ...SITA, email: '' }
const TO_CALL = 'There is no email address: call the customer at +9779841234567.'

test('a mail is promised only to a customer with an address; the others are to be called', async () => {
  expect(await says([], 0)).toContain('The customer gets a mail.')
  const walkedIn = await says([], 0, null, WALKED_IN)
  expect(walkedIn).toContain(TO_CALL)
  expect(walkedIn).not.toContain('gets a mail')
  const rejecting = async (detail: typeof SITA) =>
    (await mount(<RejectForm detail={detail} done={() => undefined} />)).element.textContent
  expect(await rejecting(SITA)).toContain('The customer reads this in a mail.')
  expect(await rejecting(WALKED_IN)).toContain(TO_CALL)
})
