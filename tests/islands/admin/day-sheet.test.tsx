import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { DaySheetGroup } from '#islands/admin/day-sheet/DaySheetGroup.tsx'
import type { Sheet } from '#stores/admin/desk/day-sheet.ts'
import { day } from '../../domain/business.ts'
import { withTab } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

withTab()

const DATE = day('2026-12-10')
const SHEET: Sheet = {
  locationId: 'kausimaa',
  locationName: 'Kausimaa',
  date: DATE,
  opens: '06:00',
  closes: '22:00',
  seats: 30,
  taken: 5,
  blocked: 0,
  handover: { body: '', version: 0, by: null, earlier: null },
  people: [],
  tours: [],
  rooms: [],
}

const person = (over: Partial<Sheet['people'][number]>): Sheet['people'][number] => ({
  bookingId: 'BK-1',
  customerName: 'Nisha Karki',
  planName: 'Explorer',
  seats: 1,
  startDate: DATE,
  endDate: DATE,
  startTime: null,
  endTime: null,
  state: 'confirmed',
  arrivedAt: null,
  arrivedSeats: 0,
  phone: '',
  names: [],
  guests: [],
  due: paisa(0),
  extras: [],
  notes: [],
  ...over,
})

test('the day sheet counts people and bookings, and prints a box for each seat and guest, ticked for those here', async () => {
  const people = [
    person({}),
    person({ bookingId: 'BK-2', seats: 3, arrivedSeats: 1, arrivedAt: '2026-12-10T04:15:00.000Z' }),
    person({
      ...{ bookingId: 'BK-3', arrivedSeats: 1, arrivedAt: '2026-12-10T04:15:00.000Z', guests: ['Asha', ''] },
      ...{ startTime: '10:00', endTime: '17:00', endDate: day('2026-12-12'), due: paisa(50_000) },
    }),
  ]
  const { element } = await mount(
    <table>
      <DaySheetGroup title="Arriving" people={people} sheet={SHEET} />
    </table>,
  )
  expect(textsOf(element, 'th[scope=rowgroup]')).toEqual(['Arriving 5 people in 3 bookings'])
  expect(textsOf(element, '.cell-plan')).toEqual([
    'Explorer, all day · Paid',
    'Explorer, 3 seats, all day · Paid',
    'Explorer, 10:00–17:00, to 12 Dec · NPR\u00a0500 due',
  ])
  const boxes = [...element.querySelectorAll('td:last-child')].map((cell) =>
    [...cell.querySelectorAll('span > span')].map(({ className }) => className.includes('content-tick')),
  )
  expect(boxes).toEqual([[false], [true, false, false], [false, false]])
  expect(textsOf(element, '.cell-name small')).toEqual([
    '',
    '',
    '3\u00a0not\u00a0named',
    '',
    '2 guests: Asha, 1\u00a0not\u00a0named',
  ])
})
