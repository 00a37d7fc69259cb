import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { business } from '../../domain/business.ts'
import { BOOKING_ID, Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { bookingView } from '../../support/booking-view.ts'
import { SELLER } from '../../support/seller.ts'
import { waitFor } from '../../support/wait-for.ts'
import { findButton, mount } from '../booking/mount.ts'

const VISIT = {
  locations: business.locations.map((location) => ({
    ...location,
    fullAddress: 'Samata Marg, Lalitpur',
    googleMapsUrl: 'https://maps.example.com/samata-marg',
  })),
  whatsapp: '+977 910 000 0000',
}
const PAYMENT = {
  paymentId: 'payment-1-00000000',
  method: 'stripe' as const,
  state: 'confirmed' as const,
  amount: paisa(52_750),
  fee: paisa(2_750),
  transactionId: 'pi_123',
  createdAt: '2026-12-03T07:20:00.000Z',
  receiptAt: null,
}

beforeAll(async () => {
  await Promise.all([
    import('#islands/payment/PaymentResultPanel.tsx'),
    import('#islands/payment/your-booking/Bills.tsx'),
  ])
})
beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => vi.unstubAllGlobals())

async function open(booking: Partial<BookingView> = {}, bills: readonly object[] = []): Promise<void> {
  const payer = new Payer()
  const body = bookingView({ payments: [PAYMENT], ...booking })
  payer.server.overrides[`GET /api/bookings/${BOOKING_ID}`] = () => ({ status: 200, body })
  payer.server.overrides[`GET /api/bookings/${BOOKING_ID}/bills`] = () => ({
    status: 200,
    body: { items: bills, waiting: false },
  })
  const page = await payer.open()
  page.close()
  const { default: Payment } = await import('#islands/payment/Payment.tsx')
  const methods = [
    {
      id: 'stripe' as const,
      name: 'Card',
      description: '',
      feeText: '',
      processingTime: '',
      popular: false,
    },
  ]
  await mount(<Payment methods={methods} seller={SELLER} visit={VISIT} returning={false} />)
  await act(waitForRequests)
}
const OWN = { actions: { ...bookingView().actions, changeDetails: true } }
const text = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
const findLink = (part: string) =>
  [...document.querySelectorAll('a')].find(({ textContent }) => textContent.includes(part))

test('a paid booking shows where its confirmation was sent, and a receipt with fee and total', async () => {
  await open(OWN)
  expect(document.activeElement?.textContent).toBe('Payment Successful!')
  expect(text()).toContain('We sent the confirmation to aarati@example.com.')
  expect(text()).toContain('Amount paidNPR527.50')
  expect(text()).toContain('LocationDhobighat HubPlanExplorerDate10 Dec 2026')
  expect(text()).toContain('Card feeNPR 27.50TotalNPR 527.50Transaction IDpi_123')
})

test('a paid booking shows the hours of its first day, the way, WhatsApp and a calendar file', async () => {
  await open(OWN)
  const visit = document.querySelector('[aria-label="Your visit"]')
  expect(visit?.textContent).toContain('Your dayThursday, 10 Dec 2026Day pass 06:00–22:00')
  expect(findLink('Samata Marg')?.href).toBe('https://maps.example.com/samata-marg')
  expect(findLink('WhatsApp')?.href).toContain(
    `wa.me/9779100000000?text=Hello%2C%20this%20is%20about%20my%20booking%20${BOOKING_ID}`,
  )
  expect(findButton(document.body, 'Add to calendar')).not.toBeNull()
})

test('a longer plan shows the opening hours of its first day', async () => {
  await open({
    ...OWN,
    planId: 'professional',
    planName: 'Professional',
    endDate: '2027-01-09',
    startDate: '2026-12-12',
  })
  expect(text()).toContain('Your first daySaturday, 12 Dec 2026Open 08:00–20:00')
})

test('a paid booking lists its bill', async () => {
  const bill = {
    number: 'DHO-8384-00001',
    kind: 'vat',
    heading: 'Tax Invoice',
    issuedOn: '2026-12-03',
    total: 52_750,
    of: null,
  }
  await open(OWN, [bill])
  await waitFor(async () => {
    await act(waitForRequests)
    expect(document.querySelector('[aria-label="Download DHO-8384-00001"]')).not.toBeNull()
  })
})

test('the payer of a payment link gets no calendar file and no bill, which need the customer’s own link', async () => {
  await open()
  expect(text()).toContain('Payment Successful!')
  expect(findButton(document.body, 'Add to calendar')).toBeNull()
  expect(document.querySelector('#bills')).toBeNull()
})

test('a paid booking that was cancelled without a refund does not say that nothing was charged', async () => {
  await open({ status: 'cancelled' })
  expect(text()).toContain('This booking was cancelled')
  expect(text()).toContain('Were you charged?Yes. The page of your booking shows your payments and refunds.')
  expect(findLink('View Booking')).toBeDefined()
})
