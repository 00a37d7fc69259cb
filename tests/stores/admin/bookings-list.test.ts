import { describe, expect, test, vi } from 'vitest'
import {
  $bookings,
  $filter,
  clearFilter,
  openBookings,
  readBookings,
  receiveBooking,
  searchBookings,
  setFilter,
  showMore,
  syncFilterWithUrl,
  upsertRow,
} from '#stores/admin/bookings/list.ts'
import { NOW, row, settle, type Tab, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

const page = (numbers: number[], next: string | null = null) => ({
  items: numbers.map((number) => row(number)),
  next,
})
const shown = () => $bookings.get().rows?.map(({ createdAt }) => (Date.parse(createdAt) - NOW) / 1_000)
const ids = () => $bookings.get().rows?.map(({ bookingId }) => bookingId)
async function opened(numbers: number[], next: string | null = null) {
  void openBookings()
  await tab.next.answer(200, page(numbers, next))
}

describe('the list', () => {
  test('is read with what the address says', async () => {
    tab.url = new URL('http://localhost:4321/admin/bookings?q=nisha%20karki&state=held')
    void openBookings()
    expect($bookings.get()).toEqual({ next: null, busy: 'reading' })
    expect(tab.asked).toMatchObject([{ path: '/api/admin/bookings', query: { q: 'nisha karki', state: 'held' } }])
    await tab.next.answer(200, page([2, 1]))
    expect(shown()).toEqual([2, 1])
    expect($bookings.get()).toMatchObject({ next: null, busy: 'no' })
  })

  test('stores the total of the first page through later pages, and counts a new row', async () => {
    void openBookings()
    await tab.next.answer(200, { ...page([9, 8], 'c1'), total: 5 })
    expect($bookings.get().about).toEqual({ total: 5 })
    void showMore()
    await tab.next.answer(200, page([7, 6], 'c2'))
    expect($bookings.get().about).toEqual({ total: 5 })
    receiveBooking(row(10))
    receiveBooking(row(7, { version: 3 }))
    expect([shown(), $bookings.get().about]).toEqual([[10, 9, 8, 7, 6], { total: 6 }])
  })

  test('is read anew where the way back names other filters, and only there', async () => {
    await opened([1])
    setFilter({ state: 'held' })
    await vi.advanceTimersByTimeAsync(0)
    await tab.next.answer(200, page([]))
    syncFilterWithUrl()
    expect(tab.asked).toEqual([])
    tab.url = new URL('http://localhost:4321/admin/bookings?plan=explorer&open=BK-1')
    syncFilterWithUrl()
    expect($filter.get()).toMatchObject({ state: '', plan: 'explorer' })
    expect(tab.next.query).toEqual({ plan: 'explorer' })
  })

  test('means the same days whichever way round they were entered', async () => {
    await opened([])
    setFilter({ dates: 'covered', from: '2026-12-11', to: '2026-12-09' })
    await vi.advanceTimersByTimeAsync(0)
    expect(tab.url.search).toBe('?dates=covered&from=2026-12-09&to=2026-12-11')
    await tab.next.answer(200, page([]))
    receiveBooking(row(1))
    receiveBooking(row(2, { startDate: '2026-12-12', endDate: '2026-12-12' }))
    expect(shown()).toEqual([1])
  })

  test('takes no state that does not exist from the address', async () => {
    tab.url = new URL('http://localhost:4321/admin/bookings?state=paid')
    void openBookings()
    expect(tab.next.query).toEqual({})
  })

  test('is searched once the typing stops, and the address follows', async () => {
    await opened([1])
    for (const q of ['n', 'ni', 'nis']) {
      searchBookings(q)
      await vi.advanceTimersByTimeAsync(200)
    }
    expect($filter.get().q).toBe('nis')
    expect(tab.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(50)
    expect(tab.asked).toHaveLength(1)
    expect(tab.url.href).toBe('http://localhost:4321/admin/bookings?q=nis')
    expect($bookings.get()).toMatchObject({ busy: 'reading' })
    expect(shown()).toEqual([1])
    await tab.next.answer(200, page([]))
    expect(shown()).toEqual([])
    clearFilter()
    await settle()
    expect(tab.url.href).toBe('http://localhost:4321/admin/bookings')
    expect(tab.next.query).toEqual({})
  })

  test('shows the answer to the last question, in whatever order answers come', async () => {
    await opened([1])
    setFilter({ state: 'held' })
    await settle()
    setFilter({ state: 'confirmed' })
    await settle()
    const [held, confirmed] = [tab.next, tab.next]
    await confirmed.answer(200, page([3]))
    await held.answer(200, page([2]))
    expect(shown()).toEqual([3])
  })

  test('that is opened already is read anew with as many rows as it shows, and keeps them meanwhile', async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => 200 - index)
    await opened(numbers(25), 'c1')
    void openBookings()
    expect(tab.next.query).toEqual({})
    for (const [count, limit] of [
      [26, '26'],
      [120, '100'],
    ] as const) {
      $bookings.set({ rows: page(numbers(count)).items, next: 'c2', busy: 'no' })
      void openBookings()
      expect([shown()?.length, $bookings.get().busy]).toEqual([count, 'reading'])
      const asked = tab.next
      expect(asked.query).toEqual({ limit })
      await asked.answer(200, page(numbers(3), 'c3'))
      expect($bookings.get()).toMatchObject({ next: 'c3', busy: 'no' })
    }
    setFilter({ state: 'held' })
    await vi.advanceTimersByTimeAsync(0)
    expect(tab.next.query).toEqual({ state: 'held' })
  })

  test('keeps what it has when reading fails, and reads again', async () => {
    await opened([1])
    void readBookings()
    await tab.next.answer(500, { error: { code: 'internal', message: 'Oh', logId: 'x1' } })
    expect($bookings.get()).toMatchObject({ busy: 'no', failure: { code: 'internal', logId: 'x1' } })
    expect(shown()).toEqual([1])
    void readBookings()
    await tab.next.answer(200, page([2]))
    expect($bookings.get().failure).toBeUndefined()
  })

  test('leads to the door when the session is over', async () => {
    tab.url = new URL('http://localhost:4321/admin/bookings?q=nis')
    void openBookings()
    await tab.next.answer(401, { error: { code: 'unauthorized', message: 'Sign in first.' } })
    expect(tab.left).toEqual(['/admin/login?next=%2Fadmin%2Fbookings%3Fq%3Dnis'])
  })

  test('is read on from its end, each booking once', async () => {
    await opened([5, 4, 3], 'c1')
    void showMore()
    void showMore()
    expect($bookings.get().busy).toBe('reading_more')
    expect(tab.asked).toMatchObject([{ query: { cursor: 'c1' } }])
    await tab.next.answer(200, page([3, 2, 1]))
    expect(shown()).toEqual([5, 4, 3, 2, 1])
    void showMore()
    expect(tab.asked).toEqual([])
  })

  test('keeps its end when reading on fails', async () => {
    await opened([5, 4], 'c1')
    void showMore()
    await tab.next.answer(503, {})
    expect($bookings.get()).toMatchObject({ next: 'c1', busy: 'no', failure: { code: 'internal' } })
    void showMore()
    await tab.next.answer(200, page([3]))
    expect(shown()).toEqual([5, 4, 3])
  })
})

