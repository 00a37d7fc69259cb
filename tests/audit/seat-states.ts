/** States of teams, guests, rooms, closed days and the waiting list. */
import type { Page } from '@playwright/test'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { BookingClient } from '../support/booking-client.ts'
import { button, click, heading, type State } from './state.ts'
import { ask, chooseTime, payInSandbox, START, wizard } from './visitor-states.ts'

const WAITING_LINK = '#entry=an-entry&token=a-token&location=kausimaa&day=2026-12-10'

/** As if these seats of the first day were left. */
const leaveSeats = (page: Page, left: number) =>
  page.route('**/api/availability*', async (route) => {
    const response = await route.fetch()
    const { days, ...body } = await response.json()
    const changed = days.map((day: { date: string; seats: number }) =>
      day.date === START ? { ...day, taken: day.seats - left } : day,
    )
    await route.fulfill({ response, json: { ...body, days: changed } })
  })

/** As if staff had closed these days. */
const closeDays = (page: Page, ...ranges: { from: string; to: string }[]) =>
  page.route('**/api/closures', async (route) => {
    const closures = ranges.map((range) => ({ locationId: null, ...range, reason: 'Staff days', hours: null }))
    await route.fulfill({ json: { closures } })
  })

async function openDates(page: Page, choices: string) {
  await page.goto(`/booking?location=dhobighat-hub&start=${START}&${choices}`)
  await click(page, 'Continue to dates')
  await page.getByRole('grid').first().waitFor()
}

async function waitForDay(page: Page) {
  await leaveSeats(page, 0)
  await openDates(page, 'plan=explorer')
  await page.getByText('Email me if a seat opens').click()
}

async function choosePeople(page: Page, count: number) {
  await wizard(page, 1)
  await page.getByRole('spinbutton', { name: 'How many people?' }).fill(String(count))
}

async function openWaitingLink(page: Page, path: string, status: number) {
  await page.route(`**/api${path}`, (route) => route.fulfill({ status, json: {} }))
  await page.goto(`${path}${WAITING_LINK}`)
  await page.locator('#waiting-act').click()
  await page.locator('#waiting-act').waitFor({ state: 'hidden' })
}

/** Books, pays, and opens the page of the booking. */
const owns = (
  name: string,
  choices: { planId: string } & Record<string, unknown>,
  next: (page: Page) => Promise<unknown>,
): State => ({
  name: `your-booking-${name}`,
  path: '/about',
  reach: async (page) => {
    await openPayment(page, choices)
    await payInSandbox(page)
    await page.goto('/your-booking')
    await heading(page, 'Your booking is confirmed')
    await next(page)
  },
})

async function openPayment(page: Page, choices: Record<string, unknown>) {
  const response = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({ locationId: 'kausimaa', startDate: addDays(START as IsoDate, 60), ...choices }),
  })
  if (!response.ok()) throw new Error(`No booking: ${response.status()} ${await response.text()}`)
  const { bookingId, secret } = await response.json()
  await page.goto(`/payment#${new URLSearchParams({ booking: bookingId, secret })}`)
  await page.waitForURL(/\/payment$/)
  await heading(page, 'Complete Your Payment')
}

const TEAM = { planId: 'professional', seats: 3 }

