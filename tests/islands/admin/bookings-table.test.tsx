import { expect, test } from 'vitest'
import { BookingsTable } from '#islands/admin/BookingsTable.tsx'
import { row } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

test('the columns of the bookings have a name also on phones, where no header sorts', async () => {
  const sorting = { sort: 'name', order: 'asc', sortBy: () => {} } as const
  const { element } = await mount(<BookingsTable caption="Bookings" rows={[row(1)]} methods={{}} sorting={sorting} />)
  for (const button of element.querySelectorAll('th .max-sm\\:hidden')) button.remove()
  const names = ['Customer', 'Contact', 'Location and plan', 'Dates', 'Method', 'Amount', 'Status']
  const columns = [...names, 'Payment to review', 'Created']
  expect(textsOf(element, 'th[scope=col]')).toEqual(columns)
})

test('the bookings of teams have the number of their seats', async () => {
  const rows = [row(1), row(2, { seats: 3 })]
  const { element } = await mount(<BookingsTable caption="Bookings" rows={rows} methods={{}} />)
  expect(textsOf(element, '.cell-plan small')).toEqual(['Explorer', 'Explorer, 3 seats'])
})
