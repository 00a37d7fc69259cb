import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildGroups, type Entry, readRecent, saveRecent } from '#stores/admin/palette/entries.ts'
import { $search, clearSearch, searchAdmin } from '#stores/admin/palette/search.ts'
import { $session } from '#stores/admin/session/session.ts'
import { type Tab, who, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})
beforeEach(() => {
  window.sessionStorage.clear()
  $session.set({ state: 'open', who: who() })
  clearSearch()
})

const entry = (title: string, kind: Entry['kind'] = 'screen'): Entry => ({
  kind,
  title,
  detail: '',
  href: `/admin/${title.toLowerCase().replaceAll(' ', '-')}`,
})
const known = [entry('New booking', 'action'), entry('Bookings'), entry('Audit')]
const found = {
  bookings: [
    {
      bookingId: 'BK-1796000000000-AAAA',
      customerName: 'Nisha Karki',
      locationName: 'Kausimaa',
      planName: 'Explorer',
      startDate: '2026-12-10',
      state: 'held' as const,
    },
  ],
  members: [
    {
      membershipId: 'm1',
      customerName: 'Nisha Karki',
      planName: 'Professional',
      endDate: '2027-01-10',
      status: 'active' as const,
    },
  ],
}
const nothing = { bookings: [], members: [] }

describe('what can be chosen', () => {
  const titles = (q: string, of = nothing, recent: Entry[] = []) =>
    buildGroups(q, known, of, recent).map(({ title, entries }) => [title, entries.map((each) => each.title)])

  test('is all that is known before anything is typed, what was chosen last first', () => {
    expect(titles('')).toEqual([
      ['Do', ['New booking']],
      ['Go to', ['Bookings', 'Audit']],
    ])
    expect(titles('', nothing, [entry('Nisha', 'booking')])[0]).toEqual(['Recent', ['Nisha']])
  })

  test('is what holds every word, found or known', () => {
    expect(titles('BOOK', nothing, [entry('Nisha')])).toEqual([
      ['Do', ['New booking']],
      ['Go to', ['Bookings']],
    ])
    expect(titles('new book')).toEqual([['Do', ['New booking']]])
    expect(titles('xyz')).toEqual([])
    expect(buildGroups('nisha', known, found, [])).toEqual([
      {
        title: 'Bookings',
        entries: [
          {
            kind: 'booking',
            title: 'Nisha Karki',
            detail: 'BK-1796000000000-AAAA, Kausimaa, Explorer, 10 Dec 2026, awaiting payment',
            href: expect.stringContaining('BK-1796000000000-AAAA'),
          },
        ],
      },
      {
        title: 'Memberships',
        entries: [
          {
            kind: 'member',
            title: 'Nisha Karki',
            detail: 'Professional, active, to 10 Jan 2027',
            href: '/admin/memberships?open=m1',
          },
        ],
      },
    ])
  })
})

describe('the search', () => {
  test('waits until the typing stops, and for two signs', async () => {
    searchAdmin('n')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(tab.asked).toEqual([])
    searchAdmin('ni')
    await vi.advanceTimersByTimeAsync(100)
    searchAdmin('nis ')
    expect($search.get()).toMatchObject({ q: 'nis ', busy: true })
    await vi.advanceTimersByTimeAsync(150)
    expect(tab.asked).toMatchObject([{ path: '/api/admin/search', query: { q: 'nis' } }])
    await tab.next.answer(200, found)
    expect($search.get()).toEqual({ q: 'nis ', results: found, busy: false })
  })

  test('keeps of what was found for other words what holds the new ones', async () => {
    searchAdmin('nis')
    await vi.advanceTimersByTimeAsync(150)
    await tab.next.answer(200, found)
    searchAdmin('nisha kar')
    expect($search.get()).toMatchObject({ results: found, busy: true })
    searchAdmin('nisha professional')
    expect($search.get()).toMatchObject({ results: { bookings: [], members: found.members }, busy: true })
    searchAdmin('dipesh')
    expect($search.get()).toMatchObject({ results: nothing, busy: true })
  })

  test('shows the answer to the last question alone, and says what failed', async () => {
    searchAdmin('nisha')
    await vi.advanceTimersByTimeAsync(150)
    const first = tab.next
    searchAdmin('nishant')
    await vi.advanceTimersByTimeAsync(150)
    await first.answer(200, found)
    expect($search.get()).toMatchObject({ results: nothing, busy: true })
    await tab.next.answer(500, { error: { code: 'internal', message: 'Oh' } })
    expect($search.get()).toMatchObject({ results: nothing, busy: false, failure: { code: 'internal' } })
    clearSearch()
    expect($search.get()).toEqual({ q: '', results: nothing, busy: false })
  })
})

describe('what was chosen last', () => {
  test('is kept for the tab and the person, each once, five at most', () => {
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) saveRecent(entry(title))
    expect(readRecent().map(({ title }) => title)).toEqual(['b', 'f', 'e', 'd', 'c'])
    $session.set({ state: 'open', who: who({ email: 'other@chautari.example' }) })
    expect(readRecent()).toEqual([])
  })

  test('leads nowhere else, whatever lies in the storage', () => {
    const kept = [
      { ...entry('a'), href: 'https://evil.example' },
      { ...entry('b'), href: '/administer' },
      entry('c'),
      7,
    ]
    window.sessionStorage.setItem('staff-recent staff@chautari.example', JSON.stringify(kept))
    expect(readRecent()).toEqual([entry('c')])
    for (const broken of ['{', '{}', 'null']) {
      window.sessionStorage.setItem('staff-recent staff@chautari.example', broken)
      expect(readRecent()).toEqual([])
    }
  })
})
