/** States of pages that need typing or clicking, and how to reach each of them. */
import type { Page } from '@playwright/test'
import { BookingClient } from '../support/booking-client.ts'
import { STAFF } from '../support/staff.ts'
import { openDetails } from './accessibility.ts'

export interface State {
  name: string
  path: string
  staff?: true
  /** The only width, for a state that exists in one layout. */
  width?: number
  reach?: ((page: Page) => Promise<unknown>) | undefined
}

/** Tuesday 1 December 2026, 10:00 in Kathmandu: the current time of the server and the browser. */
export const NOW = Date.parse('2026-12-01T04:15:00Z')
const START = '2026-12-22'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const click = (page: Page, name: string | RegExp) => button(page, name).first().click()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name }).first().check()

async function wizard(page: Page, step: number, plan = 'Professional') {
  await page.locator('[data-live]').waitFor()
  await radio(page, 'Dhobighat Hub')
  await radio(page, plan)
  if (step > 1) {
    await click(page, 'Date and time')
    await page.getByRole('grid').first().waitFor()
  }
  if (step > 2) {
    await fillStart(page, plan)
    await click(page, 'Add-ons and notes')
  }
  if (step > 3) await click(page, 'Contact info')
}

const fillStart = (page: Page, plan = 'Professional') =>
  page.getByLabel(plan === 'Explorer' ? 'Date' : 'Start date', { exact: true }).fill(START)

async function dates(page: Page) {
  await wizard(page, 2)
  await fillStart(page)
}

const CONTACT = { 'First name': 'Aarati', 'Last name': 'Shrestha', Email: 'aarati@example.com', Phone: '9841234567' }

async function contact(page: Page) {
  await wizard(page, 4)
  for (const [label, text] of Object.entries(CONTACT)) await page.getByLabel(label).fill(text)
}

async function book(page: Page, next: (page: Page) => Promise<unknown>, locationId = 'dhobighat-hub') {
  const response = await page.request.post('/api/bookings', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: BookingClient.request({ locationId, planId: 'professional', startDate: START }),
  })
  if (!response.ok()) throw new Error(`No booking: ${response.status()} ${await response.text()}`)
  const { bookingId, secret } = await response.json()
  await page.goto(`/payment#${new URLSearchParams({ booking: bookingId, secret })}`)
  await page.waitForURL(/\/payment$/)
  await next(page)
}

const pays = (name: string, next: (page: Page) => Promise<unknown>): State => ({
  name: `payment-${name}`,
  path: '/about',
  reach: (page) =>
    book(page, async () => {
      await heading(page, 'Complete Your Payment')
      await next(page)
    }),
})

const atEsewa = (name: string, clicked: RegExp, title: string): State =>
  pays(name, async (page) => {
    await click(page, /with eSewa/)
    await heading(page, 'Pay with eSewa')
    await click(page, clicked)
    await heading(page, title)
  })

/** The booking's own page, at the location whose seats the other states leave free. */
const own = (
  name: string,
  title: string,
  pay: (page: Page) => Promise<unknown>,
  next: (page: Page) => Promise<unknown> = async () => {},
): State => ({
  name: `your-booking-${name}`,
  path: '/about',
  reach: (page) =>
    book(
      page,
      async () => {
        await heading(page, 'Complete Your Payment')
        await pay(page)
        await page.goto('/your-booking')
        await heading(page, title)
        await next(page)
      },
      'kausimaa',
    ),
})

/** Two widths fill a time. */
async function bookTour(page: Page, time: string) {
  await radio(page, 'Kausimaa')
  await page.getByLabel('Day').selectOption('2026-12-10')
  await page.getByLabel('Time').selectOption(time)
  await page.getByLabel('Name').fill('Nisha Rai')
  await page.getByLabel('Phone').fill('9841234567')
  await click(page, 'Book a free tour')
  await heading(page, 'Your tour is booked')
}

async function payInSandbox(page: Page) {
  await click(page, /with eSewa/)
  await heading(page, 'Pay with eSewa')
  await click(page, /^Pay NPR/)
  await heading(page, 'Payment Successful!')
}

