import { expect, test } from 'vitest'
import { Tasks } from '#islands/admin/dashboard/Tasks.tsx'
import type { Today } from '#stores/admin/dashboard/today.ts'
import { mount } from '../booking/mount.ts'

const tasksOf = async (closedDayBookings: number | null, unreconciled: number | null) => {
  const today = { waiting: { closedDayBookings }, unreconciled } as Pick<Today, 'waiting' | 'unreconciled'>
  const { element } = await mount(<Tasks today={today} />)
  return [...element.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`)
}

test('the dashboard leads to bookings on closed days and to payments to reconcile', async () => {
  expect(await tasksOf(2, 1)).toEqual([
    '2 bookings on closed days to move or refund /admin/closures',
    '1 payment at the desk to reconcile /admin/payments?view=all&state=unreconciled',
  ])
  expect(await tasksOf(0, 0)).toEqual([])
  expect(await tasksOf(null, null)).toEqual([])
})
