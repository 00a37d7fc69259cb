import { expect, test } from 'vitest'
import { ClosedDayBookings } from '#islands/admin/dashboard/ClosedDayBookings.tsx'
import { LocationsToday } from '#islands/admin/dashboard/LocationsToday.tsx'
import { Tasks } from '#islands/admin/dashboard/Tasks.tsx'
import type { LocationToday } from '#stores/admin/dashboard/today.ts'
import { day } from '../../domain/business.ts'
import { mount, textsOf } from '../booking/mount.ts'

const getLinks = (element: HTMLElement) =>
  [...element.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`)

test('the dashboard leads to payments to reconcile', async () => {
  const linksOf = async (unreconciled: number | null) =>
    getLinks((await mount(<Tasks today={{ unreconciled }} />)).element)
  expect(await linksOf(1)).toEqual(['1 payment at the desk to reconcile /admin/payments?view=all&state=unreconciled'])
  expect(await linksOf(0)).toEqual([])
  expect(await linksOf(null)).toEqual([])
})

test('the dashboard has a note with the bookings on closed days, if there are any', async () => {
  const { element, show } = await mount(<ClosedDayBookings count={2} />)
  expect(getLinks(element)).toEqual(['2 bookings on closed days to move or refund /admin/closures'])
  expect(element.querySelector('.note-warm')).not.toBeNull()
  await show(<ClosedDayBookings count={0} />)
  expect(element.textContent).toBe('')
})

test('a location has who arrives today and who is checked in', async () => {
  const location: LocationToday = {
    ...{
      locationId: 'kausimaa',
      name: 'Kausimaa',
      seats: 40,
      arrivals: 5,
      arrived: 2,
      available: true,
      status: 'Open',
    },
    ...{ hours: { open: '06:00', close: '22:00', isOpen: true }, days: [] },
    handover: { body: '', version: 0, by: null, earlier: null },
  }
  const locations = [location, { ...location, locationId: 'b', arrivals: 1, arrived: 0 }]
  const { element } = await mount(<LocationsToday locations={locations} date={day('2026-12-01')} />)
  expect(textsOf(element, 'button').map((text) => text?.split(' at ')[0])).toEqual([
    '5 arrive today, 2 checked in',
    '1 arrives today',
  ])
})