/** Adds a move to dearer dates to the booking, because prices do not change between two states. */
async function addChange(page: Page) {
  await page.route(/\/api\/bookings\/BK-[^/]+$/, async (route) => {
    const response = await route.fetch()
    const booking = await response.json()
    const dates = { startDate: '2026-12-28', endDate: '2027-01-27', startTime: null, endTime: null }
    const expiresAt = new Date(NOW + 30 * 60_000).toISOString()
    const change = { changeId: 'a-change', ...dates, amount: 50_000, expiresAt, payments: [], methods: booking.methods }
    await route.fulfill({ response, json: { ...booking, change } })
  })
}

/** The booking form as it opens from the page of a membership's booking. */
const renewal = (step: 1 | 2, title: string): State => ({
  name: `booking-${step}-renewal`,
  path: '/about',
  reach: async (page) => {
    const choices = { locationId: 'dhobighat-hub', planId: 'professional', billing: 'monthly', startDate: START }
    const terms = { membershipId: 'a-membership', secret: 'its-secret', startDate: START, endDate: '2027-01-21' }
    const prefill = JSON.stringify({ draft: choices, renewal: terms })
    await page.evaluate((text) => sessionStorage.setItem('booking-prefill', text), prefill)
    await page.goto(`/booking#step-${step}`)
    await heading(page, new RegExp(title))
  },
})

async function ask(page: Page, question?: string) {
  await page.getByRole('link', { name: 'Ask a question' }).click()
  const panel = page.getByRole('dialog', { name: 'Chautari Assistant' })
  const field = panel.getByLabel('Your question')
  await field.fill(question ?? '')
  if (!question) return
  await field.press('Enter')
  await panel.getByText('(offline)').waitFor()
}

/** Clicks a button that is `aria-disabled` and shows the errors of the form. */
const force = (page: Page, name: string) => button(page, name).first().click({ force: true })
const clicks = (name: string | RegExp) => (page: Page) => click(page, name)

const first =
  (selector: string, ...buttons: (string | RegExp)[]) =>
  async (page: Page) => {
    await page.locator(selector).first().click()
    await page.waitForURL(/open=/)
    for (const name of buttons) await click(page, name)
  }
const BOOKING = 'tbody th a'
const PAYMENT = 'ol button'
/** Of the sample payments that staff verify, the first with a new receipt. */
const RECEIPT = 'ol li:nth-child(3) button'
const MEMBERSHIP = 'tbody th button'

const staff = (name: string, path: string, reach?: State['reach']): State => ({
  name: `admin-${name}`,
  path: `/admin${path}`,
  staff: true,
  reach,
})

/** The payment of a change of date, and a change that waits for one, because sample prices are equal on all days. */
async function addChanges(page: Page) {
  await page.route(/\/api\/admin\/bookings\/BK-[^/]+$/, async (route) => {
    const response = await route.fetch()
    const detail = await response.json()
    const [payment] = detail.payments
    const paid = {
      ...payment,
      paymentId: 'a-difference',
      purpose: 'difference',
      amount: 50_000,
      fee: 0,
      received: null,
    }
    const expiresAt = new Date(NOW + 30 * 60_000).toISOString()
    const change = { startDate: '2026-12-28', endDate: '2026-12-28', amount: 75_000, expiresAt }
    const totals = { ...detail.totals, difference: 50_000, received: detail.totals.received + 50_000 }
    await route.fulfill({ response, json: { ...detail, payments: [payment, paid], change, totals } })
  })
}

const CLOSED = 'Painting'

/** A closed day today, which a real one would be for all later images. */
async function closeToday(page: Page) {
  await page.route('**/api/admin/today', async (route) => {
    const response = await route.fetch()
    const today = await response.json()
    const locations = today.locations.map((location: { hours: object; days: object[] }) => ({
      ...location,
      hours: { ...location.hours, isOpen: false },
      days: location.days.map((day, index) => (index < 3 ? { ...day, closed: CLOSED } : day)),
    }))
    const waiting = { ...today.waiting, closedDayBookings: 12 }
    await route.fulfill({ response, json: { ...today, locations, waiting } })
  })
  await page.route('**/api/admin/day-sheet?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), closed: CLOSED } })
  })
  await page.reload()
  await page.getByText(`: ${CLOSED}`).first().waitFor()
}

