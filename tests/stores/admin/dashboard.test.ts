import { describe, expect, test, vi } from 'vitest'
import { $day, closeDay, openDay } from '#stores/admin/dashboard/day.ts'
import { openDashboard, receiveBooking, scheduleRefresh } from '#stores/admin/dashboard/index.ts'
import { $newest, readNewest } from '#stores/admin/dashboard/newest-bookings.ts'
import { $stats, $statsQuery, changeStatsQuery, readQueryFromUrl, readStats } from '#stores/admin/dashboard/stats.ts'
import { $today } from '#stores/admin/dashboard/today.ts'
import { day } from '../../domain/business.ts'
import { errorBody, row, settle, withTab } from './staff-tab.ts'

const tab = withTab(() => tab.open('/admin'))

const paths = () => tab.requests.map(({ path }) => path.replace('/api/admin/', '')).sort()
const failure = errorBody('internal')
async function openDashboardAt(path = '/admin') {
  tab.open(path)
  void openDashboard()
  await settle()
}

describe('the dashboard', () => {
  test('requests the stats for the period chosen before the session is known', () => {
    changeStatsQuery({ span: '7d' })
    expect(tab.requests).toEqual([])
    readQueryFromUrl()
    void readStats()
    expect($statsQuery.get().span).toBe('7d')
    expect(tab.requests).toHaveLength(1)
  })

  test('loads the day and the stats of the URL', async () => {
    await openDashboardAt('/admin?span=7d&location=kausimaa&day=kausimaa/2026-12-10')
    expect(paths()).toEqual(['bookings', 'day', 'stats', 'today'])
    const stats = { from: '2026-11-25', to: '2026-12-01', location: 'kausimaa' }
    expect(tab.take('/api/admin/stats').query).toEqual(stats)
    expect(tab.take('/api/admin/day').query).toEqual({ location: 'kausimaa', date: '2026-12-10' })
  })

  test('ignores values of the URL that do not exist', async () => {
    await openDashboardAt('/admin?span=9d&location=thamel-hub&day=kausimaa/2026-13-10')
    expect(paths()).toEqual(['bookings', 'stats', 'today'])
    expect($statsQuery.get()).toEqual({ span: '30d', location: '' })
    expect($day.get().selectedDay).toBeUndefined()
  })

  test('writes the query to the URL, and shows the response to the last one', async () => {
    await openDashboardAt()
    tab.requests.length = 0
    changeStatsQuery({ span: '90d' })
    changeStatsQuery({ span: '12m' })
    changeStatsQuery({ location: 'kausimaa' })
    expect(tab.url.search).toBe('?span=12m&location=kausimaa')
    const [first, second, third] = [tab.next, tab.next, tab.next]
    await third.respond(200, { from: 'third' })
    await second.respond(200, { from: 'second' })
    await first.respond(500, failure)
    expect($stats.get()).toEqual({ stats: { from: 'third' }, busy: false })
    changeStatsQuery({ span: '30d', location: '' })
    expect(tab.url.search).toBe('')
  })

  test('is busy while the stats of another query load, and not while the same ones are reloaded', async () => {
    await tab.respondTo(changeStatsQuery({ span: '30d', location: '' }), 200, { from: 'thirty' })
    void readStats()
    expect($stats.get()).toEqual({ stats: { from: 'thirty' }, busy: false })
    changeStatsQuery({ span: '7d' })
    expect($stats.get()).toEqual({ stats: { from: 'thirty' }, busy: true })
  })

  test('keeps the stats after a failure only for the same query', async () => {
    await tab.respondTo(changeStatsQuery({ span: '30d', location: '' }), 200, { from: 'thirty' })
    changeStatsQuery({ span: '7d' })
    tab.requests.length = 0
    await tab.respondTo(changeStatsQuery({ span: '30d' }), 500, failure)
    expect($stats.get()).toMatchObject({ stats: { from: 'thirty' }, busy: false, failure: { code: 'internal' } })
    for (const other of [{ span: '7d' }, { location: 'kausimaa' }] as const) {
      await tab.respondTo(changeStatsQuery({ span: '30d', location: '' }), 200, { from: 'thirty' })
      changeStatsQuery(other)
      expect($stats.get()).toMatchObject({ stats: { from: 'thirty' }, busy: true })
      await tab.next.respond(500, failure)
      expect($stats.get()).toEqual({ busy: false, failure: expect.objectContaining({ code: 'internal' }) })
    }
  })

  test('does not reopen a day that was closed during its request', async () => {
    await openDashboardAt()
    tab.requests.length = 0
    openDay({ location: 'kausimaa', date: day('2026-12-10') }, 'elsewhere')
    expect($day.get()).toMatchObject({ busy: true, from: 'elsewhere' })
    expect(tab.url.searchParams.get('day')).toBe('kausimaa/2026-12-10')
    closeDay()
    await tab.next.respond(200, { locationId: 'kausimaa', date: '2026-12-10', people: [] })
    expect($day.get()).toEqual({ busy: false })
    expect(tab.url.search).toBe('')
  })

  test('keeps the people of a day while all is loaded again', async () => {
    const path = '/admin?day=kausimaa/2026-12-10'
    await openDashboardAt(path)
    const people = { locationId: 'kausimaa', date: day('2026-12-10'), people: [] }
    await tab.take('/api/admin/day').respond(200, people)
    tab.requests.length = 0
    await openDashboardAt(path)
    expect($day.get()).toMatchObject({ day: people, busy: true })
    await tab.take('/api/admin/day').respond(200, people)
    expect($day.get()).toMatchObject({ day: people, busy: false })
  })

  test('keeps the data of today after a failure', async () => {
    await openDashboardAt()
    await tab.take('/api/admin/today').respond(200, { date: '2026-12-01' })
    await openDashboardAt()
    await tab.take('/api/admin/today').respond(500, failure)
    expect($today.get()).toMatchObject({ today: { date: '2026-12-01' }, failure: { code: 'internal' } })
  })

  test('reloads bookings that were received during a request with an older response', async () => {
    void readNewest()
    receiveBooking(row(2))
    await tab.next.respond(200, { items: [row(1)], next: null })
    await vi.advanceTimersByTimeAsync(3_000)
    await tab.requests
      .findLast(({ path }) => path.endsWith('/bookings'))
      ?.respond(200, { items: [row(2), row(1)], next: null })
    expect($newest.get().rows).toEqual([row(2), row(1)])
  })

  test('inserts a received booking at once, and reloads the stats once for several events', async () => {
    await openDashboardAt()
    $newest.set({ rows: [row(1)] })
    tab.requests.length = 0
    receiveBooking(row(2))
    receiveBooking(row(1, { state: 'confirmed' }))
    scheduleRefresh()
    expect($newest.get().rows?.map(({ state }) => state)).toEqual(['held', 'confirmed'])
    expect(tab.requests).toEqual([])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(paths()).toEqual(['bookings', 'stats', 'today'])
  })
})
