import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { ok, Visitor } from '../../stores/booking/visitor.ts'
import { bookingView } from '../../support/booking-view.ts'
import { click, findButton, mount, textsOf } from './mount.ts'
import { OFFERING } from './offering.ts'

async function openWizard(responses?: ConstructorParameters<typeof Visitor>[0], url = '/booking#step-2') {
  const visitor = new Visitor(responses).visit(url)
  const booking = bookingView({ planId: 'professional', billing: 'monthly', startTime: '09:00', endTime: '17:00' })
  const { locationId, planId, billing, startTime, endTime, contact: contactInfo } = booking
  const draft = { locationId, planId, billing, startTime, endTime, contactInfo, startDate: '2027-02-28' }
  const renewal = { membershipId: 'm-1', startDate: '2027-02-28', endDate: '2027-03-30', secret: 's3cret' }
  visitor.tab.entries.set('booking-prefill', JSON.stringify({ draft, renewal }))
  const page = await visitor.openPage()
  const { default: Booking } = await import('#islands/booking/Booking.tsx')
  vi.stubGlobal('scrollTo', () => {})
  const { element } = await mount(<Booking offering={OFFERING} />)
  await act(vi.dynamicImportSettled)
  return { visitor, page, element }
}

test('a renewal shows its terms and period as text, without a calendar, date fields or another period', async () => {
  const { element } = await openWizard()
  expect(textsOf(element, 'h1')).toEqual(['Renew your membership'])
  expect(element.textContent).toContain('Professional at Dhobighat Hub continues without a gap: 28 Feb – 30 Mar 2027.')
  expect(element.querySelectorAll('table, #startDate, #endDate, input[name=billing]')).toHaveLength(0)
  expect(element.querySelectorAll('select')).toHaveLength(2)
  expect(textsOf(element, '#working-hours')).toEqual(['When you usually come. Seats are held for the whole day.'])
})

test('a renewal starts at its dates, also with the address of the step before', async () => {
  const { visitor, page, element } = await openWizard({}, '/booking#step-1')
  expect(visitor.address).toBe('/booking#step-2')
  expect(textsOf(element, 'nav li')).toEqual(['Date and time', 'Add-ons and notes', 'Contact info'])
  expect(textsOf(element, 'h2')[0]).toBe('Step 1 of 3 – Date and time: Your next month')
  expect(findButton(element, 'Back')).toBeNull()
  await act(() => page.goToNextStep())
  expect(document.title).toBe('Step 2 of 3 – Add-ons and notes · Renew your membership')
  await click(findButton(element, 'Back'))
  expect(visitor.address).toBe('/booking#step-2')
})

test('a renewal of a full period shows so before payment, without other dates', async () => {
  const days = [{ date: '2027-03-30', seats: 30, taken: 30 }]
  const { element } = await openWizard({ 'GET /api/availability': () => ok({ locationId: 'dhobighat-hub', days }) })
  await expect
    .poll(() => element.querySelector('#sold-out')?.textContent)
    .toContain('No seats left on Tuesday, 30 Mar 2027')
  expect(element.querySelector('#sold-out')?.textContent).toContain('Contact us, or make a new booking')
  expect(element.textContent).not.toContain('Nearest available options')
})

test('a renewal becomes a booking whose dates can be chosen', async () => {
  const { element } = await openWizard()
  await click(findButton(element, 'Make a new booking instead'))
  await act(vi.dynamicImportSettled)
  expect(textsOf(element, 'h1')).toEqual([])
  expect(document.activeElement?.textContent).toContain('When would you like to start?')
  expect(element.querySelector<HTMLInputElement>('#startDate')?.value).toBe('2027-02-28')
})

test('a renewal can start on a closed day, and names those that it covers', async () => {
  const closure = { id: 'c-1', locationId: null, from: '2027-02-27', to: '2027-03-01', reason: 'Tihar', hours: null }
  const { page, element } = await openWizard({ 'GET /api/closures': () => ok({ closures: [closure] }) })
  await act(async () => {})
  expect(element.textContent).toContain(
    'Closed on these days of your booking. The price and the period do not change.28 Feb – 1 Mar 2027 (Tihar)',
  )
  await act(() => page.goToNextStep())
  expect(page.$step.get()).toBe(3)
  expect(element.textContent).toContain('Closed: 28 Feb – 1 Mar 2027 (Tihar)')
})