async function addDays(page: Page, reason: string) {
  await click(page, 'Add days')
  await page.getByLabel('Reason, shown to visitors').fill(reason)
  await click(page, 'Save 1 change')
}

/** Closes today without storing it. */
async function closeBookedDays(page: Page) {
  await addDays(page, CLOSED)
  await heading(page, /affected$/)
}

/** Shows the bookings that closing today would meet as those of a closed day. */
async function listClosedDayBookings(page: Page) {
  const refused = page.waitForResponse((response) => response.status() === 409)
  await closeBookedDays(page)
  const { current } = (await (await refused).json()).error
  const closure = { id: current.affected[0].closureId, locationId: null, reason: CLOSED, hours: null }
  const day = new Date(NOW).toISOString().slice(0, 10)
  await page.route('**/api/admin/closures', async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    const closures = [{ ...closure, from: day, to: day }, ...list.closures]
    await route.fulfill({ response, json: { ...list, ...current, closures } })
  })
  await click(page, 'Go back')
  await click(page, 'Discard')
  await page.reload()
  await heading(page, new RegExp(CLOSED))
}

async function writeMailing(page: Page) {
  await click(page, 'Write to everyone who comes')
  await page.getByLabel('Subject').fill('No water in the morning')
  await page.getByLabel('Message').fill('The water is off from 06:00 to 10:00.\n\nCoffee is free that morning.')
}

async function previewMailing(page: Page) {
  await writeMailing(page)
  await click(page, 'Preview')
  await button(page, /^Email \d/).waitFor()
  // The port of the server differs between runs.
  await page.getByText('/your-booking').evaluate((text) => {
    text.textContent = text.textContent?.replace(/:\d+\/your-booking/, '/your-booking') ?? ''
  })
}

async function search(page: Page, text?: string) {
  await heading(page, 'Dashboard')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.fill(text ?? '')
  if (text) await page.getByRole('option', { name: text }).first().waitFor()
}

