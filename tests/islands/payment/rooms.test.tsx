import { act } from 'react'
import { expect, test } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { day, time } from '../../domain/business.ts'
import { BOOKING_ID, errorResponse, type Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { bookingView, changeView } from '../../support/booking-view.ts'
import { openYourBooking, pageText } from '../../support/your-booking.tsx'
import { click, findButton, textsOf } from '../booking/mount.ts'

const PATH = `/api/bookings/${BOOKING_ID}/rooms`
type Rooms = NonNullable<BookingView['rooms']>

const reservation = (over: Partial<Rooms['list'][number]> = {}): Rooms['list'][number] => ({
  reservationId: 'room-1',
  roomId: 'walnut-room',
  roomName: 'Walnut room',
  date: day('2026-12-10'),
  start: time('10:00'),
  end: time('12:00'),
  canCancel: true,
  ...over,
})

/** A month at a hot desk from 1 December 2026, read on 3 December. */
const withRooms = (over: Partial<Rooms> = {}, booking: Partial<BookingView> = {}) =>
  bookingView({
    planId: 'professional',
    startDate: '2026-12-01',
    endDate: '2027-01-31',
    rooms: {
      list: [],
      balance: {
        included: [
          { from: day('2026-12-01'), to: day('2026-12-31'), minutes: 480, left: 390 },
          { from: day('2027-01-01'), to: day('2027-01-31'), minutes: 480, left: 0 },
        ],
        bought: 0,
      },
      until: day('2027-01-02'),
      ...over,
    },
    ...booking,
  })

let visitor: Payer

async function open(booking: BookingView, free = [{ start: time('09:00'), end: time('11:00') }]) {
  visitor = await openYourBooking(booking)
  await setFree(free)
}

async function setFree(free: { start: string; end: string }[]) {
  const room = { id: 'walnut-room', name: 'Walnut room', seats: 8, pricePerHour: paisa(80_000), free }
  for (const date of ['2026-12-03', '2026-12-04', '2027-01-01'])
    visitor.server.overrides[`GET /api/rooms/availability?location=dhobighat-hub&date=${date}`] = () => ({
      status: 200,
      body: { rooms: [room, { ...room, id: 'window-room', name: 'Window room', seats: 4, free: [] }] },
    })
}

const press = async (name: string) => {
  await click(findButton(document.body, name))
  await act(waitForRequests)
}
const section = () => document.querySelector('section[aria-labelledby="rooms"]')
const times = () => textsOf(document.body, '#room-time option:not([value=""])').map((text) => text.slice(0, 5))
const chooseTime = (start: string) => select('room-time', start)
async function select(id: string, value: string) {
  const field = document.querySelector<HTMLSelectElement>(`#${id}`)
  await act(async () => {
    if (!field) throw new Error(`no field ${id}`)
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await act(waitForRequests)
}

test('the page shows the hours that are left and the reservations that are not over', async () => {
  const past = reservation({ reservationId: 'room-0', date: day('2026-12-02') })
  await open(withRooms({ list: [past, reservation()] }))
  expect(section()?.textContent).toContain(
    '6.5 of 8 included hours left until 31 Dec 2026. 0 of 8 included hours left from 1 Jan 2027 to 31 Jan 2027.',
  )
  expect(textsOf(document.body, 'section[aria-labelledby="rooms"] li b')).toEqual([
    'Thursday, 10 Dec 2026, 10:00–12:00',
  ])
})

test('the page names bought hours, and has no rooms without hours or outside of 30 days', async () => {
  const none = { list: [], balance: { included: [], bought: 0 } }
  await open(withRooms({ ...none, balance: { included: [], bought: 90 } }))
  expect(section()?.textContent).toContain('1.5 bought hours left.')
  await open(withRooms(none))
  expect(section()).toBeNull()
  const included = [{ from: day('2027-02-01'), to: day('2027-02-28'), minutes: 480, left: 480 }]
  await open(
    withRooms(
      { list: [], balance: { included, bought: 0 }, until: null },
      { startDate: '2027-02-01', endDate: '2027-02-28' },
    ),
  )
  expect(section()?.textContent).toContain(
    'You can book meeting rooms from 2 Jan 2027. 8 of 8 included hours left until 28 Feb 2027.',
  )
  expect(findButton(document.body, 'Book a room')).toBeNull()
  await open(bookingView())
  expect(section()).toBeNull()
})

test('a room is booked at a free time of the chosen length', async () => {
  await open(withRooms())
  await press('Book a room')
  expect(document.activeElement?.id).toBe('room-date')
  expect(times()).toEqual(['09:00', '09:30', '10:00'])
  expect(pageText()).toContain('Window room4 seats. Not free for this long on this day.')
  await select('room-length', '90')
  expect(times()).toEqual(['09:00', '09:30'])
  await press('Book a time')
  expect(pageText()).toContain('Choose a time.')
  await chooseTime('09:30')
  visitor.server.overrides[`POST ${PATH}`] = () => ({
    status: 200,
    body: withRooms({ list: [reservation({ date: day('2026-12-03'), start: time('09:30'), end: time('11:00') })] }),
  })
  await press('Book Walnut room, 09:30–11:00')
  expect(visitor.server.requestsTo(/^POST/)).toMatchObject([
    { call: `POST ${PATH}`, body: { roomId: 'walnut-room', date: '2026-12-03', start: '09:30', end: '11:00' } },
  ])
  expect(pageText()).toContain('Walnut room is booked: Thursday, 3 Dec 2026, 09:30–11:00.')
  expect(document.activeElement?.textContent).toBe('Book a room')
  expect(section()?.querySelector('form')).toBeNull()
})

test('the heading has the focus after the last hours were used', async () => {
  await open(withRooms({ balance: { included: [], bought: 60 } }))
  await press('Book a room')
  await chooseTime('10:00')
  const last = reservation({ date: day('2026-12-04'), start: time('10:00'), end: time('11:00') })
  visitor.server.overrides[`POST ${PATH}`] = () => ({
    status: 200,
    body: withRooms({ list: [last], balance: { included: [], bought: 0 } }),
  })
  await press('Book Walnut room, 10:00–11:00')
  expect(findButton(document.body, 'Book a room')).toBeNull()
  expect(document.activeElement?.id).toBe('rooms')
})

test('a room that was booked by someone else is explained, and the free times are read again', async () => {
  await open(withRooms())
  await press('Book a room')
  await chooseTime('09:00')
  const message = 'Walnut room is not free at this time. Free on 3 Dec 2026: 10:00–11:00.'
  visitor.server.overrides[`POST ${PATH}`] = () => errorResponse(409, 'sold_out', { message })
  await setFree([{ start: '10:00', end: '11:00' }])
  await press('Book Walnut room, 09:00–10:00')
  expect(pageText()).toContain(message)
  expect(times()).toEqual(['10:00'])
  expect(findButton(document.body, 'Book a time')).not.toBeNull()
})

test('the times of a room are shown once it is chosen, and another room keeps a time that is free there', async () => {
  const room = (id: string, start: string) => ({
    id,
    name: id,
    seats: 4,
    pricePerHour: paisa(80_000),
    free: [{ start, end: '12:00' }],
  })
  await open(withRooms())
  visitor.server.overrides['GET /api/rooms/availability?location=dhobighat-hub&date=2026-12-03'] = () => ({
    status: 200,
    body: { rooms: [room('Walnut', '10:00'), room('Window', '11:00')] },
  })
  await press('Book a room')
  const choose = (index: number) => click(document.querySelectorAll<HTMLElement>('[name=room]')[index] ?? null)
  expect(times()).toEqual([])
  await choose(0)
  expect(times()).toEqual(['10:00', '10:30', '11:00'])
  await chooseTime('11:00')
  await choose(1)
  expect(findButton(document.body, 'Book Window, 11:00–12:00')).not.toBeNull()
  await choose(0)
  await chooseTime('10:00')
  await choose(1)
  expect(findButton(document.body, 'Book a time')).not.toBeNull()
})

test('the only room is not a choice', async () => {
  await open(withRooms())
  const room = { id: 'walnut-room', name: 'Walnut room', seats: 8, pricePerHour: paisa(80_000) }
  visitor.server.overrides['GET /api/rooms/availability?location=dhobighat-hub&date=2026-12-03'] = () => ({
    status: 200,
    body: { rooms: [{ ...room, free: [{ start: '09:00', end: '10:00' }] }] },
  })
  await press('Book a room')
  expect(document.querySelector('[name=room]')).toBeNull()
  expect(pageText()).toContain('Walnut room, 8 seats')
  expect(times()).toEqual(['09:00'])
})

test('too few minutes are explained', async () => {
  await open(withRooms())
  await press('Book a room')
  await chooseTime('09:00')
  visitor.server.overrides[`POST ${PATH}`] = () =>
    errorResponse(422, 'invalid', { fields: { minutes: 'You have 30 minutes left this month' } })
  await press('Book Walnut room, 09:00–10:00')
  expect(pageText()).toContain('You have 30 minutes left this month.')
})

test('a month without hours has no times, and closed days cannot be chosen', async () => {
  await open(withRooms({}, { closedDays: [{ from: day('2026-12-04'), to: day('2026-12-31'), reason: 'Works' }] }))
  await press('Book a room')
  const days = textsOf(document.body, '#room-date option')
  expect(days).toEqual(['Thursday, 3 Dec 2026', 'Friday, 1 Jan 2027', 'Saturday, 2 Jan 2027'])
  await select('room-date', '2027-01-01')
  expect(pageText()).toContain('You have no hours left for 1 Jan 2027.')
  expect(times()).toEqual([])
})

test('a reservation is cancelled after a second click', async () => {
  await open(withRooms({ list: [reservation(), reservation({ reservationId: 'room-2', canCancel: false })] }))
  expect(textsOf(document.body, 'section[aria-labelledby="rooms"] li button')).toEqual(['Cancel'])
  await press('Cancel')
  expect(document.activeElement?.textContent).toBe('Cancel this room')
  expect(pageText()).toContain('Cancel Walnut room on 10 Dec, 10:00–12:00?You get the time back.')
  await press('Keep it')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Cancel Walnut room/)
  await press('Cancel')
  expect(visitor.server.requestsTo(/^DELETE/)).toEqual([])
  visitor.server.overrides[`DELETE ${PATH}/room-1`] = () => ({ status: 200, body: withRooms() })
  await press('Cancel this room')
  expect(visitor.server.requestsTo(/^DELETE/)).toHaveLength(1)
  expect(pageText()).toContain('Walnut room on 10 Dec 2026 is cancelled.')
  expect(document.activeElement?.id).toBe('rooms')
})

test('the question before a cancellation removes the message of the booking', async () => {
  await open(withRooms())
  await press('Book a room')
  await chooseTime('09:00')
  visitor.server.overrides[`POST ${PATH}`] = () => ({ status: 200, body: withRooms({ list: [reservation()] }) })
  await press('Book Walnut room, 09:00–10:00')
  expect(pageText()).toContain('Walnut room is booked')
  await press('Cancel')
  expect(pageText()).not.toContain('Walnut room is booked')
})

test('a cancellation that came too late is explained', async () => {
  await open(withRooms({ list: [reservation()] }))
  await press('Cancel')
  const message = 'A room can be cancelled until 2 hours before the start. Contact us if you cannot come.'
  visitor.server.overrides[`DELETE ${PATH}/room-1`] = () => errorResponse(409, 'wrong_state', { message })
  await press('Cancel this room')
  expect(pageText()).toContain(message)
})

test('a day pass on a closed day has no rooms or hours to book', async () => {
  const closedDays = [{ from: day('2026-12-10'), to: day('2026-12-10'), reason: 'Tihar' }]
  const pass = { planId: 'explorer', startDate: '2026-12-10', endDate: '2026-12-10', closedDays, actions: FOR_SALE }
  await open(withRooms({}, pass))
  expect(section()).toBeNull()
  await open(withRooms({}, { ...pass, closedDays: [] }))
  expect(section()).not.toBeNull()
})

const FOR_SALE = { ...bookingView().actions, hours: { pricePerHour: paisa(80_000) } }

test('more hours are chosen with their price, and paid on the payment page', async () => {
  const navigated: string[] = []
  const none = { balance: { included: [], bought: 0 } }
  visitor = await openYourBooking(withRooms(none, { actions: FOR_SALE }), {
    environment: { navigate: (url) => navigated.push(url) },
  })
  expect(section()?.textContent).toContain('You have no meeting-room hours.')
  expect(findButton(document.body, 'Book a room')).toBeNull()
  await press('Buy hours')
  expect(document.activeElement?.id).toBe('bought-hours')
  await select('bought-hours', '2')
  visitor.server.overrides[`POST /api/bookings/${BOOKING_ID}/hours`] = () => ({
    status: 202,
    body: { booking: withRooms(none, { actions: FOR_SALE }), change: changeView({ kind: 'hours', minutes: 120 }) },
  })
  await press('Continue to pay NPR\u00a01,600')
  expect(visitor.server.requestsTo(/hours$/)).toMatchObject([{ body: { hours: 2, expectedAmount: 160_000 } }])
  expect(navigated).toEqual([expect.stringContaining('/payment')])
})

test('a changed price of hours is shown before it is paid', async () => {
  await open(withRooms({}, { actions: FOR_SALE }))
  await press('Buy hours')
  visitor.server.overrides[`POST /api/bookings/${BOOKING_ID}/hours`] = () => errorResponse(409, 'price_changed')
  visitor.server.overrides[`GET /api/bookings/${BOOKING_ID}`] = () => ({
    status: 200,
    body: withRooms({}, { actions: { ...FOR_SALE, hours: { pricePerHour: paisa(90_000) } } }),
  })
  await press('Continue to pay NPR\u00a0800')
  expect(pageText()).toContain('The price has changed. Check the new total, then continue.')
  expect(findButton(document.body, 'Continue to pay NPR\u00a0900')).not.toBeNull()
})

test('no hours are sold while new dates wait for their payment, which a purchase would hide', async () => {
  await open(withRooms({}, { actions: FOR_SALE, change: changeView({}) }))
  expect(findButton(document.body, 'Book a room')).not.toBeNull()
  expect(findButton(document.body, 'Buy hours')).toBeNull()
})
