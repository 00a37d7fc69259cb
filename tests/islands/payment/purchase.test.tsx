import { beforeAll, expect, test } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { bookingView, changeView } from '../../support/booking-view.ts'
import { openYourBooking, pageText } from '../../support/your-booking.tsx'
import { findButton } from '../booking/mount.ts'

// Loads lazy parts first, so that none arrives during a later test.
beforeAll(() => import('#islands/payment/your-booking/Move.tsx'))

const MOVE = { until: '2026-12-09T00:15:00.000Z', left: 2, earliest: '2026-12-03', latest: '2027-02-08' }
const PAYMENT = {
  ...{ paymentId: 'payment-2-00000000', method: 'esewa' as const, amount: paisa(160_000), fee: paisa(0) },
  ...{ transactionId: null, createdAt: '2026-12-03T07:20:00.000Z', receiptAt: null },
}

const purchase = (over: Partial<NonNullable<BookingView['change']>> = {}) =>
  changeView({ kind: 'hours', minutes: 120, amount: paisa(160_000), ...over })
const button = (name: string) => findButton(document.body, name)

test('shows room hours that are not paid beside the move to other dates', async () => {
  await openYourBooking({ change: purchase(), actions: { ...bookingView().actions, move: MOVE } })
  expect(pageText()).toContain('Your meeting-room hours are not paid yet')
  expect(pageText()).toContain('We add 2 meeting-room hours to your booking when you have paid.')
  expect(pageText()).toContain('You can pay until 3 Dec 2026, 13:45 (Kathmandu time).')
  expect(button('Pay NPR\u00a01,600')).not.toBeNull()
  expect(button('Move to another day')).not.toBeNull()
})

test('says that a started payment of room hours may arrive too late', async () => {
  await openYourBooking({ change: purchase({ payments: [{ ...PAYMENT, state: 'pending' }] }) })
  expect(pageText()).toContain('If it does not arrive in time, no hours are added.')
})

test('does not ask to pay room hours again while staff compare a different amount', async () => {
  await openYourBooking({ change: purchase({ payments: [{ ...PAYMENT, state: 'mismatch' }] }) })
  expect(pageText()).toContain('The payment for 2 meeting-room hours has a different amount.')
  expect(button('Pay NPR\u00a01,600')).toBeNull()
})

test('lists paid room hours in the price and the history', async () => {
  const [booked] = bookingView().history
  const paid = { ...booked, purpose: 'hours', method: 'esewa', amount: paisa(160_000), fee: paisa(0) }
  await openYourBooking({ history: [booked, paid] as BookingView['history'] })
  expect(pageText()).toContain('Extra meeting-room hoursNPR 1,600')
  expect(pageText()).toContain('TotalNPR2,127.50')
  expect(pageText()).toContain('Paid: meeting-room hours')
})

test.each([
  ['#hours-applied', 'Your meeting-room hours are added'],
  ['#hours-expired', 'No meeting-room hours were added.'],
])('shows the result of their payment (%s)', async (hash, expected) => {
  await openYourBooking({}, { path: `/your-booking${hash}` })
  expect(pageText()).toContain(expected)
})
