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

test('the day sheet counts seats, and has a box to tick for each seat and guest who is not here', async () => {
  const people = [
    person({}),
    person({ bookingId: 'BK-2', seats: 3, arrivedSeats: 1, arrivedAt: '2026-12-10T04:15:00.000Z' }),
    person({ bookingId: 'BK-3', arrivedSeats: 1, arrivedAt: '2026-12-10T04:15:00.000Z', guests: ['Asha', ''] }),
  ]
  const { element } = await mount(
    <table>
      <DaySheetGroup title="Arriving" people={people} sheet={SHEET} />
    </table>,
  )
  expect(textsOf(element, 'th[scope=rowgroup]')).toEqual(['Arriving 5'])
  expect(textsOf(element, '.cell-plan')).toEqual(['Explorer', 'Explorer, 3 seats', 'Explorer'])
  const boxes = [...element.querySelectorAll('td:last-child')].map(
    (cell) => cell.querySelectorAll('span > span').length,
  )
  expect(boxes).toEqual([1, 2, 2])
  expect(textsOf(element, '.cell-name small')).toEqual(['', '', '3 not named', '', '2 guests: Asha, 1 not named'])
})
