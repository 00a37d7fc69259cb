import { describe, expect, test, vi } from 'vitest'
import { bookings, sortBy } from '#stores/admin/bookings/list.ts'
import { memberships } from '#stores/admin/memberships/list.ts'
import { day } from '../../domain/business.ts'
import { errorBody, NOW, row, settle, withTab } from './staff-tab.ts'

const tab = withTab()

const page = (numbers: number[], next: string | null = null) => ({ items: numbers.map((number) => row(number)), next })
const list = () => bookings.$list.get()
const getShownNumbers = () => list().rows?.map(({ createdAt }) => (Date.parse(createdAt) - NOW) / 1_000)
const openList = (numbers: number[], next?: string | null) => tab.respondTo(bookings.open(), 200, page(numbers, next))
async function filter(change: Parameters<typeof bookings.changeFilter>[0]) {
  bookings.changeFilter(change)
  await settle()
  return tab.next
}

// Runs first, because the lists stay open.
test.each([
  ['bookings', bookings, () => bookings.changeFilter({ state: 'held' }), { state: 'held' }],
  ['memberships', memberships, () => memberships.changeFilter({ status: 'pending' }), { status: 'pending' }],
] as const)(
  'combines the filter of the URL with choices made before it is opened in one request for %s',
  async (name, list, choose, choice) => {
    tab.open(`/admin/${name}?plan=explorer&location=kausimaa&open=m1`)
    choose()
    list.search('nisha')
    await settle()
    expect(tab.requests).toEqual([])
    void list.open()
    const filter = { q: 'nisha', plan: 'explorer', location: 'kausimaa', ...choice }
    expect(tab.requests.map(({ query }) => query)).toEqual([filter])
    expect(Object.fromEntries(tab.url.searchParams)).toEqual({ ...filter, open: 'm1' })
    await settle()
    expect(tab.requests).toHaveLength(1)
  },
)

describe('the bookings list', () => {
  test('loads the first page with the filter of the URL', async () => {
    tab.url.search = '?q=nisha%20karki&state=held'
    void bookings.open()
    expect(list()).toEqual({ next: null, status: 'loading' })
    expect(tab.requests).toMatchObject([{ path: '/api/admin/bookings', query: { q: 'nisha karki', state: 'held' } }])
    await tab.next.respond(200, page([2, 1]))
    expect(getShownNumbers()).toEqual([2, 1])
    expect(list()).toMatchObject({ next: null, status: 'idle' })
  })

  test('keeps the total of the first page through later pages, and counts a new row', async () => {
    await tab.respondTo(bookings.open(), 200, { ...page([9, 8], 'c1'), total: 5 })
    expect(list().summary).toEqual({ total: 5 })
    await tab.respondTo(bookings.loadMore(), 200, page([7, 6], 'c2'))
    expect(list().summary).toEqual({ total: 5 })
    bookings.receiveRow(row(10))
    bookings.receiveRow(row(7, { version: 3 }))
    expect([getShownNumbers(), list().summary]).toEqual([[10, 9, 8, 7, 6], { total: 6 }])
  })

  test('reloads when Back changes the filter of the URL, and only then', async () => {
    await openList([1])
    await (await filter({ state: 'held' })).respond(200, page([]))
    bookings.syncWithUrl()
    expect(tab.requests).toEqual([])
    tab.open('/admin/bookings?plan=explorer&open=BK-1')
    bookings.syncWithUrl()
    expect(bookings.$filter.get()).toMatchObject({ state: '', plan: 'explorer' })
    expect(tab.next.query).toEqual({ plan: 'explorer' })
  })

  test('sorts the days of a range that was entered in reverse', async () => {
    await openList([])
    const request = await filter({ dates: 'covered', from: '2026-12-11', to: '2026-12-09' })
    expect(tab.url.search).toBe('?dates=covered&from=2026-12-09&to=2026-12-11')
    await request.respond(200, page([]))
    bookings.receiveRow(row(1))
    bookings.receiveRow(row(2, { startDate: day('2026-12-12'), endDate: day('2026-12-12') }))
    expect(getShownNumbers()).toEqual([1])
  })

  test('ignores values of the URL that do not exist', async () => {
    tab.url.search = '?state=paid&from=soon&dates=created'
    void bookings.open()
    expect(tab.next.query).toEqual({})
  })

  test('searches once the typing stops, and writes the search to the URL', async () => {
    await openList([1])
    for (const q of ['n', 'ni', 'nis']) {
      bookings.search(q)
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(bookings.$filter.get().q).toBe('nis')
    expect(tab.requests).toEqual([])
    await vi.advanceTimersByTimeAsync(50)
    expect(tab.requests).toHaveLength(1)
    expect(tab.url.href).toBe('http://localhost:4321/admin/bookings?q=nis')
    expect(list()).toMatchObject({ status: 'loading' })
    expect(getShownNumbers()).toEqual([1])
    await tab.next.respond(200, page([]))
    expect(getShownNumbers()).toEqual([])
  })

  test('keeps the order when the filter is cleared, and reverses it when sorted by the same column', async () => {
    tab.url.search = '?q=nis&open=BK-1'
    await openList([1])
    sortBy('name')
    await settle()
    expect(tab.next.query).toEqual({ q: 'nis', sort: 'name', order: 'asc' })
    bookings.clearFilter()
    await settle()
    expect(tab.next.query).toEqual({ sort: 'name', order: 'asc' })
    expect([tab.url.search, bookings.isFiltered()]).toEqual(['?open=BK-1&sort=name&order=asc', false])
    sortBy('name')
    await settle()
    expect(tab.next.query).toEqual({ sort: 'name', order: 'desc' })
  })

  test('shows the response to the last request, regardless of the order of responses', async () => {
    await openList([1])
    const held = await filter({ state: 'held' })
    const confirmed = await filter({ state: 'confirmed' })
    await confirmed.respond(200, page([3]))
    await held.respond(200, page([2]))
    expect(getShownNumbers()).toEqual([3])
  })

  test('reloads as many rows as it shows when it is opened again, and keeps them during the request', async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => 200 - index)
    await openList(numbers(25), 'c1')
    void bookings.open()
    expect(tab.next.query).toEqual({})
    for (const [count, limit] of [
      [26, '26'],
      [120, '100'],
    ] as const) {
      bookings.$list.set({ rows: page(numbers(count)).items, next: 'c2', status: 'idle' })
      void bookings.open()
      expect([getShownNumbers()?.length, list().status]).toEqual([count, 'loading'])
      const request = tab.next
      expect(request.query).toEqual({ limit })
      await request.respond(200, page(numbers(3), 'c3'))
      expect(list()).toMatchObject({ next: 'c3', status: 'idle' })
    }
    expect((await filter({ state: 'held' })).query).toEqual({ state: 'held' })
  })

  test('keeps its rows and those received during a failed reload, and clears the failure on success', async () => {
    await openList([1])
    void bookings.reload()
    bookings.receiveRow(row(1, { state: 'confirmed', version: 2 }))
    await tab.next.respond(500, errorBody('internal', { logId: 'x1' }))
    expect(list()).toMatchObject({ status: 'idle', failure: { code: 'internal', logId: 'x1' } })
    expect(list().rows).toMatchObject([{ bookingId: row(1).bookingId, state: 'confirmed' }])
    await tab.respondTo(bookings.reload(), 200, page([2]))
    expect(list().failure).toBeUndefined()
  })

  test('redirects to the sign-in page when the session has ended', async () => {
    tab.url.search = '?q=nis'
    await tab.respondTo(bookings.open(), 401, errorBody('unauthorized'))
    expect(tab.redirects).toEqual(['/admin/login?next=%2Fadmin%2Fbookings%3Fq%3Dnis'])
  })

  test('loads the next page once, retries it after a failure, and lists each row once', async () => {
    await openList([5, 4, 3], 'c1')
    await tab.respondTo(bookings.loadMore(), 503, {})
    expect(list()).toMatchObject({ next: 'c1', status: 'idle', failure: { code: 'internal' } })
    void bookings.loadMore()
    void bookings.loadMore()
    expect(list().status).toBe('loading_more')
    expect(tab.requests).toMatchObject([{ query: { cursor: 'c1' } }])
    await tab.next.respond(200, page([3, 2, 1]))
    expect(getShownNumbers()).toEqual([5, 4, 3, 2, 1])
    void bookings.loadMore()
    expect(tab.requests).toEqual([])
  })
})

