import { expect, test, vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { bookingView } from '../../support/booking-view.ts'
import { mount } from '../booking/mount.ts'

vi.mock('#stores/edition.ts', () => ({ WITHOUT_SERVER: true }))

async function linksOf(booking: Partial<BookingView>) {
  const { default: BookAgain } = await import('#islands/payment/your-booking/BookAgain.tsx')
  const { element } = await mount(<BookAgain booking={bookingView(booking)} />)
  return Object.fromEntries(
    [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
  )
}

test('without a server, a longer booking is renewed by contact, and days can be added', async () => {
  const links = await linksOf({ planId: 'professional', billing: 'monthly', endDate: '2027-01-09' })
  expect(links).toEqual({
    'Ask us to renew': '/contact',
    'Add days': '/booking?location=dhobighat-hub&plan=professional&billing=monthly&start=2027-01-10#step-2',
    'Book again': '/booking?location=dhobighat-hub&plan=professional&billing=monthly#step-2',
  })
})

test('without a server, a day pass has nothing to renew', async () => {
  expect(Object.keys(await linksOf({}))).toEqual(['Add days', 'Book again'])
})
