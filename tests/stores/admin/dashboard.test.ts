import { expect, test, vi } from 'vitest'
import { $day, closeDay, openDay } from '#stores/admin/dashboard/day.ts'
import { openDashboard, receiveBooking, scheduleRefresh } from '#stores/admin/dashboard/index.ts'
import { $newest, readNewest, receiveNewest } from '#stores/admin/dashboard/newest-bookings.ts'
import { $stats, $statsQuery, changeStatsQuery } from '#stores/admin/dashboard/stats.ts'
import { $today } from '#stores/admin/dashboard/today.ts'
import { row, settle, type Tab, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
  tab.url = new URL('http://localhost:4321/admin')
})

const paths = () => tab.asked.map(({ path }) => path.replace('/api/admin/', '')).sort()
async function opened(address = 'http://localhost:4321/admin') {
  tab.url = new URL(address)
  void openDashboard()
  await settle()
}

test('reads as the address says', async () => {
  await opened('http://localhost:4321/admin?span=7d&location=kausimaa&day=kausimaa/2026-12-10')
  expect(paths()).toEqual(['bookings', 'day', 'stats', 'today'])
  const query = (name: string) => tab.asked.find(({ path }) => path.endsWith(name))?.query
  expect(query('/stats')).toEqual({ from: '2026-11-25', to: '2026-12-01', location: 'kausimaa' })
  expect(query('/day')).toEqual({ location: 'kausimaa', date: '2026-12-10' })
})

test('takes nothing from the address that is not there', async () => {
  await opened('http://localhost:4321/admin?span=9d&location=thamel-hub&day=kausimaa/2026-13-10')
  expect(paths()).toEqual(['bookings', 'stats', 'today'])
  expect($statsQuery.get()).toEqual({ span: '30d', location: '' })
  expect($day.get().chosen).toBeUndefined()
})

test('a choice goes into the address, and the answer to the last one is shown', async () => {
  await opened()
  tab.asked.length = 0
  changeStatsQuery({ span: '90d' })
  changeStatsQuery({ span: '12m' })
  changeStatsQuery({ location: 'kausimaa' })
  expect(tab.url.search).toBe('?span=12m&location=kausimaa')
  const [first, second, third] = [tab.next, tab.next, tab.next]
  await third.answer(200, { from: 'third' })
  await second.answer(200, { from: 'second' })
  await first.answer(500, { error: { code: 'internal', message: 'Oh' } })
  expect($stats.get()).toEqual({ stats: { from: 'third' }, busy: false })
  changeStatsQuery({ span: '30d', location: '' })
  expect(tab.url.search).toBe('')
})

test('figures outlive a failed reading of the same choice, and of no other one', async () => {
  const failure = { error: { code: 'internal', message: 'Oh' } }
  changeStatsQuery({ span: '30d', location: '' })
  await tab.next.answer(200, { from: 'thirty' })
  changeStatsQuery({ span: '7d' })
  tab.asked.length = 0
  changeStatsQuery({ span: '30d' })
  await tab.next.answer(500, failure)
  expect($stats.get()).toMatchObject({ stats: { from: 'thirty' }, busy: false, failure: { code: 'internal' } })
  for (const other of [{ span: '7d' }, { location: 'kausimaa' }] as const) {
    changeStatsQuery({ span: '30d', location: '' })
    await tab.next.answer(200, { from: 'thirty' })
    changeStatsQuery(other)
    expect($stats.get()).toMatchObject({ stats: { from: 'thirty' }, busy: true })
    await tab.next.answer(500, failure)
    expect($stats.get()).toEqual({ busy: false, failure: expect.objectContaining({ code: 'internal' }) })
  }
})

test('a day that is closed while it is read stays closed', async () => {
  await opened()
  tab.asked.length = 0
  openDay({ location: 'kausimaa', date: '2026-12-10' }, 'elsewhere')
  expect($day.get()).toMatchObject({ busy: true, from: 'elsewhere' })
  expect(tab.url.searchParams.get('day')).toBe('kausimaa/2026-12-10')
  closeDay()
  await tab.next.answer(200, { locationId: 'kausimaa', date: '2026-12-10', people: [] })
  expect($day.get()).toEqual({ busy: false })
  expect(tab.url.search).toBe('')
})

test('a failed reading keeps what is in sight', async () => {
  await opened()
  const answer = (name: string, status: number, body: unknown) =>
    tab.asked
      .splice(
        tab.asked.findIndex(({ path }) => path.endsWith(name)),
        1,
      )[0]
      ?.answer(status, body)
  await answer('/today', 200, { date: '2026-12-01' })
  await opened()
  await tab.asked
    .findLast(({ path }) => path.endsWith('/today'))
    ?.answer(500, { error: { code: 'internal', message: '' } })
  expect($today.get()).toMatchObject({ today: { date: '2026-12-01' }, failure: { code: 'internal' } })
})

test('what is heard while the newest bookings are read outlives an older answer', async () => {
  void readNewest()
  receiveNewest(row(2))
  receiveNewest(row(1, { state: 'confirmed', version: 2 }))
  await tab.next.answer(200, { items: [row(1)], next: null })
  expect($newest.get().rows).toEqual([row(2), row(1, { state: 'confirmed', version: 2 })])
  void readNewest()
  await tab.next.answer(200, { items: [row(3)], next: null })
  expect($newest.get().rows).toEqual([row(3)])
})

test('a booking takes its place at once; the figures follow once, however much is new', async () => {
  await opened()
  $newest.set({ rows: [row(1)] })
  tab.asked.length = 0
  receiveBooking(row(2))
  receiveBooking(row(1, { state: 'confirmed' }))
  scheduleRefresh()
  expect($newest.get().rows?.map(({ state }) => state)).toEqual(['held', 'confirmed'])
  expect(tab.asked).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(paths()).toEqual(['bookings', 'stats', 'today'])
})
