import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { day, time } from '../../domain/business.ts'
import { BOOKING_ID, errorResponse, type Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { bookingView, changeView } from '../../support/booking-view.ts'
import { finishLoading, openYourBooking, pageHeading, pageText } from '../../support/your-booking.tsx'
import { click, findButton, getField, type } from '../booking/mount.ts'

const READ = `GET /api/bookings/${BOOKING_ID}`
const PREVIEW = `GET /api/bookings/${BOOKING_ID}/move?startDate=2026-12-20`
const MOVE = `POST /api/bookings/${BOOKING_ID}/move`
const DROP = `DELETE /api/bookings/${BOOKING_ID}/move`
const ACTION = { until: '2026-12-09T00:15:00.000Z', left: 2, earliest: '2026-12-03', latest: '2027-02-08' }
const PLANNED = {
  ...{ startDate: '2026-12-20', endDate: '2026-12-20', startTime: null, endTime: null },
  ...{
    closedDays: [] as { from: string; to: string; reason: string }[],
    free: 3,
    seats: 1,
    isCheaper: false,
    difference: 0,
    isFinal: false,
  },
}

const PAYMENT = {
  ...{ paymentId: 'payment-2-00000000', method: 'esewa' as const, amount: paisa(19_000), fee: paisa(0) },
  ...{ transactionId: null, createdAt: '2026-12-03T07:20:00.000Z', receiptAt: null },
}

let visitor: Payer

const open = async (booking: Partial<BookingView>, path?: string) => {
  visitor = await openYourBooking(booking, path ? { path } : {})
}
const button = (name: string) => findButton(document.body, name)

async function choose(preview: Partial<typeof PLANNED> = {}): Promise<void> {
  visitor.server.overrides[PREVIEW] = () => ({ status: 200, body: { ...PLANNED, ...preview } })
  await openForm()
  await type(getField(document.body, '#move-start'), '2026-12-20')
  await act(waitForRequests)
}

async function openForm(): Promise<void> {
  await click(button('Move to another day'))
  await finishLoading()
}

test('warns before a move that ends free cancellation', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  await choose({ isFinal: true })
  expect(pageText()).toContain('After this move you cannot move again or get a refund.')
})

test('says how often and until when the booking can be moved', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  await choose()
  expect(pageText()).toContain('You can move this booking online twice, until 9 Dec 2026, 06:00 (Kathmandu time).')
  expect(pageText()).toContain('Your new day: 20 Dec 2026')
  expect(pageText()).not.toContain('cost less')
  const field = getField(document.body, '#move-start')
  expect([field.min, field.max]).toEqual([ACTION.earliest, ACTION.latest])
  const moved = bookingView({ startDate: '2026-12-20', endDate: '2026-12-20' })
  visitor.server.overrides[MOVE] = () => ({ status: 200, body: { booking: moved, change: null } })
  await click(button('Move my booking'))
  await act(waitForRequests)
  expect(pageText()).toContain('Your booking has moved to the dates above.')
  expect(pageText()).toContain('See you on Sunday, 20 Dec 2026.')
})

test('says before a move to cheaper dates that nothing is refunded', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  await choose({ isCheaper: true })
  expect(pageText()).toContain('The new dates cost less, and the difference is not refunded.')
})

test('says before what dearer dates cost and how long they are held', async () => {
  await open({ actions: { ...bookingView().actions, move: { ...ACTION, left: 1 } } })
  await choose({ difference: 20_000 })
  expect(pageText()).toContain('online once more, until')
  expect(pageText()).toContain('These dates cost NPR 200 more. We hold them for 30 minutes while you pay')
  expect(button('Continue to pay NPR\u00a0200')).not.toBeNull()
})

test('names no number of moves for a booking that can be moved without a limit', async () => {
  await open({ actions: { ...bookingView().actions, move: { ...ACTION, left: null } } })
  await choose()
  expect(pageText()).toContain('You can move this booking online until 9 Dec 2026, 06:00 (Kathmandu time).')
  expect(pageText()).not.toContain('Date changes left')
})

test('says how many seats a team needs', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  await choose({ free: 3, seats: 5 })
  expect(pageText()).toContain('Fewer than 5 seats are left on these dates.')
  expect(button('Move my booking')).toBeNull()
})

