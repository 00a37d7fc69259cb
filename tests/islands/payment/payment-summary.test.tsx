import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { PaymentSummary } from '#islands/payment/PaymentSummary.tsx'
import { SelectMethod } from '#islands/payment/SelectMethod.tsx'
import { $booking } from '#stores/payment/booking.ts'
import { day, time } from '../../domain/business.ts'
import { bookingView, changeView } from '../../support/booking-view.ts'
import { mount, textsOf } from '../booking/mount.ts'

const ROOM = { roomId: 'walnut-room', roomName: 'Walnut room', date: day('2026-12-10'), canCancel: true }
const roomAt = (start: string, end: string) => ({ ...ROOM, reservationId: start, start: time(start), end: time(end) })

async function getSummary(list: NonNullable<BookingView['rooms']>['list'], over: Partial<BookingView> = {}) {
  const rooms = { list, balance: { included: [], bought: 0 }, until: null }
  act(() => $booking.set(bookingView({ status: 'held', rooms, ...over })))
  return (await mount(<PaymentSummary />)).element.textContent
}
afterEach(() => act(() => $booking.set(null)))

test('names the rooms and times of a day pass', async () => {
  expect(await getSummary([roomAt('10:00', '12:00')])).toContain('RoomWalnut room, 10:00–12:00')
  const both = await getSummary([roomAt('10:00', '12:00'), roomAt('15:00', '16:00')])
  expect(both).toContain('RoomsWalnut room, 10:00–12:00; Walnut room, 15:00–16:00')
})

test('names no room of a day pass without one, or of a longer plan', async () => {
  expect(await getSummary([])).not.toContain('Room')
  expect(await getSummary([roomAt('10:00', '12:00')], { endDate: '2027-01-09' })).not.toContain('Walnut room')
})

test('says before the payment until when it is refunded and that it does not renew, but not for a change', async () => {
  const terms = 'Full refund until 9 Dec 2026, 06:00. Paid once: it does not renew.'
  const cancel = { refund: paisa(0), freeUntil: '2026-12-09T00:15:00.000Z', needsAccount: false, from: 'now' } as const
  const held = bookingView({ status: 'held' })
  const cancellable = { ...held, actions: { ...held.actions, cancel } }
  act(() => $booking.set(cancellable))
  const { element } = await mount(<SelectMethod methods={[]} debug={null} />)
  expect(element.textContent).toContain(terms)
  act(() => $booking.set({ ...cancellable, change: changeView() }))
  expect(element.textContent).not.toContain(terms)
})

test('names the methods that cannot pay for a change in one line', async () => {
  const change = changeView({ kind: 'hours', minutes: 60 })
  act(() => $booking.set(bookingView({ change, methods: change.methods })))
  const method = { description: '', feeText: '', processingTime: '', popular: false }
  const methods = change.methods.map(({ id }) => ({ ...method, id, name: id }))
  const { element } = await mount(<SelectMethod methods={methods} debug={null} />)
  expect(textsOf(element, 'label b').filter(Boolean)).toEqual(['esewa', 'khalti', 'stripe'])
  expect(element.textContent.match(/Changes of a booking can only be paid/g)).toHaveLength(1)
})
