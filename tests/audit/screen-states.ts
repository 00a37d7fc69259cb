/** States of pages that need typing or clicking, and how to reach each of them. */
import { STAFF } from '../support/staff.ts'
import { openDetails } from './accessibility.ts'
import { READING_SEATS, WRITING_SEATS } from './seat-states.ts'
import {
  addCashRefund,
  addChanges,
  addDays,
  BOOKING,
  blockToday,
  CLOSED,
  closeBookedDays,
  closeToday,
  first,
  listClosedDayBookings,
  listSeats,
  MEMBERSHIP,
  moreOf,
  PAYMENT,
  previewMailing,
  RECEIPT,
  search,
  staff,
  writeMailing,
} from './staff-states.ts'
import { button, click, clicks, heading, radio, type State } from './state.ts'
import {
  closeRooms,
  listWaiting,
  newTeam,
  openReservation,
  printDoor,
  printRooms,
  ROOMS,
  reserveRooms,
  teamBooking,
  teamDay,
} from './team-states.ts'
import {
  addChange,
  ask,
  atEsewa,
  book,
  bookTour,
  chooseTime,
  contact,
  dates,
  own,
  payInSandbox,
  pays,
  REJECTED_FORMS,
  RENEWAL,
  wizard,
} from './visitor-states.ts'

const CASH_UP = '/cash-up?location=kausimaa'
/** The sample till whose difference no one has approved. */
const SHORT_CASH_UP = '/cash-up?location=dhobighat-hub&date=2026-11-29'

