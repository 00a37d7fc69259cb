import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import {
  $membershipChange,
  $selectedMembership,
  $selectionFailure,
  isOwnChange,
  memberships,
  openMemberships,
  receiveMembership,
  saveMembership,
  selectMembership,
  setStatus,
  syncMembershipsWithUrl,
  undoChange,
} from '#stores/admin/memberships/memberships.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { member, refusal, settle, type Tab, withTab } from './desk.ts'

const LIST = '/api/admin/memberships'
let tab: Tab
withTab((opened) => {
  tab = opened
  tab.url = new URL('http://localhost:4321/admin/memberships')
})
beforeEach(() => {
  $selectedMembership.set(undefined)
  $selectionFailure.set(undefined)
  $membershipChange.set({ kind: 'none' })
})

const page = (items: MembershipRow[], next: string | null = null) => ({ items, next, active: 3, ending: 1 })
const shown = () => memberships.$list.get().rows?.map(({ membershipId }) => membershipId)
async function opened(items: MembershipRow[], next: string | null = null) {
  void openMemberships()
  await tab.next.answer(200, page(items, next))
}

describe('the list', () => {
  test('is read with what the address says, and with nothing that it may not say', async () => {
    tab.url = new URL('http://localhost:4321/admin/memberships?q=nisha&status=ending&plan=none&location=kausimaa')
    await opened([member(1)])
    expect(memberships.$filter.get()).toEqual({ q: 'nisha', status: 'ending', location: 'kausimaa', plan: '' })
    expect(memberships.$list.get()).toMatchObject({ about: { active: 3, ending: 1 }, next: null, busy: 'no' })
  })

  test('is looked through once the typing stops; the address follows and keeps what else it says', async () => {
    tab.url = new URL('http://localhost:4321/admin/memberships?open=m1')
    void openMemberships()
    expect(tab.asked.map(({ path }) => path)).toEqual([LIST, `${LIST}/m1`])
    await tab.next.answer(200, page([member(1)]))
    await tab.next.answer(200, member(1))
    for (const q of ['n', 'ni']) {
      memberships.look({ q }, true)
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(tab.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(50)
    expect(tab.asked).toMatchObject([{ path: LIST, query: { q: 'ni' } }])
    expect(tab.url.search).toBe('?open=m1&q=ni')
    await tab.next.answer(200, page([]))
    memberships.clear()
    await settle()
    expect(tab.next.query).toEqual({})
    expect(tab.url.search).toBe('?open=m1')
  })

  test('says of a membership that its address names why it is not in sight, until another one is', async () => {
    tab.url = new URL('http://localhost:4321/admin/memberships?open=m9')
    void openMemberships()
    await tab.next.answer(200, page([member(1)]))
    await tab.next.answer(404, { error: { code: 'not_found', message: 'Not found' } })
    expect($selectionFailure.get()?.code).toBe('not_found')
    selectMembership(member(1))
    expect([$selectionFailure.get(), tab.url.search]).toEqual([undefined, '?open=m1'])
    // What is in sight stays there while nobody answers.
    void openMemberships()
    await tab.next.answer(200, page([member(1)]))
    await tab.next.answer(503, {})
    expect([$selectedMembership.get()?.membershipId, $selectionFailure.get()]).toEqual(['m1', undefined])
  })

  test('is read on from its end, each row once, and keeps its end when that fails', async () => {
    await opened([member(5), member(4)], 'c1')
    void memberships.showMore()
    void memberships.showMore()
    expect(tab.asked).toMatchObject([{ query: { cursor: 'c1' } }])
    await tab.next.answer(503, {})
    expect(memberships.$list.get()).toMatchObject({ next: 'c1', failure: { code: 'internal' } })
    void memberships.showMore()
    await tab.next.answer(200, page([member(4), member(3)]))
    expect(shown()).toEqual(['m5', 'm4', 'm3'])
  })

  test('shows the answer to the last question', async () => {
    await opened([])
    memberships.look({ status: 'active' })
    await settle()
    memberships.look({ status: 'expired' })
    await settle()
    const [first, second] = [tab.next, tab.next]
    await second.answer(200, page([member(2)]))
    await first.answer(200, page([member(1)]))
    expect(shown()).toEqual(['m2'])
  })

  test('takes up what is heard of where it belongs, and counts anew when the news has settled', async () => {
    await opened([member(3), member(1)])
    receiveMembership(member(2))
    receiveMembership(member(1, { status: 'expired' }))
    expect(shown()).toEqual(['m3', 'm2', 'm1'])
    await vi.advanceTimersByTimeAsync(400)
    expect(tab.asked).toMatchObject([{ query: { limit: '1' } }])
    await tab.next.answer(200, { ...page([member(3)], 'c'), active: 2 })
    expect(shown()).toEqual(['m3', 'm2', 'm1'])
    expect(memberships.$list.get()).toMatchObject({ about: { active: 2 }, next: null })
  })

  test.each<[Partial<MembershipRow>, boolean]>([
    [{}, true],
    [{ endDate: '2026-12-15' }, true],
    [{ endDate: '2026-12-16' }, false],
    [{ status: 'suspended' }, false],
    [{ locationId: 'dhobighat-hub' }, false],
    [{ customerName: 'Sonam', email: 's@example.com' }, false],
  ])('of those that end takes up %o: %o', async (over, belongs) => {
    tab.url = new URL('http://localhost:4321/admin/memberships?status=ending&location=kausimaa&q=karki')
    await opened([])
    receiveMembership(member(1, { endDate: '2026-12-10', ...over }))
    expect(shown()).toEqual(belongs ? ['m1'] : [])
  })

  test('by its end is kept in that order', async () => {
    tab.url = new URL('http://localhost:4321/admin/memberships?status=ending')
    await opened([member(1, { endDate: '2026-12-03' }), member(2, { endDate: '2026-12-09' })])
    receiveMembership(member(3, { endDate: '2026-12-05' }))
    expect(shown()).toEqual(['m1', 'm3', 'm2'])
  })
})

describe('what is newer stays', () => {
  const mine = member(1, { status: 'suspended', version: 2 })
  const theirs = member(1, { status: 'active', notes: 'Theirs', version: 3 })

  test('when the answer to one’s own change comes after news of another, and nothing else is claimed', async () => {
    await opened([member(1)])
    selectMembership(member(1))
    const saving = setStatus(member(1), 'suspended')
    receiveMembership(mine)
    receiveMembership(theirs)
    await tab.next.answer(200, mine)
    expect(await saving).toBe(true)
    expect([memberships.$list.get().rows, $selectedMembership.get()]).toEqual([[theirs], theirs])
    expect($membershipChange.get()).toEqual({ kind: 'none' })
  })

  test('when the refusal comes after it, and what is said is how it is now', async () => {
    await opened([member(1)])
    const saving = setStatus(member(1), 'suspended')
    receiveMembership(theirs)
    const current = member(1, { status: 'cancelled', version: 2 })
    await tab.next.answer(409, { error: { code: 'changed_meanwhile', current } })
    expect(await saving).toBe(false)
    expect(memberships.$list.get().rows).toEqual([theirs])
    expect($membershipChange.get()).toMatchObject({ kind: 'overtaken', row: theirs, after: { notes: 'Theirs' } })
  })

  test('when the one that the address names is read late', async () => {
    tab.url = new URL('http://localhost:4321/admin/memberships?open=m1')
    await opened([member(1)])
    receiveMembership(theirs)
    await tab.next.answer(200, mine)
    expect($selectedMembership.get()).toEqual(theirs)
  })

  test('when reading on brings an older state, or a newer one', async () => {
    await opened([member(5), member(4)], 'c1')
    void memberships.showMore()
    receiveMembership(theirs)
    await tab.next.answer(200, page([member(4, { version: 2 }), mine]))
    expect(memberships.$list.get().rows).toEqual([member(5), member(4, { version: 2 }), theirs])
  })

  test('when reading fails', async () => {
    await opened([member(1)])
    void memberships.read()
    receiveMembership(theirs)
    await tab.next.answer(503, {})
    expect(memberships.$list.get()).toMatchObject({ rows: [theirs], busy: 'no', failure: { code: 'internal' } })
  })
})

test('what the list says of itself is what was asked last', async () => {
  await opened([member(1)])
  void memberships.count()
  void memberships.count()
  const [first, second] = [tab.next, tab.next]
  await second.answer(200, { ...page([]), active: 5 })
  await first.answer(200, { ...page([]), active: 4 })
  expect(memberships.$list.get().about).toMatchObject({ active: 5 })
  void memberships.count()
  memberships.look({ status: 'active' })
  await settle()
  const former = tab.next
  await tab.next.answer(200, { ...page([]), active: 7 })
  await former.answer(200, { ...page([]), active: 6 })
  expect(memberships.$list.get().about).toMatchObject({ active: 7 })
})

describe('a change', () => {
  test('of the status is saved with the version that was seen, shown, and can be taken back', async () => {
    await opened([member(1)])
    void setStatus(member(1), 'suspended')
    expect($membershipChange.get()).toMatchObject({ kind: 'saving', wanted: { status: 'suspended' } })
    expect(tab.asked).toMatchObject([
      { method: 'PATCH', path: `${LIST}/m1`, body: { version: 1, status: 'suspended' } },
    ])
    await tab.next.answer(200, member(1, { status: 'suspended', version: 2 }))
    expect(memberships.$list.get().rows).toMatchObject([{ status: 'suspended' }])
    expect($membershipChange.get()).toMatchObject({ kind: 'saved', before: { status: 'active' } })
    void undoChange()
    expect(tab.next.body).toMatchObject({ version: 2, status: 'active' })
  })

  test('is no news in the tab that made it, and is news of somebody else', async () => {
    const news = (over: Partial<MembershipRow>) => ({ kind: 'membership_update' as const, membership: member(1, over) })
    await opened([member(1)])
    expect(isOwnChange(news({ version: 2 }))).toBe(false)
    void saveMembership(member(1), { notes: 'Mine' })
    expect(isOwnChange(news({ version: 2 }))).toBe(true)
    await tab.next.answer(200, member(1, { notes: 'Mine', version: 2 }))
    expect([2, 3].map((version) => isOwnChange(news({ version })))).toEqual([true, false])
  })

  test('that a colleague has made another of is said no longer', async () => {
    await opened([member(1), member(2)])
    void setStatus(member(1), 'suspended')
    const suspended = member(1, { status: 'suspended', version: 2 })
    await tab.next.answer(200, suspended)
    for (const news of [suspended, member(2, { version: 3 })]) receiveMembership(news)
    expect($membershipChange.get()).toMatchObject({ kind: 'saved', row: suspended })
    receiveMembership(member(1, { status: 'active', version: 3 }))
    expect($membershipChange.get()).toEqual({ kind: 'none' })
  })

  test('that comes too late shows what somebody else changed, and nothing is lost', async () => {
    await opened([member(1)])
    const saving = saveMembership(member(1), { notes: 'Mine' })
    const current = member(1, { status: 'cancelled', version: 2 })
    await tab.next.answer(409, { error: { code: 'changed_meanwhile', current } })
    expect(await saving).toBe(false)
    expect($membershipChange.get()).toEqual({
      kind: 'overtaken',
      row: current,
      before: { status: 'active' },
      after: { status: 'cancelled' },
    })
    expect(memberships.$list.get().rows).toEqual([current])
  })

  test('that is refused says why, beside its field or as a whole', async () => {
    const first = saveMembership(member(1), { endDate: '' })
    await tab.next.answer(422, { error: { code: 'invalid', fields: { endDate: 'Choose a day' } } })
    expect(await first).toBe(false)
    expect($membershipChange.get()).toEqual({
      kind: 'refused',
      membershipId: 'm1',
      fields: { endDate: 'Choose a day' },
    })
    const second = saveMembership(member(1), { notes: 'x' })
    await tab.next.answer(500, { error: { code: 'internal' } })
    await tab.next.answer(200, member(1))
    expect(await second).toBe(false)
    expect($membershipChange.get()).toMatchObject({
      kind: 'refused',
      fields: {},
      problem: expect.stringContaining('wrong'),
    })
  })

  const saved = member(1, { notes: 'Mine', version: 2 })
  test.each([
    ['read again', 500, 'internal', undefined],
    ['sent again', 409, 'changed_meanwhile', saved],
  ])('whose answer was lost is saved where it is so: %s', async (_, status, code, current) => {
    await opened([member(1)])
    const saving = saveMembership(member(1), { notes: 'Mine ', reason: 'Asked for' })
    await tab.next.answer(status, refusal(code, { current }))
    if (!current) await tab.next.answer(200, saved)
    expect(await saving).toBe(true)
    expect($membershipChange.get()).toMatchObject({ kind: 'saved', row: saved, before: { notes: '' } })
  })

  test('whose answer was lost claims nothing of what others have changed since', async () => {
    await opened([member(1)])
    const saving = saveMembership(member(1), { notes: 'Mine' })
    const current = member(1, { notes: 'Mine', status: 'suspended', version: 3 })
    await tab.next.answer(409, refusal('changed_meanwhile', { current }))
    expect(await saving).toBe(true)
    expect($membershipChange.get()).toEqual({ kind: 'none' })
    expect(memberships.$list.get().rows).toEqual([current])
  })

  test('is not sent twice at once', async () => {
    void saveMembership(member(1), { notes: 'x' })
    expect(await saveMembership(member(1), { notes: 'y' })).toBe(false)
    expect(tab.asked).toHaveLength(1)
    await tab.next.answer(200, member(1, { version: 2 }))
  })
})

test('what is looked at closely stands in the address, and changes as it is heard of', async () => {
  await opened([member(1)])
  selectMembership(member(1))
  expect(tab.url.search).toBe('?open=m1')
  receiveMembership(member(1, { notes: 'Key 14', version: 2 }))
  expect($selectedMembership.get()).toMatchObject({ notes: 'Key 14' })
  selectMembership(undefined)
  expect(tab.url.search).toBe('')
})

test('Back and Forward lead from one to the other, and to what was looked for then', async () => {
  await opened([member(1)])
  const entries: URL[] = [tab.url]
  const putBack = replaceEnvironment({
    showAddress: (address, entry) => {
      tab.url = address
      if (entry === 'push') entries.push(address)
      else entries[entries.length - 1] = address
    },
  })
  const goTo = (entry: number) => {
    tab.url = entries[entry] as URL
    syncMembershipsWithUrl()
  }
  const trail = () => entries.map(({ search }) => search)
  selectMembership(member(1))
  selectMembership(member(1))
  expect(trail()).toEqual(['', '?open=m1'])
  goTo(0)
  expect($selectedMembership.get()).toBeUndefined()
  goTo(1)
  await tab.next.answer(200, member(1))
  expect($selectedMembership.get()?.membershipId).toBe('m1')
  // Closed, it leaves no entry to come back to.
  selectMembership(undefined)
  memberships.look({ status: 'active' })
  await settle()
  await tab.next.answer(200, page([member(1)]))
  expect(trail()).toEqual(['', '?status=active'])
  goTo(0)
  expect([$selectedMembership.get(), memberships.$filter.get().status]).toEqual([undefined, ''])
  await tab.next.answer(200, page([member(1)]))
  expect(tab.asked).toEqual([])
  putBack()
})

test.each([
  ['another one', member(2)],
  ['none', undefined],
])('an answer about the one that the address named does not come in the place of %s', async (_, looked) => {
  for (const [status, answer] of [
    [200, member(1)],
    [404, { error: { code: 'not_found', message: 'Not found' } }],
  ] as const) {
    tab.url = new URL('http://localhost:4321/admin/memberships?open=m1')
    await opened([member(1), member(2)])
    selectMembership(looked)
    await tab.next.answer(status, answer)
    expect([$selectedMembership.get(), $selectionFailure.get()]).toEqual([looked, undefined])
  }
})
