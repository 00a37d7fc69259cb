import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DayPeople } from '#islands/admin/dashboard/DayPeople.tsx'
import { closeDay, openDay, openDayFromUrl, readDay } from '#stores/admin/dashboard/day.ts'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { type Tab, withTab } from '../../stores/admin/desk.ts'
import { mount } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
  tab.url = new URL('http://localhost:4321/admin')
})
beforeEach(closeDay)
afterEach(() => {
  vi.restoreAllMocks()
})

const DAY = { location: 'kausimaa', date: '2026-12-10' }
const people = { locationId: DAY.location, date: DAY.date, people: [] }
const answer = (body: unknown = people) => act(() => tab.next.answer(200, body))

async function screen() {
  const sight = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const { element } = await mount(
    <>
      <button type="button">a cell</button>
      <DayPeople places={[{ locationId: 'kausimaa', name: 'Kausimaa', seats: 20 } as LocationToday]} />
    </>,
  )
  const cell = element.querySelector('button')
  cell?.focus()
  return { sight, cell }
}

test('the people of a day come into sight once they are there, and the keyboard stays in the calendar', async () => {
  const { sight, cell } = await screen()
  await act(async () => openDay(DAY, 'calendar'))
  expect(sight).not.toHaveBeenCalled()
  await answer()
  expect(sight.mock.contexts).toEqual([document.querySelector('.dash-day')])
  expect(document.activeElement).toBe(cell)
  await act(async () => void readDay())
  await answer()
  expect(sight).toHaveBeenCalledTimes(1)
  await act(async () => openDay({ ...DAY }, 'calendar'))
  expect(sight).toHaveBeenCalledTimes(2)
})

test('a day that the address names moves nothing', async () => {
  const { sight } = await screen()
  tab.url = new URL('http://localhost:4321/admin?day=kausimaa/2026-12-10')
  await act(async () => {
    openDayFromUrl()
    void readDay()
  })
  await answer()
  expect(document.querySelector('.dash-day')).not.toBeNull()
  expect(sight).not.toHaveBeenCalled()
})
