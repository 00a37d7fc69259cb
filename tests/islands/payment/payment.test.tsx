import { act, type ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import { TEST_MODE_NOTE } from '#domain/payment.ts'
import type { PaymentMethodContent } from '#islands/payment/PaymentMethods.tsx'
import type { PaymentResult as Facts, PaymentScreen } from '#stores/payment/screen.ts'
import { business, day } from '../../domain/business.ts'
import { BOOKING_ID, errorResponse, NOW, Payer, TRANSFER, waitForRequests } from '../../stores/payment/payer.ts'
import { bookingView, changeView } from '../../support/booking-view.ts'
import { SELLER } from '../../support/seller.ts'
import { waitFor } from '../../support/wait-for.ts'
import { click, findButton, mount, textsOf } from '../booking/mount.ts'

const METHODS: PaymentMethodContent[] = (
  [
    ['esewa', 'eSewa', 'No fee', 'Instant'],
    ['khalti', 'Khalti', 'No fee', 'Instant'],
    ['stripe', 'Card', '3.5% + NPR 10', 'Instant'],
    ['qr_payment', 'QR payment', 'No fee', '2–5 minutes'],
    ['bank_transfer', 'Bank transfer', 'No fee', '1–2 business days'],
  ] as const
).map(([id, name, feeText, processingTime]) => ({
  id,
  name,
  feeText,
  processingTime,
  description: `About ${name}`,
  popular: id === 'esewa',
}))

const VISIT = {
  locations: business.locations.map((location) => ({ ...location, fullAddress: 'A street, Lalitpur' })),
  whatsapp: '+977 910 000 0000',
}

let page: Awaited<ReturnType<Payer['open']>>

// Loads lazy parts first, so that none arrives during a later test.
beforeAll(async () => {
  await Promise.all([
    import('#islands/payment/QrPanel.tsx'),
    import('#islands/payment/ConfirmEmail.tsx'),
    import('#islands/payment/CardPayment.tsx'),
    import('#islands/payment/TransferReceipt.tsx'),
    import('#islands/payment/PaymentResultPanel.tsx'),
    import('#islands/payment/your-booking/Bills.tsx'),
  ])
})

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  document.title = 'Complete Your Payment · Chautari'
})
afterEach(() => vi.unstubAllGlobals())

async function open(payer = new Payer(), debug?: ReactNode, returning = false): Promise<void> {
  page = await payer.open()
  page.close()
  const { default: Payment } = await import('#islands/payment/Payment.tsx')
  await mount(
    <Payment methods={METHODS} seller={SELLER} visit={VISIT} returning={returning} help="Call us">
      {debug}
    </Payment>,
  )
  await act(waitForRequests)
}
async function show(screen: PaymentScreen): Promise<void> {
  await act(() => page.$screen.set(screen))
  await act(vi.dynamicImportSettled)
}
const text = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
const heading = () => document.querySelector('h1')?.textContent
const input = (value: string) => document.querySelector<HTMLInputElement>(`input[value=${value}]`)
const actions = () => [...document.querySelectorAll('a, button')].map((element) => element.textContent)

test('the payment screen lists five methods with fee and time and names the charge on the button', async () => {
  await open()
  expect(heading()).toBe('Complete Your Payment')
  for (const { name, feeText, processingTime } of METHODS) {
    expect(text()).toContain(name)
    expect(text()).toContain(`Fee: ${feeText}`)
    expect(text()).toContain(`Processing time: ${processingTime}`)
  }
  expect(document.querySelector<HTMLInputElement>('input:checked')?.value).toBe('esewa')
  expect(text()).toContain('Pay NPR 11,400 with eSewa')
  expect(text()).toContain('Includes all taxes and fees')
  expect(text()).toContain(TEST_MODE_NOTE)
  expect(text()).toContain('Your seat is held for 30:00')
})

