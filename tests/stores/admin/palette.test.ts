import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildGroups, type Entry, readRecent, saveRecent } from '#stores/admin/palette/entries.ts'
import { $search, clearSearch, searchAdmin } from '#stores/admin/palette/search.ts'
import { $session } from '#stores/admin/session/session.ts'
import { day } from '../../domain/business.ts'
import { errorBody, member, row, staffSession, withTab } from './staff-tab.ts'

const tab = withTab()
beforeEach(() => {
  window.sessionStorage.clear()
  $session.set({ state: 'open', user: staffSession() })
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
  bookings: [row(0, { locationName: 'Kausimaa' })],
  members: [member(1, { endDate: day('2027-01-10') })],
}
const nothing = { bookings: [], members: [] }

describe('the entries of the palette', () => {
  const titles = (q: string, of = nothing, recent: Entry[] = []) =>
    buildGroups(q, known, of, recent).map(({ title, entries }) => [title, entries.map((each) => each.title)])

  test('are all known ones before a search, recent ones first', () => {
    expect(titles('')).toEqual([
      ['Actions', ['New booking']],
      ['Go to', ['Bookings', 'Audit']],
    ])
    expect(titles('', nothing, [entry('Nisha', 'booking')])[0]).toEqual(['Recent', ['Nisha']])
  })

  test('are those that match every word', () => {
    expect(titles('BOOK', nothing, [entry('Nisha')])).toEqual([
      ['Actions', ['New booking']],
      ['Go to', ['Bookings']],
    ])
    expect(titles('new book')).toEqual([['Actions', ['New booking']]])
    expect(titles('xyz')).toEqual([])
    const booking = {
      kind: 'booking',
      title: 'Nisha Karki, 10 Dec 2026',
      href: expect.stringContaining('BK-1796000000000-AAAA'),
    }
    const booked = 'Explorer, Kausimaa, awaiting payment\nBK-1796000000000-AAAA'
    const member = { kind: 'member', title: 'Nisha Karki', href: '/admin/memberships?open=m1' }
    expect(buildGroups('nisha', known, found, [])).toEqual([
      { title: 'Bookings', entries: [{ ...booking, detail: booked }] },
      { title: 'Memberships', entries: [{ ...member, detail: 'Professional, active, to 9 Jan 2027' }] },
    ])
  })
})

describe('the search of the palette', () => {
  /** Searches, and waits until the typing has stopped. */
  function search(q: string) {
    searchAdmin(q)
    return vi.advanceTimersByTimeAsync(150)
  }

  test('starts once the typing stops, from two characters', async () => {
    searchAdmin('n')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(tab.requests).toEqual([])
    searchAdmin('ni')
    await vi.advanceTimersByTimeAsync(100)
    searchAdmin('nis ')
    expect($search.get()).toMatchObject({ q: 'nis ', busy: true })
    await vi.advanceTimersByTimeAsync(150)
    expect(tab.requests).toMatchObject([{ path: '/api/admin/search', query: { q: 'nis' } }])
    await tab.next.respond(200, found)
    expect($search.get()).toEqual({ q: 'nis ', results: found, busy: false })
  })

  test('filters earlier results until the response', async () => {
    await search('nis')
    await tab.next.respond(200, found)
    searchAdmin('nisha kar')
    expect($search.get()).toMatchObject({ results: found, busy: true })
    searchAdmin('nisha professional')
    expect($search.get()).toMatchObject({ results: { bookings: [], members: found.members }, busy: true })
    searchAdmin('dipesh')
    expect($search.get()).toMatchObject({ results: nothing, busy: true })
  })

  test('shows the response to the last query only, and its failure', async () => {
    await search('nisha')
    const first = tab.next
    await search('nishant')
    await first.respond(200, found)
    expect($search.get()).toMatchObject({ results: nothing, busy: true })
    await tab.next.respond(500, errorBody('internal'))
    expect($search.get()).toMatchObject({ results: nothing, busy: false, failure: { code: 'internal' } })
    clearSearch()
    expect($search.get()).toEqual({ q: '', results: nothing, busy: false })
  })
})

describe('recent entries of the palette', () => {
  test('are stored per tab and account, without repetition, at most five', () => {
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) saveRecent(entry(title))
    expect(readRecent().map(({ title }) => title)).toEqual(['b', 'f', 'e', 'd', 'c'])
    $session.set({ state: 'open', user: staffSession({ email: 'other@chautari.example' }) })
    expect(readRecent()).toEqual([])
  })

  test('ignore stored URLs outside the staff area', () => {
    const foreign = ['https://evil.example', '/administer'].map((href) => ({ ...entry('a'), href }))
    for (const [stored, recent] of [
      [JSON.stringify([...foreign, entry('c'), 7]), [entry('c')]],
      ...['{', '{}', 'null'].map((broken) => [broken, []] as const),
    ] as const) {
      window.sessionStorage.setItem('staff-recent staff@chautari.example', stored)
      expect(readRecent()).toEqual(recent)
    }
  })
})
