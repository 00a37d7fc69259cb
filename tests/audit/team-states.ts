/** Teams, reserved rooms and the waiting list, without storing them: they would be in all later images. */
import type { Page } from '@playwright/test'
import type { RoomReservationRow } from '#contract/admin/rooms.ts'
import { button, click } from './state.ts'

const DAY = '2026-12-02'
export const ROOMS = `/rooms?location=dhobighat-hub&date=${DAY}`

/** What the states read of a response. */
interface Body {
  rooms: { id: string }[]
  people: object[]
  lines: { amount: number }[]
  amount: number
  totalAmount: number
}

/** Changes the response of a route, and reloads the page. */
async function change(page: Page, url: string | RegExp, edit: (body: Body) => object) {
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, ...edit(body) } })
  })
  await page.reload()
}

type Purpose = Partial<Pick<RoomReservationRow, 'booking' | 'reason'>>

const ROOM_NAMES: Readonly<Record<string, string>> = {
  'walnut-room': 'Walnut room',
  'window-room': 'Window room',
  'ridge-room': 'Ridge room',
}

const reservation = (reservationId: string, roomId: string, start: string, end: string, of: Purpose) => ({
  reservationId,
  roomId,
  roomName: ROOM_NAMES[roomId] ?? roomId,
  date: DAY,
  start,
  end,
  booking: null,
  reason: null,
  block: null,
  ...of,
})

const member = (customerName: string, planName: string): Purpose => ({
  booking: {
    bookingId: 'BK-1795677480000-UGF3',
    customerName,
    planName,
    email: 'bishnu@example.com',
    phone: '+9779841234567',
  },
})

/** Reservations of one and of several half hours, and a block with a long reason. */
export async function reserveRooms(page: Page) {
  await change(page, '**/api/admin/rooms?*', ({ rooms }) => {
    const [large, small] = rooms.map(({ id }) => id)
    if (!large || !small) throw new Error('Two rooms are expected.')
    const free = {
      [large]: [
        { start: '08:00', end: '08:30' },
        { start: '12:30', end: '20:00' },
      ],
      [small]: [
        { start: '06:00', end: '11:00' },
        { start: '11:30', end: '13:00' },
        { start: '16:00', end: '22:00' },
      ],
    }
    return {
      rooms: rooms.map((room) => ({ ...room, free: free[room.id] })),
      reservations: [
        reservation('a', large, '09:00', '09:30', member('Nisha Karki', 'Explorer')),
        reservation('b', large, '10:00', '12:00', member('Bishnu Prasad Shrestha-Maharjan', 'Professional')),
        reservation('c', small, '11:00', '11:30', { reason: 'The projector is being repaired by the electrician' }),
        reservation('d', small, '13:00', '16:00', { reason: 'Interviews' }),
      ],
    }
  })
  await page.getByText('Nisha Karki').first().waitFor({ state: 'attached' })
}

export async function openReservation(page: Page, form?: 'Move' | 'Release') {
  await reserveRooms(page)
  await button(page, /Bishnu/)
    .filter({ visible: true })
    .click()
  if (form) await click(page, form)
}

export async function printRooms(page: Page) {
  await reserveRooms(page)
  await page.emulateMedia({ media: 'print' })
}

export async function printDoor(page: Page) {
  await reserveRooms(page)
  // The print dialog would stop the browser.
  await page.evaluate(() => Object.assign(window, { print: () => {} }))
  await button(page, /^Print for the door/)
    .filter({ visible: true })
    .first()
    .click()
  await page.emulateMedia({ media: 'print' })
}

export async function closeRooms(page: Page) {
  await change(page, '**/api/admin/rooms?*', ({ rooms }) => ({
    closed: 'Painting',
    nextOpenDay: '2026-12-03',
    rooms: rooms.map((room) => ({ ...room, hours: null, free: [] })),
  }))
  await page.getByText('Closed: Painting').waitFor()
}

const entry = (entryId: string, email: string, of: object) => ({
  entryId,
  email,
  phone: '',
  locationId: 'kausimaa',
  planId: null,
  day: null,
  since: '2026-11-28T04:15:00.000Z',
  offeredUntil: null,
  ...of,
})

export async function listWaiting(page: Page) {
  const items = [
    entry('a', 'nisha.karki@example.com', { day: '2026-12-10', offeredUntil: '2026-12-01T16:15:00.000Z' }),
    entry('b', 'a-long-name-of-a-large-company@department.example.com', { day: '2026-12-10', phone: '+9779841234567' }),
    entry('c', 'maya@example.com', { planId: 'private-office' }),
    entry('d', 'bikash@example.com', { locationId: 'jhamsikhel-loft', phone: '+9779841234568' }),
  ]
  await change(page, '**/api/admin/waiting*', () => ({ items, total: items.length, next: null }))
  await page.getByText('maya@example.com').waitFor()
}

const PEOPLE = ['Nisha Karki', 'Bikash Gurung', 'Maya Tamang']

/** A team with guests and rooms in the drawer of a booking. */
export async function teamBooking(page: Page) {
  await change(page, /\/api\/admin\/bookings\/BK-[^/]+$/, ({ lines, amount, totalAmount }) => ({
    seats: 5,
    lines: lines.map((line) => ({ ...line, quantity: 5, amount: line.amount * 5 })),
    amount: amount * 5,
    totalAmount: totalAmount * 5,
    people: PEOPLE,
    guests: {
      list: [
        { guestId: 'a', date: '2026-12-03', name: 'Sunita Rai', canCancel: true },
        { guestId: 'b', date: '2026-12-04', name: '', canCancel: true },
      ],
      included: [],
      bought: 2,
      canAdd: true,
    },
    rooms: {
      list: [{ ...reservation('a', 'ridge-room', '10:00', '12:00', {}), canCancel: true }],
      balance: {
        included: [{ from: '2026-11-23', to: '2026-12-22', minutes: 480, left: 360 }],
        bought: 90,
      },
      until: '2026-12-22',
    },
  }))
}

/** Teams, guests and rooms in the day sheet. */
export async function teamDay(page: Page) {
  await change(page, '**/api/admin/day-sheet?*', ({ people }) => ({
    blocked: 4,
    // Seven arriving and five staying seats.
    taken: 12,
    people: people.map((person, index) => ({
      ...person,
      ...(index === 1 && {
        seats: 5,
        arrivedSeats: 2,
        arrivedAt: '2026-12-01T03:50:00.000Z',
        names: PEOPLE,
        guests: ['Sunita Rai', ''],
      }),
    })),
    rooms: [
      reservation('a', 'ridge-room', '10:00', '12:00', member('Nisha Karki', 'Explorer')),
      reservation('b', 'ridge-room', '13:00', '16:00', {
        reason: 'The projector is being repaired by the electrician',
      }),
    ],
  }))
  await page.getByText('2 guests: Sunita Rai').waitFor()
}

export async function newTeam(page: Page) {
  await click(page, 'New booking')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Plan').selectOption('professional')
  await dialog.getByLabel('Seats').fill('30')
  await dialog.getByText('Add-ons, notes and company').click()
  await dialog.locator('[aria-invalid="true"]').waitFor()
}
