import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { day } from '../../domain/business.ts'
import { ok, Visitor } from '../../stores/booking/visitor.ts'
import { click, findButton, getField, mount, type } from './mount.ts'
import { OFFERING } from './offering.ts'

/** Opens the dates of a day pass on 10 December 2026, which is full at Dhobighat Hub. */
async function openFullDay(days = [{ date: '2026-12-10', seats: 30, taken: 30 }]) {
  const visitor = new Visitor({
    'GET /api/availability': ({ query }) =>
      ok({ locationId: 'dhobighat-hub', days: query.get('location') === 'dhobighat-hub' ? days : [] }),
    'POST /api/waiting': () => ({ status: 202, body: {} }),
  })
  const page = await visitor.visit('/booking?location=dhobighat-hub&plan=explorer&start=2026-12-10').openPage()
  const { default: Booking } = await import('#islands/booking/Booking.tsx')
  vi.stubGlobal('scrollTo', () => {})
  const { element } = await mount(<Booking offering={OFFERING} />)
  await act(() => page.goToNextStep())
  await act(vi.dynamicImportSettled)
  await expect.poll(() => findBox(element)?.textContent).toContain('No seats left on Thursday, 10 Dec 2026')
  return { page, element }
}

/** As far as offers are searched. */
const everyDayFull = () =>
  Array.from({ length: 140 }, (_, index) => ({ date: addDays(day('2026-11-01'), index), seats: 30, taken: 30 }))

const findBox = (element: Element) => element.querySelector<HTMLElement>('#sold-out')

test('the message about a full day offers the nearest options, and one of them replaces the day', async () => {
  const { page, element } = await openFullDay()
  const options = [...(findBox(element)?.querySelectorAll('li button') ?? [])] as HTMLButtonElement[]
  expect(options[0]?.textContent).toContain('Wednesday, 9 Dec 2026Dhobighat Hub')
  await click(options[0] ?? null)
  expect(page.$draft.get().startDate).toBe('2026-12-09')
  expect(findBox(element)).toBeNull()
  expect(document.activeElement?.textContent).toContain('Which day would you like?')
})

test('the button that continues chooses the next day with a seat instead, and names it', async () => {
  const { page, element } = await openFullDay()
  expect(findButton(element, 'Continue to add-ons')).toBeNull()
  const next = findButton(element, 'Choose 11 Dec 2026')
  await click(next)
  expect(page.$draft.get().startDate).toBe('2026-12-11')
  expect(document.activeElement?.textContent).toContain('Which day would you like?')
  expect(findButton(element, 'Continue to add-ons')).not.toBeNull()
})

test('the button leads to the message while no other day of the location is known', async () => {
  const { page, element } = await openFullDay(everyDayFull())
  await click(findButton(element, 'Choose another day'))
  await act(async () => {})
  expect(page.$step.get()).toBe(2)
  expect(document.activeElement).toBe(findBox(element))
})

test('a full day has one message, and stays visible as the choice', async () => {
  const { element } = await openFullDay()
  expect(element.querySelector('[aria-invalid], #startDate-error')).toBeNull()
  expect(element.querySelector('[data-day="2026-12-10"] button')?.className).toContain('inset-ring-ink')
})

test('the answer of the waiting list replaces the message about the full day, and its form', async () => {
  const { element } = await openFullDay()
  expect(element.textContent).toContain('hold it for you for 12 hours, or for 2 hours on that day and the day before.')
  expect(findBox(element)?.textContent).not.toContain('waiting list')
  expect(element.querySelector('aside')?.textContent).toContain('10 Dec 2026, full')
  await type(getField(element, '#waiting-email'), 'nisha')
  await act(async () => document.querySelector<HTMLFormElement>('#waiting')?.requestSubmit())
  expect(getField(element, '#waiting-email').getAttribute('aria-invalid')).toBe('true')
  await type(getField(element, '#waiting-email'), 'nisha@example.com')
  await act(async () => document.querySelector<HTMLFormElement>('#waiting')?.requestSubmit())
  await expect.poll(() => findBox(element)?.textContent).toContain('Check your email')
  expect(findBox(element)?.textContent).toContain('10 Dec 2026 is full.')
  expect(findBox(element)?.textContent).not.toContain('No seats left')
  expect(document.activeElement).toBe(findBox(element))
  expect(element.querySelector('#waiting-email')).toBeNull()
})
