import { expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { BookingRooms } from '#islands/admin/bookings/BookingRooms.tsx'
import { day, time } from '../../domain/business.ts'
import { withTab } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

withTab()

type Rooms = NonNullable<BookingDetail['rooms']>
const reservation = (date: string): Rooms['list'][number] => ({
  ...{ reservationId: date, roomId: 'walnut-room', roomName: 'Walnut room', date: day(date), canCancel: true },
  ...{ start: time('10:00'), end: time('12:00') },
})
const EMPTY: Rooms = { list: [], balance: { included: [], bought: 0 }, until: null }
const mountRooms = async (over: Partial<Rooms>) =>
  (await mount(<BookingRooms locationId="kausimaa" rooms={{ ...EMPTY, ...over }} />)).element

test('the drawer lists the rooms from today on and the hours left', async () => {
  const month = { from: day('2026-12-01'), to: day('2026-12-31'), minutes: 480, left: 360 }
  const element = await mountRooms({
    list: [reservation('2026-11-30'), reservation('2026-12-01'), reservation('2026-12-10')],
    balance: { included: [month], bought: 90 },
  })
  expect(textsOf(element, 'li')).toEqual([
    'Walnut room, 1 Dec 2026, 10:00–12:00',
    'Walnut room, 10 Dec 2026, 10:00–12:00',
  ])
  const links = [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['2026-12-01', '2026-12-10'].map((date) => `/admin/rooms?location=kausimaa&date=${date}`))
  expect(textsOf(element, 'dl > div')).toEqual([
    'Included hours left, 1 Dec – 31 Dec 20266 of 8',
    'Bought hours left1.5',
  ])
})

test('the drawer has no part for rooms without reservations and hours', async () => {
  expect((await mountRooms({ list: [reservation('2026-11-30')] })).textContent).toBe('')
})
