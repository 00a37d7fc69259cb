import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DayPeople } from '#islands/admin/dashboard/DayPeople.tsx'
import { closeDay, openDay, openDayFromUrl, readDay } from '#stores/admin/dashboard/day.ts'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { day } from '../../domain/business.ts'
import { withTab } from '../../stores/admin/staff-tab.ts'
import { mount } from '../booking/mount.ts'

const tab = withTab(() => tab.open('/admin'))
beforeEach(closeDay)
afterEach(() => void vi.restoreAllMocks())

const DAY = { location: 'kausimaa', date: day('2026-12-10') }
const people = { locationId: DAY.location, date: DAY.date, people: [] }
const respond = (body: unknown = people) => act(() => tab.next.respond(200, body))

async function mountScreen(days: object[] = []) {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const { element } = await mount(
    <>
      <button type="button">a cell</button>
      <DayPeople locations={[{ locationId: 'kausimaa', name: 'Kausimaa', seats: 20, days } as LocationToday]} />
    </>,
  )
  const cell = element.querySelector('button')
  cell?.focus()
  return { scrollIntoView, cell }
}

test('the people of a chosen day scroll into view once, and the focus stays in the calendar', async () => {
  const { scrollIntoView, cell } = await mountScreen()
  await act(async () => openDay(DAY, 'calendar'))
  expect(scrollIntoView).not.toHaveBeenCalled()
  await respond()
  expect(scrollIntoView.mock.contexts).toEqual([document.querySelector('section')])
  expect(document.activeElement).toBe(cell)
  await act(async () => void readDay())
  await respond()
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
  await act(async () => openDay({ ...DAY }, 'calendar'))
  expect(scrollIntoView).toHaveBeenCalledTimes(2)
})

test('a day in the URL does not scroll the page', async () => {
  const { scrollIntoView } = await mountScreen()
  tab.open('/admin?day=kausimaa/2026-12-10')
  await act(async () => {
    openDayFromUrl()
    void readDay()
  })
  await respond()
  expect(document.querySelector('section')).not.toBeNull()
  expect(scrollIntoView).not.toHaveBeenCalled()
})

test('teams are listed with the number of their seats', async () => {
  await mountScreen()
  await act(async () => openDay(DAY, 'calendar'))
  const person = { bookingId: 'BK-1', customerName: 'Sita Rai', planName: 'Professional', ...DAY }
  const team = {
    ...person,
    startDate: DAY.date,
    endDate: DAY.date,
    state: 'confirmed',
    seats: 5,
    arrivedSeats: 0,
    arrivedAt: null,
  }
  await respond({ ...people, people: [team, { ...team, bookingId: 'BK-2', seats: 1 }] })
  const plans = [...document.querySelectorAll('td.cell-plan')].map((cell) => cell.textContent)
  expect(plans).toEqual(['Professional, 5 seats, first day', 'Professional, first day'])
})

test('taken seats without a booking are listed with the plans', async () => {
  await mountScreen([{ date: DAY.date, seats: 20, taken: 3, blocked: 0 }])
  await act(async () => openDay(DAY, 'calendar'))
  const person = { bookingId: 'BK-1', customerName: 'Sita Rai', planName: 'Professional', ...DAY }
  const booking = { ...person, startDate: DAY.date, endDate: DAY.date, state: 'confirmed', seats: 2, arrivedSeats: 0 }
  await respond({ ...people, people: [{ ...booking, arrivedAt: null }] })
  expect(document.querySelector('dl')?.textContent).toBe('Professional2Guests and offers1')
  expect([...document.querySelectorAll('th')].map(({ textContent }) => textContent)).not.toContain('Status')
})

test('a day is full with guests and offered seats too, which are no bookings', async () => {
  await mountScreen([{ date: DAY.date, seats: 20, taken: 20, blocked: 0 }])
  await act(async () => openDay(DAY, 'calendar'))
  await respond()
  expect(document.querySelector('.tag-no')?.textContent).toBe('Full')
})