test('the payment screen names the closed days of the booking, but not for a move to other dates', async () => {
  const closedDays = [{ from: day('2026-12-30'), to: day('2026-12-31'), reason: 'Tamu Lhosar' }]
  await open(new Payer({ closedDays }))
  expect(text()).toContain('Closed: 30 Dec – 31 Dec 2026 (Tamu Lhosar)')
  const dates = { startDate: '2027-01-10', endDate: '2027-02-09', startTime: '09:00', endTime: '17:00' }
  const due = { amount: paisa(100_000), expiresAt: '2026-12-03T07:45:00.000Z', payments: [], methods: [] }
  await open(new Payer({ closedDays, change: { changeId: 'change-1', kind: 'move', minutes: null, ...dates, ...due } }))
  expect(text()).toContain('10 Jan – 9 Feb 2027')
  expect(text()).not.toContain('Tamu Lhosar')
})

const CLOSED_FIRST_DAY =
  'We are closed on 10 Dec 2026 (Elections). Choose another day or cancel. If you have already paid, write to us.'

test('the payment screen offers another day instead of methods when the first day was closed', async () => {
  await open(new Payer({ unpayable: CLOSED_FIRST_DAY }))
  expect(heading()).toBe('Choose another day')
  expect(text()).toContain(CLOSED_FIRST_DAY)
  expect(input('esewa')).toBeNull()
  expect(text()).toContain('Is your seat held?Yes, until 13:30.')
  expect(actions()).toEqual(['Choose another day', 'View or cancel booking'])
})

test('the payment screen of a booking by staff names our contact when the first day was closed', async () => {
  await open(new Payer({ unpayable: CLOSED_FIRST_DAY, placedByStaff: true }))
  expect(actions()).toEqual(['Contact us'])
})

test('a payment that is rejected because the first day was closed shows the reason', async () => {
  const payer = new Payer()
  await open(payer)
  payer.server.unpayable = CLOSED_FIRST_DAY
  payer.server.overrides['POST /api/payments'] = () => errorResponse(409, 'not_payable', { message: CLOSED_FIRST_DAY })
  await act(async () => {
    await page.startPayment()
    await waitForRequests()
  })
  expect(heading()).toBe('Choose another day')
})

test('the payment screen of a team counts its seats', async () => {
  await open(new Payer({ seats: 3 }))
  expect(text()).toContain('Your seats are held for 30:00')
  expect(text()).toContain('Seats per day3')
})

test('the payment screen of room hours names them and the time left to pay', async () => {
  await open(new Payer({ change: changeView({ kind: 'hours', minutes: 120, amount: paisa(160_000) }) }))
  expect(text()).toContain('2 meeting-room hoursNPR 1,600')
  expect(text()).toContain('Time left to pay: 45:002 meeting-room hours')
  expect(text()).not.toContain('seat is held')
})

test('the payment screen disables an unavailable method with the reason, and adds the card’s fee', async () => {
  const reason = 'Too late today for Khalti; choose eSewa'
  await open(new Payer({ reasons: { khalti: reason } }))
  expect(input('khalti')?.disabled).toBe(true)
  expect(input('khalti')?.closest('label')?.textContent).toContain(reason)
  expect(input('stripe')?.disabled).toBe(false)
  await act(() => input('stripe')?.click())
  expect(text()).toContain('Card feeNPR 409')
  expect(text()).toContain('Pay NPR 11,809 by card')
})

test.each([
  [30, 'Hold it for 30 more minutes'],
  [1, 'Hold it for 1 more minute'],
])('the payment screen offers to extend a hold near its end (minutes: %i)', async (holdMinutes, action) => {
  const body = { payments: 'sandbox', methods: [], holdMinutes, debugPanel: false }
  await open(new Payer({ expiresAt: NOW + 48_000, overrides: { 'GET /api/site': () => ({ status: 200, body }) } }))
  expect(text()).toContain('0:48 left')
  expect(actions()).toContain(action)
})

/** The screen of a successful payment. */
const receipt = (status: Facts['status'], more: Partial<Facts> = {}): PaymentScreen => ({
  state: 'success',
  result: { status, method: 'esewa', amount: paisa(1_140_000), ...more },
})

