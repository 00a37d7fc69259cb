import { act } from 'react'
import { describe, expect, test } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import type { Payer } from '../../stores/payment/payer.ts'
import { bookingView } from '../../support/booking-view.ts'
import { openYourBooking, pageText } from '../../support/your-booking.tsx'

const NOW = '2026-12-03T07:30:00.000Z'
const MONTH = {
  planId: 'professional',
  planName: 'Professional',
  billing: 'monthly',
  startDate: '2026-12-10',
  endDate: '2027-01-09',
} as const satisfies Partial<BookingView>
const RENEWAL = {
  membershipId: 'm-1',
  startDate: '2027-01-10',
  endDate: '2027-02-09',
  amount: paisa(950_000),
  full: false,
}
const NO_ACTIONS = bookingView().actions
const withRenewal = (over: Partial<NonNullable<BookingView['actions']['renew']>> = {}): Partial<BookingView> => ({
  ...MONTH,
  actions: { ...NO_ACTIONS, renew: { ...RENEWAL, ...over } },
})

let visitor: Payer

const open = async (booking: Partial<BookingView>) => {
  visitor = await openYourBooking(booking)
}

const link = (name: string) => [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)
const linkNames = () =>
  ['Renew', 'Add days', 'Book again'].filter((name) =>
    [...document.querySelectorAll('a')].includes(link(name) as never),
  )

/** Follows a link to the wizard, and returns its address and what it finds in the tab's storage. */
async function follow(name: string) {
  const anchor = link(name)
  anchor?.addEventListener('click', (event) => event.preventDefault())
  await act(async () => anchor?.click())
  return { href: anchor?.getAttribute('href'), prefill: visitor.tab.read('booking-prefill') as Record<string, unknown> }
}

describe('the page of a booking', () => {
  test('leads to the wizard with the choices of the booking', async () => {
    await open({ ...MONTH, status: 'cancelled' })
    expect(linkNames()).toEqual(['Book again'])
    const { href, prefill } = await follow('Book again')
    expect(href).toBe('/booking?location=dhobighat-hub&plan=professional&billing=monthly#step-2')
    expect(prefill.draft).toMatchObject({ startDate: '', contactInfo: { email: 'aarati@example.com' } })
    expect(prefill).not.toHaveProperty('renewal')
  })

  test('adds the day after a day pass', async () => {
    await open({ now: NOW })
    expect(linkNames()).toEqual(['Add days', 'Book again'])
    const { href, prefill } = await follow('Add days')
    expect(href).toBe('/booking?location=dhobighat-hub&plan=explorer&start=2026-12-11#step-2')
    expect(prefill.draft).toMatchObject({ startDate: '2026-12-11' })
  })

  test('adds no day that has passed', async () => {
    await open({ now: '2026-12-12T07:30:00.000Z' })
    expect(linkNames()).toEqual(['Book again'])
  })

  test('renews a membership with its days and price, and passes the secret in the tab only', async () => {
    await open(withRenewal())
    expect(linkNames()).toEqual(['Renew', 'Book again'])
    expect(pageText()).toContain('Next month of your membership: 10 Jan – 9 Feb 2027, NPR 9,500.')
    const { href, prefill } = await follow('Renew')
    expect(href).toBe('/booking?location=dhobighat-hub&plan=professional&billing=monthly&start=2027-01-10#step-2')
    expect(prefill.renewal).toEqual({ ...RENEWAL, secret: 's3cret' })
    expect(JSON.stringify([...visitor.local.entries.keys()])).not.toContain('booking-prefill')
  })

  test.each([
    ['2026-12-25', false],
    ['2026-12-26', true],
  ])('emphasises the renewal in the last two weeks: %s', async (today, isPrimary) => {
    await open({ ...withRenewal(), now: `${today}T07:30:00.000Z` })
    expect(link('Renew')?.matches('.button:not(.button-quiet)')).toBe(isPrimary)
  })

  test.each([
    ['the location is full', { full: true }, 'every seat at Dhobighat Hub is taken'],
    ['the plan is no longer sold', { amount: null }, 'Professional is no longer sold by the month'],
  ])('says before payment that %s', async (_, over, message) => {
    await open(withRenewal(over))
    expect(linkNames()).toEqual(['Book again'])
    expect(pageText()).toContain(message)
    expect(link('Contact us')?.getAttribute('href')).toBe('/contact')
  })

  test('says that the next period waits for its payment, and not once it is paid', async () => {
    await open({ ...MONTH, renewal: { startDate: '2027-01-10', paid: false } })
    expect(linkNames()).toEqual(['Book again'])
    expect(pageText()).toContain('The next month of your membership, from 10 Jan 2027, is booked but not paid yet.')
    await open({ ...MONTH, renewal: { startDate: '2027-01-10', paid: true } })
    expect(pageText()).not.toContain('not paid yet')
  })

  test.each(['held', 'pending_verification'] as const)('offers nothing of this in the state %s', async (status) => {
    await open({ status, expiresAt: '2026-12-03T08:00:00.000Z' })
    expect(linkNames()).toEqual([])
  })
})