/** States that store nothing on the server: they can be photographed in any order. */
export const READING: readonly State[] = [
  { name: 'missing', path: '/there-is-no-such-page' },
  { name: 'missing-post', path: '/blog/there-is-no-such-post' },
  { name: 'home-opened', path: '/', reach: openDetails },
  { name: 'home-menu', path: '/', width: 390, reach: clicks('Menu') },
  { name: 'chat', path: '/pricing', reach: (page) => ask(page) },
  { name: 'chat-answer', path: '/pricing', reach: (page) => ask(page, 'What does a day pass cost at Kausimaa?') },
  { name: 'pricing-opened', path: '/pricing', reach: openDetails },
  { name: 'contact-errors', path: '/contact', reach: clicks('Send message') },
  { name: 'your-booking-errors', path: '/your-booking', reach: clicks('Email me the link') },
  {
    name: 'your-booking-link-ended',
    path: '/your-booking#BK-1796282100000-XXXX.an-invented-secret',
    reach: (page) => heading(page, 'This link does not open a booking'),
  },
  { name: 'booking-errors', path: '/booking', reach: (page) => force(page, 'Date and time') },
  { name: 'booking-tour', path: '/booking#tour', reach: (page) => heading(page, 'Book a free tour') },
  { name: 'booking-tour-errors', path: '/booking#tour', reach: clicks('Book a free tour') },
  { name: 'booking-1', path: '/booking', reach: (page) => wizard(page, 1) },
  { name: 'booking-2', path: '/booking', reach: (page) => wizard(page, 2) },
  { name: 'booking-2-dates', path: '/booking', reach: dates },
  { name: 'booking-2-day', path: '/booking', reach: (page) => wizard(page, 2, 'Explorer') },
  { name: 'booking-3', path: '/booking', reach: (page) => wizard(page, 3) },
  { name: 'booking-4', path: '/booking', reach: (page) => wizard(page, 4) },
  { name: 'booking-4-filled', path: '/booking', reach: contact },
  renewal(1, 'Your membership'),
  renewal(2, 'The next period'),
  {
    name: 'booking-4-errors',
    path: '/booking',
    reach: async (page) => {
      await wizard(page, 4)
      await force(page, 'Proceed to Payment')
    },
  },
  staff('opened-day', '?day=kausimaa%2F2026-12-01'),
  staff('year', '', (page) => radio(page, '12 months')),
  staff('palette', '', (page) => search(page)),
  staff('palette-found', '', (page) => search(page, 'Prerana')),
  { ...staff('more', '', clicks('More')), width: 390 },
  staff('bookings-none', '/bookings?q=nobody'),
  staff('bookings-cancelled', '/bookings?state=cancelled'),
  staff('booking', '/bookings', first(BOOKING)),
  staff('booking-edit', '/bookings', first(BOOKING, 'Edit customer')),
  staff('booking-move', '/bookings?state=confirmed', first(BOOKING, 'Move dates')),
  staff('booking-cancel', '/bookings?state=confirmed', first(BOOKING, 'Cancel booking')),
  staff('booking-refund-due', '/bookings?state=cancelled&plan=enterprise', first(BOOKING)),
  staff('booking-changes', '/bookings?state=confirmed', async (page) => {
    await addChanges(page)
    await first(BOOKING)(page)
    await page.getByText('The customer is changing the date').waitFor()
  }),
  staff('booking-new', '/bookings', clicks('New booking')),
  staff('payment', '/payments', first(PAYMENT)),
  staff('payment-receipt', '/payments?waits=verify', first(RECEIPT)),
  staff('payment-approve', '/payments?waits=verify', first(RECEIPT, 'Approve')),
  staff('payment-reject', '/payments?waits=verify', first(RECEIPT, 'Reject')),
  staff('payments-all', '/payments?view=all'),
  staff('membership', '/memberships', first(MEMBERSHIP)),
  staff('memberships-none', '/memberships?q=nobody'),
  staff('messages-done', '/messages?state=done'),
  staff('invite', '/people', clicks('Invite staff')),
  staff('audit-checked', '/audit', clicks('Check now')),
  staff('tours-past', '/tours?view=past'),
  staff('tour', '/tours', clicks('Change')),
  staff('tour-move', '/tours', async (page) => {
    await click(page, 'Change')
    await button(page, 'Move').click()
    await page.getByRole('option', { name: 'Choose a time' }).waitFor({ state: 'attached' })
  }),
  staff('day-sheet-kausimaa', '/day-sheet?location=kausimaa'),
  staff('mailing', '/day-sheet?location=kausimaa', writeMailing),
  staff('mailing-preview', '/day-sheet?location=kausimaa', previewMailing),
  staff('closed-today', '', closeToday),
  staff('day-sheet-closed', '/day-sheet?location=kausimaa', closeToday),
  staff('closures-errors', '/closures', (page) => addDays(page, '')),
  staff('closures-changed', '/closures', async (page) => {
    await click(page, /^Edit/)
    await page.getByLabel('Reason, shown to visitors').fill(CLOSED)
    await button(page, /^Delete/)
      .last()
      .click()
  }),
  staff('closures-affected', '/closures', closeBookedDays),
  staff('closures-bookings', '/closures', listClosedDayBookings),
  staff('prices-changed', '/pricing', async (page) => {
    // On a phone, the prices of a location are folded.
    const opener = button(page, 'Prices of Dhobighat Hub')
    if (await opener.isVisible()) await opener.click()
    const prices = page.getByLabel(/NPR$/).filter({ visible: true })
    await prices.nth(0).fill('8000')
    await prices.nth(1).fill('')
  }),
]