test('names the closed days among the new ones', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  await choose({ closedDays: [{ from: '2026-12-24', to: '2026-12-24', reason: 'Staff day' }] })
  expect(pageText()).toContain('Closed on some of these days: 24 Dec 2026 (Staff day).')
})

test('shows in a calendar which days are free, counting the seats of the booking itself as free', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  const { startDate } = bookingView()
  const days = [startDate, '2026-12-20', '2026-12-21'].map((date) => ({ date, seats: 40, taken: 40 }))
  const read = vi.fn(() => ({ status: 200, body: { locationId: 'dhobighat-hub', days } }))
  visitor.server.overrides['GET /api/availability?location=dhobighat-hub&from=2026-12-03&to=2027-01-31'] = read
  visitor.server.overrides[PREVIEW] = () => ({ status: 200, body: PLANNED })
  await openForm()
  const find = (date: string) => document.querySelector<HTMLButtonElement>(`[data-day="${date}"] button`)
  expect(read).toHaveBeenCalledOnce()
  expect(find(startDate)?.getAttribute('aria-label')).not.toContain('no seats left')
  expect(find('2026-12-21')?.getAttribute('aria-label')).toContain('no seats left')
  await act(async () => find('2026-12-20')?.click())
  await act(waitForRequests)
  expect(getField(document.body, '#move-start').value).toBe('2026-12-20')
  expect(pageText()).toContain('Your new day: 20 Dec 2026')
})

test('names the days as dates for a longer plan', async () => {
  await open({ planId: 'professional', actions: { ...bookingView().actions, move: ACTION } })
  expect(button('Move to other dates')).not.toBeNull()
  expect(button('Move to another day')).toBeNull()
})

test('offers no move to full dates, and keeps the booking on request', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  await choose({ free: 0 })
  expect(pageText()).toContain('No seats are left on these dates.')
  expect(button('Move my booking')).toBeNull()
  await click(button('Do not move'))
  expect(document.querySelector('#move-start')).toBeNull()
  expect(document.activeElement).toBe(button('Move to another day'))
})

test('shows that the booking was cancelled on another device', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  await choose()
  visitor.server.overrides[MOVE] = () => ({
    status: 409,
    body: { error: { code: 'wrong_state', message: 'Too late' } },
  })
  visitor.server.overrides[READ] = () => ({ status: 200, body: bookingView({ status: 'cancelled' }) })
  await click(button('Move my booking'))
  await act(waitForRequests)
  expect(pageText()).toContain('This booking was cancelled')
  expect(button('Move my booking')).toBeNull()
})

test('reads a booking again that was cancelled before other dates are chosen', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  visitor.server.overrides[PREVIEW] = () => errorResponse(409, 'wrong_state')
  visitor.server.overrides[READ] = () => ({ status: 200, body: bookingView({ status: 'cancelled' }) })
  await openForm()
  await type(getField(document.body, '#move-start'), '2026-12-20')
  await act(waitForRequests)
  expect(pageHeading()?.textContent).toBe('This booking was cancelled')
  expect(document.querySelector('#move-start')).toBeNull()
})

test('moves the focus to the heading after the last move, and says that it was the last', async () => {
  await open({ actions: { ...bookingView().actions, move: { ...ACTION, left: 1 } } })
  await choose()
  visitor.server.overrides[MOVE] = () => ({ status: 200, body: { booking: bookingView(), change: null } })
  button('Move my booking')?.focus()
  await click(button('Move my booking'))
  await act(waitForRequests)
  expect(document.activeElement).toBe(pageHeading())
  expect(pageText()).toContain('You cannot move it online again.')
})

test.each([
  ['before', [], true],
  ['after a move was paid', [{ ...bookingView().history[0], purpose: 'difference' }], false],
])('says that new dates are held once only %s', async (_, paid, isSaid) => {
  const history = [...bookingView().history, ...paid] as BookingView['history']
  await open({ history, actions: { ...bookingView().actions, move: ACTION } })
  await choose({ difference: 20_000 })
  expect(pageText().includes('We can hold new dates for you once.')).toBe(isSaid)
})