/** States that store nothing on the server: they can be photographed in any order. */
export const READING: readonly State[] = [
  { name: 'missing', path: '/there-is-no-such-page' },
  { name: 'missing-post', path: '/blog/there-is-no-such-post' },
  { name: 'home-menu', path: '/', width: 390, reach: clicks('Menu') },
  { name: 'chat', path: '/pricing', reach: (page) => ask(page) },
  { name: 'chat-answer', path: '/pricing', reach: (page) => ask(page, 'What does a day pass cost at Kausimaa?') },
  { name: 'pricing-opened', path: '/pricing', reach: openDetails },
  {
    name: 'pricing-other-hub',
    path: '/pricing',
    reach: (page) => page.getByRole('radio', { name: 'Kausimaa' }).check(),
  },
  { name: 'contact-errors', path: '/contact', reach: clicks('Send message') },
  { name: 'your-booking-errors', path: '/your-booking', reach: clicks('Email me the link') },
  {
    name: 'your-booking-link-ended',
    path: '/your-booking#BK-1796282100000-XXXX.an-invented-secret',
    reach: (page) => heading(page, 'This link does not open a booking'),
  },
  ...REJECTED_FORMS,
  { name: 'booking-errors', path: '/booking', reach: (page) => click(page, 'Continue to dates') },
  { name: 'booking-tour', path: '/booking#tour', reach: (page) => heading(page, 'Book a free tour') },
  { name: 'booking-tour-errors', path: '/booking#tour', reach: clicks('Book a free tour') },
  {
    name: 'booking-1-plan',
    path: '/booking?plan=professional',
    reach: (page) => heading(page, 'Your plan'),
  },
  { name: 'booking-1', path: '/booking', reach: (page) => wizard(page, 1) },
  { name: 'booking-2', path: '/booking', reach: (page) => wizard(page, 2) },
  { name: 'booking-2-dates', path: '/booking', reach: dates },
  { name: 'booking-2-day', path: '/booking', reach: (page) => wizard(page, 2, 'Explorer') },
  { name: 'booking-3', path: '/booking', reach: (page) => wizard(page, 3) },
  {
    name: 'booking-3-room',
    path: '/booking',
    reach: async (page) => {
      await wizard(page, 3, 'Explorer')
      await page.getByRole('spinbutton', { name: 'Meeting-room hours' }).fill('2')
      await radio(page, 'Walnut room')
      await page.getByLabel('Time').selectOption('12:00–14:00')
    },
  },
  { name: 'booking-4', path: '/booking', reach: (page) => wizard(page, 4) },
  { name: 'booking-4-filled', path: '/booking', reach: contact },
  RENEWAL,
  {
    name: 'booking-4-errors',
    path: '/booking',
    reach: async (page) => {
      await wizard(page, 4)
      await click(page, 'Proceed to Payment')
    },
  },
  ...READING_SEATS,
  staff('opened-day', '?day=kausimaa%2F2026-12-01'),
  staff('year', '', (page) => radio(page, '12 months')),
  staff('palette', '', (page) => search(page)),
  staff('palette-found', '', (page) => search(page, 'Prerana')),
  { ...staff('more', '', clicks('More')), width: 390 },
  staff('bookings-none', '/bookings?q=nobody'),
  staff('bookings-cancelled', '/bookings?state=cancelled'),
  staff('booking', '/bookings', first(BOOKING)),
  staff('booking-edit', '/bookings', moreOf(BOOKING, 'Edit customer')),
  staff('booking-move', '/bookings?state=confirmed', first(BOOKING, 'Move dates')),
  staff('booking-hours', '/bookings?state=confirmed', moreOf(BOOKING, 'Sell room hours')),
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
  staff('payment-payout', '/payments', async (page) => {
    await addCashRefund(page)
    // Beside the list, the first payment is open already.
    if (page.viewportSize()?.width === 390) await first(PAYMENT)(page)
    await click(page, /^Pay out/)
  }),
  staff('cash-up-short', CASH_UP, async (page) => {
    await page.getByLabel('Counted cash (NPR)').fill('100')
    await page.getByText('A manager must approve this difference.').waitFor()
  }),
  staff('cash-up-errors', CASH_UP, clicks('Sign cash-up')),
  staff('cash-up-differs', SHORT_CASH_UP),
  staff('cash-up-recount', SHORT_CASH_UP, clicks('Count again')),
  staff('cash-up-printed', SHORT_CASH_UP, async (page) => {
    await page.getByText(/^Signed by/).waitFor()
    await page.emulateMedia({ media: 'print' })
  }),
  staff('membership', '/memberships', first(MEMBERSHIP)),
  staff('memberships-none', '/memberships?q=nobody'),
  staff('messages-done', '/messages?state=done'),
  staff('invite', '/people', clicks('Invite staff')),
  staff('audit-checked', '/audit', clicks('Check again')),
  staff('tours-past', '/tours?view=past'),
  staff('tour', '/tours', clicks('Change')),
  staff('tour-move', '/tours', async (page) => {
    await click(page, 'Change')
    await button(page, 'Move').click()
    await page.getByRole('option', { name: 'Choose a time' }).waitFor({ state: 'attached' })
  }),
  staff('rooms-reserve', '/rooms?location=kausimaa&date=2026-12-02', async (page) => {
    const free = button(page, /^(Free, 11:00|Reserve Ridge)/).filter({ visible: true })
    await free.first().click()
    await button(page, 'Reserve this time').waitFor()
  }),
  staff('rooms-block', ROOMS, async (page) => {
    await reserveRooms(page)
    await button(page, /^(Free, 17:00, W|Reserve W)/)
      .filter({ visible: true })
      .first()
      .click()
    await radio(page, 'Block the room')
    await click(page, 'Block this time')
    await page.locator('[aria-invalid="true"]').waitFor()
  }),
  staff('rooms-reserved', ROOMS, reserveRooms),
  staff('rooms-move', ROOMS, (page) => openReservation(page, 'Move')),
  staff('rooms-release', ROOMS, (page) => openReservation(page, 'Release')),
  staff('rooms-closed', ROOMS, closeRooms),
  staff('rooms-printed', ROOMS, printRooms),
  staff('rooms-door', ROOMS, printDoor),
  staff('waiting-listed', '/waiting', listWaiting),
  staff('waiting-remove', '/waiting', async (page) => {
    await listWaiting(page)
    await click(page, 'Remove: maya@example.com')
  }),
  staff('booking-team', '/bookings', async (page) => {
    await first(BOOKING)(page)
    await teamBooking(page)
    await heading(page, 'Guests')
  }),
  staff('booking-new-team', '/bookings', newTeam),
  staff('day-sheet-team', '/day-sheet?location=kausimaa', teamDay),
  staff('day-sheet-printed', '/day-sheet?location=kausimaa', async (page) => {
    await teamDay(page)
    await page.emulateMedia({ media: 'print' })
  }),
  staff('day-sheet-kausimaa', '/day-sheet?location=kausimaa'),
  staff('day-sheet-note', '/day-sheet?location=kausimaa', clicks('Change the note')),
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
  staff('seats-short', '/seats?location=kausimaa', listSeats),
  staff('seats-errors', '/seats?location=kausimaa', async (page) => {
    await click(page, 'Block seats')
    await click(page, 'Block seats')
    await page.locator('[aria-invalid="true"]').first().waitFor()
  }),
  staff('blocked-today', '', blockToday),
  staff('closures-affected', '/closures', closeBookedDays),
  staff('closures-bookings', '/closures', listClosedDayBookings),
  staff('prices-changed', '/pricing', async (page) => {
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
    await page.getByLabel('Test card').waitFor()
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
      await book(page, () => page.locator('[data-state=ended]').waitFor(), { locationId: 'kausimaa' })
    },
  },
  own('held', 'Complete your payment', async () => {}),
  own('confirmed', 'Your booking is confirmed', payInSandbox),
  own('details', 'Your booking is confirmed', payInSandbox, (page) => click(page, 'Change details')),
  own('other', 'Your booking is confirmed', payInSandbox, (page) => page.getByText('Find another booking').click()),
  own('move', 'Your booking is confirmed', payInSandbox, async (page) => {
    await click(page, 'Move to other dates')
    await page.getByLabel('New first day').fill('2026-12-28')
    await page.getByText('Your new dates').waitFor()
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
  own('rooms', 'Your booking is confirmed', payInSandbox, async (page) => {
    for (const book of [true, false]) {
      await click(page, 'Book a room')
      await chooseTime(page)
      if (book) await click(page, /^Book Ridge room/)
    }
  }),
  ...WRITING_SEATS,
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