describe('a row received by the bookings list', () => {
  test.each<[string, number[], string | null, number[], number[]]>([
    ['in the order of the list', [3, 1], null, [4, 2, 0], [4, 3, 2, 1, 0]],
    ['but not after the last row of an incomplete list', [5], 'c1', [1], [5]],
  ])('is inserted %s', async (_, numbers, next, received, expected) => {
    await openList(numbers, next)
    for (const number of received) bookings.receiveRow(row(number))
    expect(getShownNumbers()).toEqual(expected)
  })

  test('replaces the listed one, even when it no longer matches the filter', async () => {
    tab.url.search = '?state=held'
    await openList([3, 2, 1])
    bookings.receiveRow(row(2, { state: 'confirmed' }))
    expect(list().rows?.map(({ state }) => state)).toEqual(['held', 'confirmed', 'held'])
  })

  test.each([
    ['the first page', [], () => bookings.open(), [1], [2, 1]],
    ['a reload', [1], () => bookings.reload(), [1], [2, 1]],
    ['the next page', [1], () => bookings.loadMore(), [0], [2, 1, 0]],
  ])('survives an older response of %s', async (_, before, load, response, expected) => {
    if (before.length > 0) await openList(before, 'c1')
    else tab.url.search = '?q=karki'
    void load()
    bookings.receiveRow(row(2))
    await tab.next.respond(200, page(response))
    expect(getShownNumbers()).toEqual(expected)
  })

  test('is replaced by newer versions only', async () => {
    await openList([3, 2], 'c1')
    const [newer, older] = [row(1, { state: 'confirmed', version: 3 }), row(1, { version: 2 })]
    void bookings.loadMore()
    bookings.receiveRow(newer)
    await tab.next.respond(200, { items: [row(2, { version: 2 }), older], next: null })
    expect(list().rows).toEqual([row(3), row(2, { version: 2 }), newer])
    bookings.receiveRow(older)
    expect(list().rows?.at(-1)).toEqual(newer)
  })

  test.each([
    ['is not added with another name', { customerName: 'Sonam Tamang', email: 's@example.com' }, 0],
    ['is not added with another state', { state: 'expired' as const }, 0],
    ['is added with a match in another letter case', { customerName: 'NISHA KARKI' }, 1],
    ['is added with a match in its company', { customerName: 'Nisha Rai', company: 'Karki Traders' }, 1],
  ])('%s', async (_, over, count) => {
    tab.url.search = '?q=karki%20nis&state=held'
    await openList([])
    bookings.receiveRow(row(1, over))
    expect(list().rows).toHaveLength(count)
  })

  test('is sorted by its id among rows of the same instant, as on the server', async () => {
    const of = (letter: string) => row(1, { bookingId: `BK-1-${letter}` })
    const [a, b, c] = [of('A'), of('B'), of('C')]
    await tab.respondTo(bookings.open(), 200, { items: [c, a], next: null })
    bookings.receiveRow(b)
    expect(list().rows).toEqual([c, b, a])
  })
})
