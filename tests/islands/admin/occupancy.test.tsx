import { expect, test } from 'vitest'
import { Occupancy } from '#islands/admin/dashboard/Occupancy.tsx'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { day } from '../../domain/business.ts'
import { withTab } from '../../stores/admin/staff-tab.ts'
import { mount } from '../booking/mount.ts'

withTab()

test('the calendar names the blocked seats of a day', async () => {
  const days = [
    { date: day('2026-12-01'), seats: 20, taken: 3, blocked: 0 },
    { date: day('2026-12-02'), seats: 20, taken: 3, blocked: 5 },
  ]
  const kausimaa = { locationId: 'kausimaa', name: 'Kausimaa', seats: 20, available: true, days } as LocationToday
  const { element } = await mount(<Occupancy locations={[kausimaa]} today={day('2026-12-01')} />)
  const cells = [...element.querySelectorAll('td button')]
  expect(cells.map((cell) => [cell.getAttribute('aria-label'), cell.getAttribute('title')])).toEqual([
    ['3 of 20 seats, Kausimaa, 1 Dec 2026', null],
    ['3 of 20 seats, 5 blocked, Kausimaa, 2 Dec 2026', '5 of 20 seats blocked'],
  ])
})