test.each([
  ['2026-12-10', '1 room reservation is released and 1 announced guest is cancelled. The hours and guest days return'],
  // The room is over, and the guest remains.
  ['2026-12-02', undefined],
])('names before a move what is released and cancelled of rooms and guests on %s', async (date, releases) => {
  const room = { reservationId: 'r1', roomId: 'walnut-room', roomName: 'Walnut room', canCancel: true }
  const list = [{ ...room, date: day(date), start: time('10:00'), end: time('12:00') }]
  const rooms = { list, balance: { included: [], bought: 0 }, until: null }
  const guest = { guestId: 'g1', date: day(releases ? date : '2026-12-20'), name: '', canCancel: true }
  const guests = { list: [guest], included: [], bought: 0, canAdd: true }
  await open({ rooms, guests, actions: { ...bookingView().actions, move: ACTION } })
  await choose()
  if (releases) expect(pageText()).toContain(releases)
  else expect(pageText()).not.toMatch(/released|cancelled/)
})

test('shows the reason beside the date', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  visitor.server.overrides[PREVIEW] = () => ({
    status: 422,
    body: { error: { code: 'invalid', fields: { startDate: 'Choose another day' } } },
  })
  await openForm()
  const field = getField(document.body, '#move-start')
  await type(field, '2026-12-20')
  await act(waitForRequests)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById('move-start-error')?.textContent).toBe('Choose another day')
})

test('shows a move that is not paid, until when it is held, and its payment', async () => {
  await open({ change: changeView(), actions: { ...bookingView().actions, move: ACTION } })
  expect(pageText()).toContain('Your new dates are not paid yet')
  expect(pageHeading()?.textContent).toBe('Your new dates are not paid yet')
  expect(pageText()).toContain('They cost NPR 200 more.')
  expect(pageText()).toContain('until 3 Dec 2026, 13:45 (Kathmandu time).')
  expect(button('Pay NPR\u00a0200')).not.toBeNull()
  expect(button('Move to another day')).toBeNull()
})

test('does not offer a number of moves while new dates are held', async () => {
  await open({ actions: { ...bookingView().actions, move: ACTION } })
  expect(pageText()).toContain('Date changes left2, until 9 Dec 2026, 06:00')
  await open({ change: changeView(), actions: { ...bookingView().actions, move: ACTION } })
  expect(pageText()).not.toContain('Date changes left')
})

test('keeps the old dates instead of new ones that are not paid, after saying what that means', async () => {
  await open({ change: changeView(), actions: { ...bookingView().actions, move: ACTION } })
  expect(pageText()).toContain('If you keep your old dates, we release the new ones at once.')
  expect(pageText()).toContain('Your confirmed datesDate')
  visitor.server.overrides[DROP] = () => ({ status: 200, body: bookingView() })
  button('Keep my old dates')?.focus()
  await click(button('Keep my old dates'))
  await finishLoading()
  expect(pageText()).toContain('Your booking keeps its dates.')
  expect(button('Keep my old dates')).toBeNull()
  expect(document.activeElement).toBe(pageHeading())
})

test('shows why the old dates cannot be kept, and keeps the choice when the server does not respond', async () => {
  await open({ change: changeView() })
  visitor.server.overrides[DROP] = () => 'unreachable'
  await click(button('Keep my old dates'))
  await finishLoading()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('We could not reach the server.')
  expect(button('Keep my old dates')).not.toBeNull()
})

test('offers only the payment of new dates once it has started', async () => {
  await open({ change: changeView({ payments: [{ ...PAYMENT, state: 'pending' }] }) })
  expect(button('Keep my old dates')).toBeNull()
  expect(button('Pay NPR\u00a0200')).not.toBeNull()
  expect(pageText()).toContain('If it does not arrive in time, we release the new dates.')
})

test('does not ask to pay again while staff compare a different amount', async () => {
  await open({ change: changeView({ payments: [{ ...PAYMENT, state: 'mismatch' }] }) })
  expect(pageText()).toContain('Please do not pay again.')
  expect(button('Pay NPR\u00a0200')).toBeNull()
})

test('offers nothing when the booking cannot be moved', async () => {
  await open({})
  expect(button('Move to another day')).toBeNull()
})

test('shows the result of a payment', async () => {
  await open({}, '/your-booking#expired')
  expect(pageText()).toContain('Your booking has not moved.')
})
