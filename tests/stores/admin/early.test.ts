import { beforeEach, expect, test } from 'vitest'
import { openBookings, searchBookings, setFilter } from '#stores/admin/bookings/list.ts'
import { $statsQuery, changeStatsQuery, readQueryFromUrl, readStats } from '#stores/admin/dashboard/stats.ts'
import { memberships } from '#stores/admin/memberships/memberships.ts'
import { settle, type Tab, withTab } from './desk.ts'

/** What is done to a screen's controls before it is known who looks. */
let tab: Tab
withTab((opened) => {
  tab = opened
})
const at = (path: string) => {
  tab.url = new URL(path, 'http://localhost:4321')
}
beforeEach(() => at('/admin'))

test.each([
  [
    'bookings',
    () => {
      setFilter({ state: 'held' })
      searchBookings('nisha')
    },
    (): void => void openBookings(),
    { state: 'held' },
  ],
  [
    'memberships',
    () => {
      memberships.look({ status: 'pending' })
      memberships.look({ q: 'nisha' }, true)
    },
    (): void => void memberships.open(),
    { status: 'pending' },
  ],
] as const)(
  '%s are looked for by what was chosen and by what the address says, once',
  async (name, choose, open, own) => {
    at(`/admin/${name}?plan=explorer&location=kausimaa&open=m1`)
    choose()
    await settle()
    expect(tab.asked).toEqual([])
    open()
    const wanted = { q: 'nisha', plan: 'explorer', location: 'kausimaa', ...own }
    expect(tab.asked.map(({ query }) => query)).toEqual([wanted])
    expect(Object.fromEntries(tab.url.searchParams)).toEqual({ ...wanted, open: 'm1' })
    await settle()
    expect(tab.asked).toHaveLength(1)
  },
)

test('the figures are asked for the span that was chosen, once it is known who asks', () => {
  changeStatsQuery({ span: '7d' })
  expect(tab.asked).toEqual([])
  readQueryFromUrl()
  void readStats()
  expect($statsQuery.get().span).toBe('7d')
  expect(tab.asked).toHaveLength(1)
})