test('the payment screen shows a processed and a redirected payment, and calls none under review failed', async () => {
  await open(new Payer(), <p>Gateway test</p>)
  expect(text()).toContain('Gateway test')
  await show({ state: 'processing' })
  expect(text()).toContain('Please wait while we process your payment...')
  // The debug panel belongs to the form.
  expect(text()).not.toContain('Gateway test')
  await show({ state: 'pending', paymentId: 'x', view: 'redirected', isQuerying: false })
  expect(heading()).toBe('Payment Redirected')
  expect(actions()).toContain('Return to Booking')
  for (const view of ['checking', 'staff'] as const) {
    await show({ state: 'pending', paymentId: 'x', view, isQuerying: false, problem: 'No response.' })
    expect(heading()).toBe('We are checking your payment')
    expect(text()).toContain('No response.')
    expect(text()).toMatch(/Were you charged\?.*do not pay again\.Is your seat held\?Yes, until 13:30\.What now\?/)
    expect(text()).toContain('Call us')
    expect(textsOf(document.body, '.button:not(.button-quiet)')).toEqual(['Check again'])
    expect(text()).not.toMatch(/fail/i)
  }
})

test('the payment screen shows a verified payment as successful', async () => {
  await open()
  await show(receipt('confirmed', { transactionId: '0007G36', paidTwice: paisa(984_250) }))
  expect(text()).toContain('You paid twice. We refund the second payment of NPR 9,842.50.')
  await show(receipt('confirmed', { transactionId: '0007G36' }))
  expect(text()).not.toContain('You paid twice')
  expect(heading()).toBe('Payment Successful!')
  expect(text()).toContain('Your booking is confirmed: Professional at Dhobighat Hub, 10 Dec 2026 – 9 Jan 2027.')
  expect(text()).toContain('Transaction ID0007G36')
  expect(text()).toContain('Amount paidNPR11,400')
  expect(actions()).toEqual(expect.arrayContaining(['View Booking', 'Back to Home']))
})

test('the payment screen names no held seats in a trial', async () => {
  await open()
  const booking = page.$booking.get()
  if (!booking) throw new Error('no booking')
  expect(text()).toContain('Your seat is held for')
  await act(() => page.$booking.set({ ...booking, trial: true }))
  expect(text()).not.toContain('seat is held')
  await show(receipt('received', { method: 'bank_transfer' }))
  expect(text()).toContain('We are checking your payment.')
  expect(text()).not.toMatch(/(place|seat)( is)? held/i)
})

test('the payment screen sums up price and fee on a receipt, and prints seller, customer and sandbox note', async () => {
  await open()
  await show(receipt('confirmed', { method: 'stripe', amount: paisa(1_180_900), fee: paisa(40_900) }))
  for (const line of ['Amount paidNPR11,809', 'Price per monthNPR 9,500', 'Card feeNPR 409', 'TotalNPR 11,809'])
    expect(text()).toContain(line)
  await show(receipt('confirmed', { fee: paisa(0) }))
  expect(text()).not.toContain('Card fee')
  expect(text()).toContain('TotalNPR 11,400')
  const printed = () => [...document.querySelectorAll('.print-only')].map(({ textContent }) => textContent).join()
  expect(printed()).toContain('A Seller, Sample Road 1PAN 000000000, seller@example.com, +977 1 000 0000')
  expect(printed()).toContain('CustomerAarati Shrestha')
  expect(printed()).toContain(`SAMPLE. ${TEST_MODE_NOTE}`)
  const booking = page.$booking.get()
  const contact = { company: 'Himal Labs', pan: '301234567' }
  await act(() => page.$booking.set(booking && { ...booking, contact: { ...booking.contact, ...contact } }))
  const company = 'CustomerAarati Shrestha, Himal LabsPAN of the customer301234567'
  expect(printed()).toContain(company)
  const banner = [...document.querySelectorAll('.note')].find((note) => note.textContent === TEST_MODE_NOTE)
  expect(banner?.classList.contains('no-print')).toBe(true)
})

