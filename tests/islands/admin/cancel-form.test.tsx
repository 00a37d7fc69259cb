import { expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { paisa } from '#domain/money.ts'
import { CancelForm, RejectForm } from '#islands/admin/bookings/CancelForm.tsx'
import { day, time } from '../../domain/business.ts'
import { withTab } from '../../stores/admin/staff-tab.ts'
import { mount } from '../booking/mount.ts'

withTab()

const PAYMENT: BookingDetail['payments'][number] = {
  paymentId: 'p',
  purpose: 'booking',
  method: 'stripe',
  state: 'mismatch',
  amount: paisa(950_000),
  fee: paisa(0),
  received: null,
  refunded: paisa(0),
  refundDue: paisa(0),
  transactionId: null,
  reason: 'Stripe returned another payment',
  createdAt: '2026-12-01T04:15:00.000Z',
  receipts: [],
}
const SITA: Pick<BookingDetail, 'customerName' | 'email' | 'phone' | 'timeline'> = {
  customerName: 'Sita Rai',
  email: 'sita@example.com',
  phone: '+9779841234567',
  timeline: [],
}
const MEMBERSHIP = { membershipId: 'm', status: 'active', endDate: day('2027-01-10'), isRenewal: false } as const
const TERMS = { freeUntil: '2026-12-09T00:15:00.000Z', guarantee: false, isClosedDay: false }
const getFormText = async (
  payments: BookingDetail['payments'],
  amount: number,
  membership: BookingDetail['membership'] = null,
  contact = SITA,
) => {
  const paid = paisa(amount)
  const cancellation = { ...TERMS, refund: paid, paid }
  const detail = { cancellation, payments, membership, ...contact }
  return (await mount(<CancelForm detail={detail} done={() => undefined} />)).element.textContent
}

test('the cancellation form states the refund, or that the amount received is unknown', async () => {
  expect(await getFormText([], 0)).toContain('Nothing was paid, so there is no refund.')
  const unknown = await getFormText([PAYMENT], 0)
  expect(unknown).toContain('the amount received is unknown')
  expect(unknown).not.toContain('Nothing was paid')
  const both = await getFormText([PAYMENT, { ...PAYMENT, state: 'confirmed', received: paisa(950_000) }], 950_000)
  expect(both).toContain('the amount received is unknown')
  expect(both).toMatch(/Refund of NPR.9,500: the full amount/)
  expect(both).toContain('Send the refund from the payment.')
  expect(await getFormText([{ ...PAYMENT, received: paisa(949_900) }], 949_900)).not.toContain('is unknown')
})

test('the cancellation form of a pass for a closed day names the closed day, not a date', async () => {
  const cancellation = { ...TERMS, isClosedDay: true, refund: paisa(85_000), paid: paisa(85_000) }
  const detail = { cancellation, payments: [], membership: null, ...SITA }
  const { element } = await mount(<CancelForm detail={detail} done={() => undefined} />)
  expect(element.textContent).toContain('the full amount, because we are closed on this day.')
  expect(element.textContent).not.toContain('9 Dec')
})

test('the cancellation form mentions a membership only when there is one', async () => {
  expect(await getFormText([], 0)).not.toContain('membership')
  expect(await getFormText([], 0, MEMBERSHIP)).toContain('Its membership ends unless it was renewed.')
  const renewed = { ...MEMBERSHIP, isRenewal: true }
  expect(await getFormText([], 0, renewed)).toContain('Its days are removed from the membership.')
})

test('the cancellation form names the rooms, guests and bought hours that the booking loses', async () => {
  const cancellation = { ...TERMS, refund: paisa(0), paid: paisa(1) }
  const room = { reservationId: 'r1', roomId: 'r', roomName: 'Walnut room', canCancel: true }
  const list = [{ ...room, date: day('2099-12-20'), start: time('10:00'), end: time('12:00') }]
  const detail = {
    ...{ cancellation, payments: [], membership: null, ...SITA },
    rooms: { list, balance: { included: [], bought: 90 }, until: null },
    guests: { list: [], included: [], bought: 0, canAdd: true },
  }
  const { element } = await mount(<CancelForm detail={detail} done={() => undefined} />)
  expect(element.textContent).toContain('1 room reservation is released. Nothing is refunded for 1.5 bought hours')
  expect(element.textContent).not.toContain('Send the refund')
})

const WALK_IN = { ...SITA, email: '' }
const TO_CALL = 'There is no email address: call the customer at +9779841234567.'

test('an email is promised only to a customer with an address, and otherwise staff are instructed to call', async () => {
  expect(await getFormText([], 0)).toContain('The customer gets an email.')
  const walkInText = await getFormText([], 0, null, WALK_IN)
  expect(walkInText).toContain(TO_CALL)
  expect(walkInText).not.toContain('gets an email')
  const getRejectFormText = async (detail: typeof SITA) =>
    (await mount(<RejectForm detail={detail} done={() => undefined} />)).element.textContent
  expect(await getRejectFormText(SITA)).toContain('The customer receives this in an email.')
  expect(await getRejectFormText(WALK_IN)).toContain(TO_CALL)
})

test.each([
  ['2026-12-01T03:50:00.000Z', 'arrival_marked', true],
  ['2026-11-30T03:50:00.000Z', 'arrival_marked', false],
  ['2026-12-01T03:50:00.000Z', 'arrival_taken_back', false],
] as const)('the cancellation form names a guest of %s with %s: %s', async (at, action, isNamed) => {
  const event = { kind: 'audit', at, action, by: 'Asha Rai', before: null, after: null, reason: null } as const
  const text = await getFormText([], 0, null, { ...SITA, timeline: [event] })
  expect(text?.includes('Sita Rai has been checked in since 09:35.')).toBe(isNamed)
})
