import { expect, test } from 'vitest'
import { npr, paisa } from '#domain/money.ts'
import { ListScreen } from '#islands/admin/list/ListScreen.tsx'
import { bookings } from '#stores/admin/bookings/list.ts'
import { row } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

test.each([
  [true, `1 booking, in total ${npr(paisa(50_000))}`],
  [false, '1 booking'],
])('a list that shows its sum (%s) ends with "%s"', async (showsSum, text) => {
  const summary = { total: 1, sum: paisa(50_000) }
  bookings.$list.set({ rows: [row(1)], next: null, status: 'idle', summary })
  const { element } = await mount(
    <ListScreen
      list={bookings}
      filters={null}
      rowNames={['booking', 'bookings']}
      showsSum={showsSum}
      empty={{ title: '', filtered: '', initial: '' }}
      renderRows={() => null}
    />,
  )
  expect(textsOf(element, 'p')).toEqual([text, text])
})
