import { act } from 'react'
import { expect, test } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import type { AttemptState, PaymentMethod } from '#domain/payment.ts'
import { day, hours } from '../../domain/business.ts'
import { BOOKING_ID, Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { bookingView } from '../../support/booking-view.ts'
import { SELLER } from '../../support/seller.ts'
import { mountYourBooking, openYourBooking, pageHeading, pageText } from '../../support/your-booking.tsx'
import { click, findButton, getField, hydrate, textsOf, type } from '../booking/mount.ts'

const VISIT = {
  locations: [
    {
      id: 'dhobighat-hub',
      openingHours: hours(['05:00', '23:00'], ['08:00', '20:00']),
      fullAddress: 'Dhobighat, Lalitpur',
      googleMapsUrl: 'https://maps.example/dhobighat',
      doorNote: 'Ring the lower bell.',
    },
  ],
  whatsapp: '+977 910 000 0000',
}

let visitor: Payer

const open = async (booking: Partial<BookingView> | null) => {
  visitor = await openYourBooking(booking, { visit: VISIT })
  visitor.server.overrides['POST /api/bookings/find'] = () => ({ status: 202, body: {} })
}
const heading = () => pageHeading()?.textContent
const link = (part: string) =>
  [...document.querySelectorAll('a')].find(({ textContent }) => textContent.includes(part))?.getAttribute('href')

test('shows dates, hours, address, and the reference in the WhatsApp link', async () => {
  await open({ notes: 'A desk by the window' })
  expect(heading()).toBe('Your booking is confirmed')
  expect(pageText()).toContain('See you on Thursday, 10 Dec 2026.')
  expect(pageText()).toContain('DateThursday, 10 Dec 202624 Mangsir 2083 BS')
  expect(pageText()).toContain('Day pass hours06:00–22:00')
  expect(pageText()).toContain('Opening hours05:00–23:00')
  expect(pageText()).toContain('A desk by the window')
  expect(pageText()).toContain('Ring the lower bell.')
  expect(link('Dhobighat, Lalitpur')).toBe('https://maps.example/dhobighat')
  expect(link('WhatsApp')).toContain(`wa.me/9779100000000?text=`)
  expect(link('WhatsApp')).toContain(BOOKING_ID)
})

test('names a date of the Nepali calendar whose year is not announced', async () => {
  await open({ planId: 'professional', startDate: '2027-03-22', endDate: '2027-04-21' })
  expect(pageText()).toContain(
    'Monday, 22 Mar 20278 Chaitra 2083 BSLast dayWednesday, 21 Apr 2027BS date not announced yet',
  )
})

async function openOnShortDay(booking: Partial<BookingView> = {}): Promise<void> {
  const visitor = new Payer()
  const short = { from: '2026-12-10', to: '2026-12-10', reason: 'Udhauli', hours: { open: '10:00', close: '16:00' } }
  visitor.server.overrides['GET /api/closures'] = () => ({
    status: 200,
    body: { closures: [{ id: 'c-1', locationId: null, ...short }] },
  })
  visitor.server.overrides[`GET /api/bookings/${BOOKING_ID}`] = () => ({ status: 200, body: bookingView(booking) })
  await mountYourBooking(visitor, { path: `/your-booking#${BOOKING_ID}.s3cret`, visit: VISIT })
}

test('names the days of a longer booking on which other hours apply', async () => {
  await openOnShortDay({ planId: 'professional', billing: 'monthly', endDate: '2027-01-09' })
  expect(pageText()).toContain('Opening hoursMon–Fri 05:00–23:00, Sat–Sun 08:00–20:00')
  expect(pageText()).toContain('Other hours10 Dec 2026 10:00–16:00 (Udhauli)')
})

test('shows the other hours of the day of a day pass', async () => {
  await openOnShortDay()
  expect(pageText()).toContain('Day pass hours10:00–16:00')
  expect(pageText()).not.toContain('Other hours')
  expect(pageText()).not.toContain('23:00')
})

const CLOSED = [{ from: day('2026-12-10'), to: day('2026-12-10'), reason: 'Udhauli' }]
const FREE_MOVE = { until: '2027-03-10T18:14:59.999Z', left: null, earliest: '2026-12-03', latest: '2027-03-10' }

test.each([
  ['2026-12-03T07:30:00.000Z', 'We are closed on'],
  ['2026-12-12T07:30:00.000Z', 'We were closed on'],
])('offers a free move and cancellation of a day pass on a closed day, at %s', async (now, text) => {
  await open({ closedDays: CLOSED, actions: { ...bookingView().actions, move: FREE_MOVE }, now })
  expect(heading()).toBe('Choose another day')
  expect(pageText()).toContain(
    `${text} 10 Dec 2026 (Udhauli). Move your day pass for free, or cancel it and get everything back.`,
  )
  expect(pageText()).not.toContain('See you')
  expect(pageText()).not.toContain('Day pass hours')
  expect(findButton(document.body, 'Move to another day')).not.toBeNull()
})

test('offers neither the calendar nor more days of a day pass on a closed day', async () => {
  const cancel = {
    refund: paisa(52_750),
    freeUntil: '2027-03-10T18:14:59.999Z',
    needsAccount: false,
    from: 'now' as const,
  }
  await open({ closedDays: CLOSED, actions: { ...bookingView().actions, move: FREE_MOVE, cancel } })
  const panel = document.querySelector('h1')?.closest('section')
  expect(textsOf(panel ?? document.body, 'a, button')).toEqual(['Move to another day', 'Cancel booking'])
})

test('does not offer to move a day pass on a closed day that cannot be moved', async () => {
  await open({ closedDays: CLOSED })
  expect(pageText()).toContain('Closed10 Dec 2026 (Udhauli)')
  expect(pageText()).not.toContain('for free')
})

test('offers another day, and no payment, for an unpaid booking whose first day was closed', async () => {
  const unpayable =
    'We are closed on 10 Dec 2026 (Udhauli). Choose another day or cancel. If you have already paid, write to us.'
  await open({ status: 'held', expiresAt: '2026-12-03T08:00:00.000Z', closedDays: CLOSED, unpayable })
  expect(heading()).toBe('Choose another day')
  expect(pageText()).toContain(unpayable)
  expect(findButton(document.body, 'Pay NPR\u00a0500')).toBeNull()
  expect(link('Choose another day')).toBe('/booking?location=dhobighat-hub&plan=explorer#step-2')
})

test('names the closed days of a longer booking, which stays as it is', async () => {
  await open({
    planId: 'professional',
    billing: 'monthly',
    endDate: '2027-01-09',
    closedDays: [{ from: day('2026-12-20'), to: day('2026-12-22'), reason: 'Udhauli' }],
  })
  expect(heading()).toBe('Your booking is confirmed')
  expect(pageText()).toContain('See you on Thursday, 10 Dec 2026.')
  expect(pageText()).toContain('Closed20 Dec – 22 Dec 2026 (Udhauli)')
})

test('shows first and last day, working hours and seats of a longer plan', async () => {
  await open({
    planId: 'professional',
    billing: 'monthly',
    endDate: '2027-01-09',
    startTime: '09:00',
    endTime: '17:00',
    seats: 4,
  })
  expect(pageText()).toContain('First dayThursday, 10 Dec 2026')
  expect(pageText()).toContain('Last daySaturday, 9 Jan 2027')
  expect(pageText()).toContain('Working hours09:00–17:00')
  expect(pageText()).toContain('Opening hoursMon–Fri 05:00–23:00, Sat–Sun 08:00–20:00')
  expect(pageText()).toContain('Seats per day4')
  expect(pageText()).not.toContain('Day pass hours')
})

test('lists every payment and refund with its date, and the total with the fee', async () => {
  const refund = { kind: 'refund' as const, method: 'stripe' as const, amount: paisa(10_000) }
  const [payment] = bookingView().history
  if (payment?.kind !== 'payment') throw new Error('no payment')
  await open({
    history: [
      { ...payment, state: 'partly_refunded' },
      { ...payment, paymentId: 'payment-2-00000000', purpose: 'difference', method: 'cash', fee: paisa(0) },
      { ...refund, state: 'done', at: '2026-12-04T04:15:00.000Z', updatedAt: '2026-12-04T04:20:00.000Z' },
      { ...refund, state: 'sent', at: '2026-12-05T04:15:00.000Z', updatedAt: '2026-12-05T04:15:00.000Z' },
      {
        ...refund,
        state: 'due',
        amount: paisa(5_000),
        at: '2026-12-06T04:15:00.000Z',
        updatedAt: '2026-12-06T04:15:00.000Z',
      },
    ],
  })
  expect(
    [...document.querySelectorAll('ol li')].map(({ textContent }) => textContent.replaceAll('\u00a0', ' ')),
  ).toEqual([
    'PaidNPR 527.50Card · 3 Dec 2026, 13:05 · includes the payment fee of NPR 27.50 · transaction pi_123',
    'Paid: extra cost of new datesNPR 527.50Cash at the desk · 3 Dec 2026, 13:05 · transaction pi_123',
    'RefundedNPR 100Card · requested 4 Dec 2026, 10:00 · 4 Dec 2026, 10:05',
    'Refund in progressNPR 100Card · requested 5 Dec 2026, 10:00',
    'Refund dueNPR 50Card · since 6 Dec 2026, 10:00',
  ])
  expect(pageText()).toContain('Extra cost of new datesNPR 527.50Card feeNPR 27.50TotalNPR1,055')
  expect(pageText()).toContain('Refund dueNPR 150RefundedNPR 100')
})

test.each<[string, Partial<BookingView>, string, string]>([
  [
    'held',
    { status: 'held', expiresAt: '2026-12-03T08:00:00.000Z' },
    'Complete your payment',
    'until 3 Dec 2026, 13:45',
  ],
  ['held too long', { status: 'held', expiresAt: '2026-12-03T07:00:00.000Z' }, 'Your hold has expired', 'Book again'],
  ['under review', { status: 'pending_verification' }, 'Booking received', 'Your seat is held'],
  ['paid late', { status: 'needs_decision' }, 'Payment received', 'We will move your booking or refund you'],
  ['expired', { status: 'expired' }, 'Your hold has expired', 'Your seat was released'],
  ['expired for a team', { status: 'expired', seats: 3 }, 'Your hold has expired', 'Your seats were released'],
  ['cancelled', { status: 'cancelled' }, 'This booking was cancelled', 'Your seat was released'],
  [
    'shortened',
    { originalEndDate: '2026-12-20' },
    'The rest of this booking was cancelled',
    'Your last day is Thursday',
  ],
  ['running', { now: '2026-12-10T07:30:00.000Z' }, 'Your booking is active', 'You can come in'],
  ['over', { now: '2026-12-10T18:30:00.000Z' }, 'This booking is over', 'Its last day was 10 Dec 2026'],
])('explains a booking that is %s', async (_, booking, title, explanation) => {
  await open(booking)
  expect(heading()).toBe(title)
  expect(pageText()).toContain(explanation)
})

test.each([
  ['due', 'We refund NPR 527.50. We email you when it is sent.'],
  ['sent', 'We refund NPR 527.50. We email you when it is sent.'],
  ['done', 'We have refunded NPR 527.50.'],
  ['failed', 'Your seat was released.'],
] as const)('announces a refund in the state %s after a cancellation', async (state, announcement) => {
  const at = '2026-12-03T07:25:00.000Z'
  const refund = { kind: 'refund', state, amount: paisa(52_750), method: 'stripe', at, updatedAt: at } as const
  await open({ status: 'cancelled', history: [...bookingView().history, refund] })
  expect(pageText()).toContain(announcement)
})

test.each<[string, AttemptState | undefined, string]>([
  ['no payment', undefined, 'You have not been charged.'],
  ['a payment without a refund', 'confirmed', 'the time for a free cancellation was over'],
  ['a payment of another amount', 'mismatch', 'We are checking your payment.'],
])('says after a cancellation with %s whether money was taken', async (_, state, explanation) => {
  const [payment] = bookingView().history
  await open({ status: 'cancelled', history: state ? [{ ...payment, state } as typeof payment & object] : [] })
  expect(pageText()).toContain(explanation)
})

test.each<[string, Partial<BookingView>]>([
  ['cancelled', { status: 'cancelled' }],
  ['expired', { status: 'expired' }],
  ['held too long', { status: 'held', expiresAt: '2026-12-03T07:00:00.000Z' }],
])('names no total of an unpaid booking that is %s', async (_, booking) => {
  await open({ ...booking, history: [] })
  expect(pageText()).toContain('PaidNPR 0')
  expect(pageText()).not.toContain('Total')
})

test('names no amount paid while a payment of another amount is refunded', async () => {
  const [payment] = bookingView().history
  const at = '2026-12-03T07:25:00.000Z'
  const refund = { kind: 'refund', state: 'due', amount: paisa(40_000), method: 'stripe', at, updatedAt: at } as const
  await open({ status: 'cancelled', history: [{ ...payment, state: 'mismatch' } as typeof payment & object, refund] })
  expect(pageText()).toContain('Refund dueNPR 400')
  expect(pageText()).not.toContain('PaidNPR 0')
})

test.each<[string, PaymentMethod, AttemptState, string]>([
  ['held', 'esewa', 'failed', 'You have not been charged.'],
  ['held', 'esewa', 'pending', 'do not pay again: it arrives here within minutes.'],
  ['held', 'qr_payment', 'pending', 'do not pay again: continue to the payment and send the receipt.'],
  ['expired', 'esewa', 'expired', 'You have not been charged.'],
  ['expired', 'esewa', 'pending', 'If your payment still arrives, we move your booking or refund you.'],
])('says of a booking that is %s whether an %s payment that is %s took money', async (status, method, state, text) => {
  const payment = { paymentId: 'payment-2-00000000', amount: paisa(19_000), fee: paisa(0), transactionId: null }
  const payments = [{ ...payment, method, state, createdAt: '2026-12-03T07:20:00.000Z', receiptAt: null }]
  const held = { status: status as BookingView['status'], expiresAt: '2026-12-03T08:00:00.000Z' }
  await open({ ...held, payments, history: [] })
  expect(pageText()).toContain(text)
})

test.each<[string, Partial<BookingView>, string]>([
  ['to come', {}, 'Add to calendar'],
  ['held', { status: 'held', expiresAt: '2026-12-03T08:00:00.000Z' }, 'Pay NPR\u00a0500'],
  ['held too long', { status: 'held', expiresAt: '2026-12-03T07:00:00.000Z' }, 'Book again'],
  ['expired', { status: 'expired' }, 'Book again'],
  ['cancelled', { status: 'cancelled' }, 'Book again'],
  ['over', { now: '2026-12-10T18:30:00.000Z' }, 'Book again'],
])('has one primary button for a booking that is %s', async (_, booking, name) => {
  await open(booking)
  const panel = document.querySelector('h1')?.closest('section')
  expect(textsOf(panel ?? document.body, '.button:not(.button-quiet)')).toEqual([name])
})

test('places price, directions and payments in the column beside the booking', async () => {
  await open({})
  const beside = pageHeading()?.closest('section')?.parentElement?.nextElementSibling
  expect(textsOf(beside ?? document.body, 'h2')).toEqual(['Your booking', 'Getting there', 'Payments and refunds'])
})

test('offers to pay an unpaid booking only', async () => {
  await open({ status: 'held', expiresAt: '2026-12-03T08:00:00.000Z' })
  expect(findButton(document.body, 'Pay NPR\u00a0500')).not.toBeNull()
  for (const other of [{}, { status: 'held' as const, expiresAt: '2026-12-03T07:00:00.000Z' }]) {
    await open(other)
    expect(findButton(document.body, 'Pay NPR\u00a0500')).toBeNull()
  }
})

test('asks for a reference or an email when a link opens no booking, and never says whether there is one', async () => {
  await open(null)
  expect(heading()).toBe('This link does not open a booking')
  const field = getField(document.body)
  await click(findButton(document.body, 'Email me the link'))
  expect(pageText()).toContain('Enter your booking reference or your email address')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await type(field, 'aarati@example.com')
  await click(findButton(document.body, 'Email me the link'))
  await act(waitForRequests)
  expect(visitor.server.requestsTo(/find$/).map(({ body }) => body)).toEqual([{ email: 'aarati@example.com' }])
  expect(pageText()).toContain('If we have a current booking for aarati@example.com')
})

test.each<[string, Partial<BookingView>]>([
  ['cancelled', { status: 'cancelled' }],
  ['expired', { status: 'expired' }],
  ['held too long', { status: 'held', expiresAt: '2026-12-03T07:00:00.000Z' }],
  ['without seats', { status: 'needs_decision' }],
  ['over', { now: '2026-12-10T18:30:00.000Z' }],
])('shows no directions, but how to reach us, for a booking that is %s', async (_, booking) => {
  await open(booking)
  expect(pageText()).not.toContain('Getting there')
  expect(pageText()).not.toContain('Dhobighat, Lalitpur')
  expect(pageText()).not.toContain('Ring the lower bell.')
  expect(link('WhatsApp')).toContain(BOOKING_ID)
})

test('offers a cancelled booking only to be booked again', async () => {
  await open({ status: 'cancelled' })
  const actions = document.querySelector('section .no-print')
  expect([...(actions?.querySelectorAll('a, button') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Book again',
  ])
})

test('forgets the booking on this device, and then asks for a reference', async () => {
  await open({})
  const button = findButton(document.body, 'Forget this booking on this device')
  expect(button?.parentElement?.textContent).toContain('The link in our email opens it again.')
  button?.focus()
  await click(button)
  expect(heading()).toBe('Find your booking')
  expect(document.activeElement).toBe(pageHeading())
  expect(visitor.local.entries.get('payment-store')).toBeUndefined()
})

test('keeps what was typed into the form before the script started', async () => {
  visitor = new Payer()
  visitor.local.entries.clear()
  const page = await visitor.open('/your-booking')
  page.close()
  const { default: YourBooking } = await import('#islands/payment/YourBooking.tsx')
  let field: HTMLInputElement | undefined
  await hydrate(<YourBooking methods={[]} seller={SELLER} visit={VISIT} />, (element) => {
    field = getField(element)
    field.value = BOOKING_ID
  })
  expect(pageHeading()?.textContent).toBe('Find your booking')
  expect(getField(document.body)).toBe(field)
  expect(field?.value).toBe(BOOKING_ID)
})