/** States that store something: they come last and one at a time, so that no other image shows it. */
export const WRITING: readonly State[] = [
  pays('selecting', async () => {}),
  pays('card-chosen', (page) => radio(page, /Card/)),
  pays('card', async (page) => {
    await radio(page, /Card/)
    await click(page, /by card$/)
    await heading(page, 'Pay by card')
    await button(page, /^Pays: /).waitFor()
  }),
  pays('qr', async (page) => {
    await radio(page, 'QR payment')
    await click(page, /by QR code/)
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
  }),
  pays('transfer', async (page) => {
    await radio(page, /Bank transfer/)
    await click(page, 'Show the bank details')
    await heading(page, 'Booking received')
  }),
  pays('khalti-sandbox', async (page) => {
    await radio(page, /Khalti/)
    await click(page, /with Khalti/)
    await heading(page, 'Pay with Khalti')
    // Background jobs use the same random sequence, so this id differs between runs.
    await page.getByText(/^[A-Za-z0-9]{22}$/).evaluate((id) => {
      id.textContent = 'x'.repeat(22)
    })
  }),
  pays('esewa-sandbox', async (page) => {
    await click(page, /with eSewa/)
    await heading(page, 'Pay with eSewa')
  }),
  atEsewa('waiting', /Outcome unknown/, 'We are checking your payment'),
  atEsewa('failed', /^Cancel/, 'Payment Failed'),
  atEsewa('success', /^Pay NPR/, 'Payment Successful!'),
  {
    name: 'payment-ended',
    path: '/about',
    reach: async (page) => {
      await page.route(/\/api\/bookings\/BK-[^/]+$/, async (route) => {
        const response = await route.fetch()
        const booking = await response.json()
        await route.fulfill({ response, json: { ...booking, now: booking.expiresAt } })
      })
      // The share of seats that unpaid bookings may take is used up at the other location.
      await book(page, () => page.locator('[data-state=ended]').waitFor(), 'kausimaa')
    },
  },
  own('held', 'Complete your payment', async () => {}),
  own('confirmed', 'Your booking is confirmed', payInSandbox),
  own('details', 'Your booking is confirmed', payInSandbox, (page) => click(page, 'Change details')),
  own('other', 'Your booking is confirmed', payInSandbox, (page) => page.getByText('Find another booking').click()),
  own('move', 'Your booking is confirmed', payInSandbox, async (page) => {
    await click(page, 'Move to other dates')
    await page.getByLabel('New first day').fill('2026-12-01')
    await page.getByText('After this move you cannot move again').waitFor()
  }),
  own('change', 'Your booking is confirmed', payInSandbox, async (page) => {
    await addChange(page)
    await page.reload()
    await heading(page, 'Your new dates are not paid yet')
  }),
  own('cancel', 'Your booking is confirmed', payInSandbox, (page) => click(page, 'Cancel booking')),
  own('refund-due', 'Your booking is confirmed', payInSandbox, async (page) => {
    await click(page, 'Cancel booking')
    await radio(page, 'I will enter it later')
    await click(page, /^Cancel and get/)
    await click(page, 'Enter account')
  }),
  { name: 'booking-tour-booked', path: '/booking#tour', reach: (page) => bookTour(page, '10:30') },
  {
    name: 'your-booking-tour',
    path: '/booking#tour',
    reach: async (page) => {
      await bookTour(page, '11:00')
      await page.goto('/your-booking')
      await heading(page, 'Your tour')
    },
  },
  own(
    'cancelled',
    'Complete your payment',
    async () => {},
    async (page) => {
      await click(page, 'Cancel booking')
      await page.getByRole('button', { name: 'Cancel booking' }).last().click()
      await heading(page, 'This booking was cancelled')
    },
  ),
  staff('mailing-sent', '/day-sheet?location=kausimaa', async (page) => {
    await previewMailing(page)
    await click(page, /^Email \d/)
    await page.getByText('is sent within 30 seconds').waitFor()
  }),
  {
    name: 'login-rejected',
    path: '/admin/login',
    reach: async (page) => {
      await page.locator('astro-island[ssr]').waitFor({ state: 'detached' })
      await page.getByLabel('Email').fill(STAFF.email)
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await click(page, 'Sign in')
      await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
    },
  },
]