test('the payment screen shows an announced transfer as received with account, reference and deadline', async () => {
  await open()
  await show(receipt('received', { method: 'bank_transfer', transfer: TRANSFER }))
  expect(heading()).toBe('Booking received')
  expect(text()).toContain(
    'Transfer NPR 11,400 by 6 Dec 2026, 13:00. We check your payment when it arrives. Your seat is held.',
  )
  for (const fact of [TRANSFER.bankName, TRANSFER.accountName, TRANSFER.accountNumber, TRANSFER.reference])
    expect(text()).toContain(fact)
  expect(text()).not.toMatch(/success/i)
})

test('the payment screen calls no payment successful that is received, to be decided or refunded', async () => {
  await open()
  for (const status of ['received', 'needs_decision', 'refunded'] as const) {
    await show(receipt(status))
    expect(text()).not.toMatch(/successful|confirmed/i)
  }
})

test('the payment screen shows an error with the gateway’s message as text and focuses the heading', async () => {
  await open()
  await show({ state: 'error', message: 'Unsupported payment method: khalti', gatewayMessage: '<b>Khalti</b>: no' })
  expect(text()).toContain('<b>Khalti</b>: no')
  expect(heading()).toBe('Payment Failed')
  expect(text()).toContain('Unsupported payment method: khalti')
  expect(actions()).toEqual(expect.arrayContaining(['Try Again', 'Back to Booking']))
  expect(document.title).toBe('Payment Failed · Chautari')
  expect(document.activeElement).toBe(document.querySelector('h1'))
})

test('the payment screen labels an error by whether its outcome is known', async () => {
  await open()
  for (const [outcome, tag] of [
    [{}, 'Not paid'],
    [{ isOutcomeUnknown: true }, 'Not confirmed'],
  ] as const) {
    await show({ state: 'error', message: 'QR payment verification failed', ...outcome })
    expect(document.querySelector('.tag')?.textContent).toBe(tag)
    const advice = 'do not pay again: contact us'
    expect(text().includes(advice)).toBe(tag === 'Not confirmed')
    expect(text().includes('Were you charged?No. Nothing was charged.')).toBe(tag === 'Not paid')
    expect(text()).toContain('Is your seat held?Yes, until 13:30.')
    expect(text()).toContain('What now?')
  }
  await show({ state: 'error', message: 'Payment verification failed', isCancelled: true })
  expect(text()).toContain(
    'Payment cancelledPayment FailedYou cancelled the payment.Were you charged?No. Nothing was charged.',
  )
})

test('the payment screen of a day pass that was paid while its day was closed says what to do', async () => {
  const payer = new Payer()
  const closedDays = [{ from: day('2026-12-10'), to: day('2026-12-10'), reason: 'Elections' }]
  payer.server.overrides[`GET /api/bookings/${BOOKING_ID}`] = () => ({ status: 200, body: bookingView({ closedDays }) })
  await open(payer)
  expect(text()).toContain(
    'We are closed on 10 Dec 2026 (Elections). Move your day pass for free, or cancel it and get everything back.',
  )
})

test('the payment screen focuses the heading when the text changes within a state, and after a reload', async () => {
  await open()
  await show(receipt('received', { method: 'qr_payment' }))
  document.querySelector('a')?.focus()
  await show(receipt('confirmed', { method: 'qr_payment' }))
  expect(document.activeElement?.textContent).toBe('Payment Successful!')
  expect(document.title).toBe('Payment Successful! · Chautari')
  await show({ state: 'pending', paymentId: 'x', view: 'checking', isQuerying: false })
  document.querySelector('button')?.focus()
  await show({ state: 'pending', paymentId: 'x', view: 'checking', isQuerying: true })
  expect(document.activeElement?.tagName).toBe('BUTTON')
  await show({ state: 'pending', paymentId: 'x', view: 'staff', isQuerying: false })
  expect(document.activeElement?.tagName).toBe('H1')
  const descriptionId = document.activeElement?.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(descriptionId)?.textContent).toContain('Please do not pay again.')
  await show({ state: 'loading' })
  document.querySelector('h1')?.blur()
  await show({ state: 'selecting' })
  expect(document.activeElement).toBe(document.querySelector('h1'))
})