describe('what is heard', () => {
  test('takes its place', async () => {
    await opened([3, 1])
    receiveBooking(row(4))
    receiveBooking(row(2))
    receiveBooking(row(0))
    expect(shown()).toEqual([4, 3, 2, 1, 0])
  })

  test('changes a row where it stands', async () => {
    await opened([3, 2, 1])
    receiveBooking(row(2, { state: 'confirmed' }))
    expect($bookings.get().rows?.map(({ state }) => state)).toEqual(['held', 'confirmed', 'held'])
  })

  test('while an answer is on its way is not lost by it', async () => {
    await opened([1])
    void readBookings()
    receiveBooking(row(2))
    await tab.next.answer(200, page([1]))
    expect(shown()).toEqual([2, 1])
  })

  test('while an answer is on its way stays when none comes', async () => {
    await opened([1])
    void readBookings()
    receiveBooking(row(1, { state: 'confirmed', version: 2 }))
    await tab.next.answer(503, {})
    expect($bookings.get()).toMatchObject({ rows: [{ state: 'confirmed' }], busy: 'no', failure: { code: 'internal' } })
  })

  test('gives way to nothing older', async () => {
    await opened([3, 2], 'c1')
    const [newer, older] = [row(1, { state: 'confirmed', version: 3 }), row(1, { version: 2 })]
    void showMore()
    receiveBooking(newer)
    await tab.next.answer(200, { items: [row(2, { version: 2 }), older], next: null })
    expect($bookings.get().rows).toEqual([row(3), row(2, { version: 2 }), newer])
    receiveBooking(older)
    expect($bookings.get().rows?.at(-1)).toEqual(newer)
  })

  test('before the first answer waits for it', async () => {
    void openBookings()
    receiveBooking(row(2))
    await tab.next.answer(200, page([1]))
    expect(shown()).toEqual([2, 1])
  })

  test('while more is read stays', async () => {
    await opened([3], 'c1')
    void showMore()
    receiveBooking(row(4))
    await tab.next.answer(200, page([2]))
    expect(shown()).toEqual([4, 3, 2])
  })

  test.each([
    ['another name', { customerName: 'Sonam Tamang', email: 's@example.com' }, false],
    ['another state', { state: 'expired' as const }, false],
    ['a match in other letters', { customerName: 'NISHA KARKI' }, true],
    ['a match in its company', { customerName: 'Nisha Rai', company: 'Karki Traders' }, true],
  ])('comes into a filtered list only where it belongs: %s', async (_, over, belongs) => {
    tab.url = new URL('http://localhost:4321/admin/bookings?q=karki%20nis&state=held')
    await opened([])
    receiveBooking(row(1, over))
    expect(ids()).toHaveLength(belongs ? 1 : 0)
  })

  test('does not vanish from under the pointer when its state no longer fits', () => {
    const rows = [row(2), row(1)]
    const filter = { q: '', state: 'held' as const }
    expect(upsertRow(rows, row(1, { state: 'confirmed' }), filter, false)[1]?.state).toBe('confirmed')
  })

  test('belongs to a page that was not read yet when it is older than the last row', () => {
    const filter = { q: '', state: '' as const }
    expect(upsertRow([row(5)], row(1), filter, true)).toHaveLength(1)
    expect(upsertRow([row(5)], row(1), filter, false)).toHaveLength(2)
  })

  test('of one instant is placed by its id, as the server does', () => {
    const at = row(1).createdAt
    const [a, b, c] = ['A', 'B', 'C'].map((letter) => row(1, { bookingId: `BK-1-${letter}`, createdAt: at }))
    if (!a || !b || !c) throw new Error('three rows')
    expect(upsertRow([c, a], b, { q: '', state: '' }, false)).toEqual([c, b, a])
  })
})