export const READING_SEATS: readonly State[] = [
  {
    name: 'location-waiting',
    path: '/locations/jhamsikhel-loft',
    reach: (page) => page.locator('summary', { hasText: 'Tell me when it is available' }).click(),
  },
  {
    name: 'location-plan-waiting',
    path: '/locations/kausimaa',
    reach: (page) => page.locator('summary', { hasText: 'Tell me when Private Office is available' }).click(),
  },
  {
    name: 'waiting-join',
    path: `/waiting/confirm${WAITING_LINK}`,
    reach: (page) => page.locator('#waiting-act').waitFor(),
  },
  { name: 'waiting-joined', path: '/about', reach: (page) => openWaitingLink(page, '/waiting/confirm', 200) },
  { name: 'waiting-link-ended', path: '/about', reach: (page) => openWaitingLink(page, '/waiting/confirm', 404) },
  { name: 'waiting-left', path: '/about', reach: (page) => openWaitingLink(page, '/waiting/leave', 200) },
  { name: 'waiting-free', path: '/waiting/available#kausimaa' },
  { name: 'booking-1-team', path: '/booking', reach: (page) => choosePeople(page, 5) },
  {
    name: 'booking-1-office',
    path: '/booking?plan=private-office&location=dhobighat-hub',
    reach: (page) => page.locator('[data-live]').waitFor(),
  },
  {
    name: 'booking-2-closed',
    path: '/about',
    reach: async (page) => {
      await closeDays(page, { from: '2026-12-25', to: '2026-12-26' }, { from: '2027-01-11', to: '2027-01-11' })
      await openDates(page, 'plan=professional')
    },
  },
  {
    name: 'booking-2-closed-day',
    path: '/about',
    reach: async (page) => {
      await closeDays(page, { from: START, to: START })
      await openDates(page, 'plan=explorer')
    },
  },
  {
    name: 'booking-2-full',
    path: '/about',
    reach: async (page) => {
      await leaveSeats(page, 0)
      await openDates(page, 'plan=explorer')
      await page.getByText('Email me if a seat opens').waitFor()
    },
  },
  {
    name: 'booking-2-full-team',
    path: '/about',
    reach: async (page) => {
      await leaveSeats(page, 3)
      await openDates(page, 'plan=professional&seats=5')
    },
  },
  {
    name: 'booking-2-waiting-errors',
    path: '/about',
    reach: async (page) => {
      await waitForDay(page)
      await click(page, 'Join the waiting list')
      await page.getByText('Enter an email address').waitFor()
    },
  },
  {
    name: 'booking-2-waiting',
    path: '/about',
    reach: async (page) => {
      await page.route('**/api/waiting', (route) => route.fulfill({ status: 202, json: {} }))
      await waitForDay(page)
      await page.getByLabel('Email').fill('nisha@example.com')
      await click(page, 'Join the waiting list')
      await page.getByText('Check your email').waitFor()
    },
  },
  {
    name: 'booking-2-offer',
    path: '/about',
    reach: async (page) => {
      await leaveSeats(page, 0)
      const offer = { locationId: 'dhobighat-hub', date: START, expiresAt: '2026-12-01T09:15:00Z', state: 'open' }
      await page.route('**/api/offers/an-offer', (route) => route.fulfill({ json: offer }))
      await page.goto(`/booking?plan=explorer&location=dhobighat-hub&start=${START}#offer=an-offer.a-token`)
      await page.getByText('We hold a seat for you').waitFor()
    },
  },
  {
    name: 'booking-2-offer-ended',
    path: '/about',
    reach: async (page) => {
      await leaveSeats(page, 0)
      await page.goto(`/booking?plan=explorer&location=dhobighat-hub&start=${START}#offer=an-offer.a-token`)
      await page.getByText('The seat is no longer held for you').waitFor()
    },
  },
  {
    name: 'booking-3-team',
    path: '/booking',
    reach: async (page) => {
      await choosePeople(page, 5)
      await click(page, 'Continue to dates')
      await page.getByLabel('Start date', { exact: true }).fill(START)
      await click(page, 'Continue to add-ons')
    },
  },
  {
    name: 'booking-3-guests-errors',
    path: '/booking',
    reach: async (page) => {
      await wizard(page, 3, 'Explorer')
      await page.getByRole('spinbutton', { name: 'Guest passes' }).fill('3')
      await page.getByText('At most 1 guest for 1 seat').first().waitFor()
    },
  },
  { name: 'chat-closed', path: '/pricing', reach: (page) => ask(page, 'Are you open during Dashain?') },
  { name: 'chat-rooms', path: '/pricing', reach: (page) => ask(page, 'Is there a room for 6 people?') },
]

export const WRITING_SEATS: readonly State[] = [
  { name: 'payment-team', path: '/about', reach: (page) => openPayment(page, TEAM) },
  {
    name: 'payment-room',
    path: '/about',
    // Each width has its own day, because it takes the room.
    reach: (page) =>
      openPayment(page, {
        planId: 'explorer',
        startDate: addDays(START as IsoDate, page.viewportSize()?.width === 390 ? 62 : 63),
        guestPasses: 1,
        meetingRoomHours: 2,
        rooms: [{ roomId: 'ridge-room', start: '14:00', end: '16:00' }],
      }),
  },
  owns('team', TEAM, async () => {}),
  owns('people', { ...TEAM, startDate: '2027-03-22' }, async (page) => {
    await click(page, 'Add names')
    await page.getByLabel('Person 1', { exact: true }).fill('Aarati Shrestha')
  }),
  owns('guests', { planId: 'enterprise', startDate: '2026-12-02' }, async (page) => {
    await click(page, 'Add a guest')
    await page.getByLabel('Name (optional)').fill('Nisha Rai')
    await click(page, 'Add guest')
    await page.getByText('Your guest is expected').waitFor()
    await click(page, 'Add a guest')
  }),
  owns('hours', { planId: 'professional', startDate: '2026-12-03' }, async (page) => {
    await click(page, 'Buy hours')
    await page.getByLabel('Hours', { exact: true }).selectOption('3')
  }),
  owns('room-cancel', { planId: 'professional', startDate: '2026-12-04' }, async (page) => {
    await click(page, 'Book a room')
    await chooseTime(page)
    await click(page, /^Book Ridge room/)
    await button(page, /^Cancel Ridge room/).click()
  }),
  owns('hours-unpaid', { planId: 'professional', startDate: '2026-12-07' }, async (page) => {
    await click(page, 'Buy hours')
    await click(page, /^Continue to pay/)
    await page.getByText('Time left to pay').waitFor()
    await page.goto('/your-booking')
    await heading(page, 'Your meeting-room hours are not paid yet')
  }),
  owns('buy-hours', { planId: 'professional', startDate: '2026-12-08' }, async (page) => {
    await click(page, 'Buy hours')
    await click(page, /^Continue to pay/)
    await page.getByText('Time left to pay').waitFor()
  }),
  owns('closed', { planId: 'explorer', startDate: '2027-02-10' }, async (page) => {
    await page.route(/\/api\/bookings\/BK-[^/]+$/, async (route) => {
      const response = await route.fetch()
      const booking = await response.json()
      const closedDays = [{ from: '2027-02-10', to: '2027-02-10', reason: 'Staff day' }]
      const actions = { ...booking.actions, move: { ...booking.actions.move, left: null } }
      await route.fulfill({ response, json: { ...booking, closedDays, actions } })
    })
    await page.reload()
    await heading(page, 'Choose another day')
  }),
]