test('the payment screen links to the wizard when there is nothing to pay', async () => {
  const payer = new Payer()
  payer.local.entries.clear()
  await open(payer)
  expect(text()).toContain('There is nothing to pay yet')
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/booking')
})

test('the payment screen links to the booking when the customer returns in another browser', async () => {
  const payer = new Payer()
  payer.local.entries.clear()
  await open(payer, undefined, true)
  expect(heading()).toBe('We could not find that payment')
  expect(text()).toContain('This browser has no booking for that payment. If you booked on another phone or browser')
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/your-booking')
})

test.each([
  [false, 'Your details are saved. Book again to continue.', '/booking'],
  [true, 'Our staff made this booking for you: contact us to book again', '/contact'],
])(
  'the payment screen explains what to do when a hold has ended (by staff: %s)',
  async (placedByStaff, advice, href) => {
    await open(new Payer({ placedByStaff }))
    await show({ state: 'ended' })
    expect(heading()).toBe('Your hold has expired')
    expect(text()).toContain(advice)
    expect(text()).toContain('Were you charged?No payment has reached us.')
    expect(text()).toContain('Is your seat held?No. Your seat was released.')
    expect(text()).not.toMatch(/Total|Price per/)
    expect([...document.querySelectorAll('a.button')].map((link) => link.getAttribute('href'))).toEqual([href])
    expect(textsOf(document.body, '.button')).toEqual([placedByStaff ? 'Contact us' : 'Book again'])
    expect(text()).toContain('Call us')
  },
)

test('the payment screen leads a customer whose paid booking was cancelled to its payments and refunds', async () => {
  const payer = new Payer()
  payer.server.addPayment()
  payer.server.settle('confirmed', 'cancelled')
  await open(payer)
  expect(heading()).toBe('This booking was cancelled')
  expect(text()).toContain('Yes. The page of your booking shows your payments and refunds.')
  const links = [...document.querySelectorAll('a.button')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/your-booking', '/booking'])
})

test('the payment screen of an ended hold warns against booking again while a payment may arrive', async () => {
  const payer = new Payer()
  payer.server.addPayment()
  await open(payer)
  await show({ state: 'ended' })
  expect(text()).toContain('No payment has reached us. If money has left your account, do not book again: contact us.')
  expect(text()).toContain('If no money has left your account, book again to continue.')
  expect(textsOf(document.body, '.button-quiet')).toEqual(['Book again'])
})

test('the payment screen keeps a chosen receipt through a refresh', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const payer = new Payer()
  payer.server.addPayment({ method: 'bank_transfer' }).set({ state: 'pending_verification' })
  await open(payer)
  await act(vi.dynamicImportSettled)
  const { chooseFile } = await import('#stores/payment/receipt-upload.ts')
  await act(() => chooseFile(new File(['image'], 'receipt.png', { type: 'image/png' })))
  const name = [...document.querySelectorAll('b')].find(({ textContent }) => textContent === 'receipt.png')
  expect(name).toBeDefined()
  const requestCount = payer.server.requests.length
  await act(() => payer.makeVisible())
  expect(payer.server.requests.length).toBeGreaterThan(requestCount)
  expect(name?.isConnected).toBe(true)
  vi.restoreAllMocks()
})

test('the payment screen shows where the confirmation link of a transfer was sent', async () => {
  await open(new Payer({ needsEmail: true }))
  await act(() => input('bank_transfer')?.click())
  await act(() => document.querySelector('form')?.requestSubmit())
  await waitFor(async () => {
    await act(waitForRequests)
    expect(text()).toContain('We sent a link to aarati@example.com.')
  })
  expect(heading()).toBe('Confirm your email first')
  expect(document.activeElement?.textContent).toBe('Confirm your email first')
  expect(document.querySelector('[aria-disabled]')?.textContent).toBe('Send the link again')
  await click(findButton(document.body, 'Choose another payment method'))
  await act(waitForRequests)
  expect(heading()).toBe('Complete Your Payment')
})
