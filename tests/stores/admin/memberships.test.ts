import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { memberships } from '#stores/admin/memberships/list.ts'
import {
  $membershipChange,
  $selectedMembership,
  isOwnChange,
  openMemberships,
  receiveMembership,
  saveMembership,
  selectMembership,
  syncMembershipsWithUrl,
  undoChange,
} from '#stores/admin/memberships/memberships.ts'
import { day } from '../../domain/business.ts'
import { errorBody, member, recordHistory, settle, withTab } from './staff-tab.ts'

const LIST = '/api/admin/memberships'
const tab = withTab(() => tab.open('/admin/memberships'))
beforeEach(() => {
  $selectedMembership.set({ state: 'none' })
  $membershipChange.set({ kind: 'none' })
})

const getSelected = () => {
  const selected = $selectedMembership.get()
  return selected.state === 'open' ? selected.detail : undefined
}
const getFailure = () => {
  const selected = $selectedMembership.get()
  return selected.state === 'failed' ? selected.failure : undefined
}
const page = (items: MembershipRow[]) => ({ items, next: null, active: 3, ending: 1, starting: 0 })
const getListedIds = () => memberships.$list.get().rows?.map(({ membershipId }) => membershipId)
const openList = (...items: MembershipRow[]) => tab.respondTo(openMemberships(), 200, page(items))
const notFound = errorBody('not_found')
const suspended = member(1, { status: 'suspended', version: 2 })

describe('the list of memberships', () => {
  test('loads with the filter of the URL, and ignores values that do not exist', async () => {
    tab.open('/admin/memberships?q=nisha&status=ending&plan=none&location=kausimaa')
    await openList(member(1))
    expect(memberships.$filter.get()).toEqual({ q: 'nisha', status: 'ending', location: 'kausimaa', plan: '' })
    expect(memberships.$list.get()).toMatchObject({ summary: { active: 3, ending: 1 }, next: null, status: 'idle' })
  })

  test('searches once the typing stops, and keeps the other parameters of the URL', async () => {
    tab.open('/admin/memberships?open=m1')
    void openMemberships()
    expect(tab.requests.map(({ path }) => path)).toEqual([LIST, `${LIST}/m1`])
    await tab.next.respond(200, page([member(1)]))
    await tab.next.respond(200, member(1))
    for (const q of ['n', 'ni']) {
      memberships.search(q)
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(tab.requests).toEqual([])
    await vi.advanceTimersByTimeAsync(50)
    expect(tab.requests).toMatchObject([{ path: LIST, query: { q: 'ni' } }])
    expect(tab.url.search).toBe('?open=m1&q=ni')
    await tab.next.respond(200, page([]))
    memberships.clearFilter()
    await settle()
    expect(tab.next.query).toEqual({})
    expect(tab.url.search).toBe('?open=m1')
  })

  test('reports why the membership of the URL cannot be shown, until another one is selected', async () => {
    tab.open('/admin/memberships?open=m9')
    await openList(member(1))
    await tab.next.respond(404, notFound)
    expect(getFailure()?.code).toBe('not_found')
    selectMembership(member(1))
    expect([getFailure(), tab.url.search]).toEqual([undefined, '?open=m1'])
    await openList(member(1))
    await tab.next.respond(503, {})
    expect([getSelected()?.membershipId, getFailure()]).toEqual(['m1', undefined])
  })

  test('inserts a received membership in order, and reloads the summary once no more arrive', async () => {
    await openList(member(3), member(1))
    receiveMembership(member(2))
    receiveMembership(member(1, { status: 'expired' }))
    expect(getListedIds()).toEqual(['m3', 'm2', 'm1'])
    await vi.advanceTimersByTimeAsync(400)
    expect(tab.requests).toMatchObject([{ query: { limit: '1' } }])
    await tab.next.respond(200, { ...page([member(3)]), next: 'c', active: 2 })
    expect(getListedIds()).toEqual(['m3', 'm2', 'm1'])
    expect(memberships.$list.get()).toMatchObject({ summary: { active: 2 }, next: null })
  })

  test.each<[Partial<MembershipRow>, boolean]>([
    [{}, true],
    [{ endDate: day('2026-12-16') }, true],
    [{ endDate: day('2026-12-17') }, false],
    [{ status: 'suspended' }, false],
    [{ locationId: 'dhobighat-hub' }, false],
    [{ customerName: 'Sonam', email: 's@example.com' }, false],
  ])('lists a membership as up for renewal when it has %o: %o', async (over, belongs) => {
    tab.open('/admin/memberships?status=ending&location=kausimaa&q=karki')
    await openList()
    receiveMembership(member(1, { endDate: day('2026-12-10'), ...over }))
    expect(getListedIds()).toEqual(belongs ? ['m1'] : [])
  })

  test('sorts memberships up for renewal by their end', async () => {
    tab.open('/admin/memberships?status=ending')
    await openList(member(1, { endDate: day('2026-12-03') }), member(2, { endDate: day('2026-12-09') }))
    receiveMembership(member(3, { endDate: day('2026-12-05') }))
    expect(getListedIds()).toEqual(['m1', 'm3', 'm2'])
  })
})

describe('the newest version of a membership', () => {
  const newer = member(1, { status: 'active', notes: 'Theirs', version: 3 })

  test('remains when the response to an own change arrives after a newer event', async () => {
    await openList(member(1))
    selectMembership(member(1))
    const saving = saveMembership(member(1), { status: 'suspended' })
    receiveMembership(suspended)
    receiveMembership(newer)
    expect(await tab.resultOf(saving, [200, suspended])).toBe(true)
    expect([memberships.$list.get().rows, getSelected()]).toEqual([[newer], newer])
    expect($membershipChange.get()).toEqual({ kind: 'none' })
  })

  test('remains when a conflict arrives after a newer event', async () => {
    await openList(member(1))
    const saving = saveMembership(member(1), { status: 'suspended' })
    receiveMembership(newer)
    const current = member(1, { status: 'cancelled', version: 2 })
    expect(await tab.resultOf(saving, [409, errorBody('changed_meanwhile', { current })])).toBe(false)
    expect(memberships.$list.get().rows).toEqual([newer])
    expect($membershipChange.get()).toMatchObject({ kind: 'conflict', row: newer, after: { notes: 'Theirs' } })
  })

  test('remains when the membership of the URL is loaded late', async () => {
    tab.open('/admin/memberships?open=m1')
    await openList(member(1))
    receiveMembership(newer)
    await tab.next.respond(200, suspended)
    expect(getSelected()).toEqual(newer)
  })
})

test('the summary of memberships is that of the last request', async () => {
  await openList(member(1))
  void memberships.reloadSummary()
  void memberships.reloadSummary()
  const [first, second] = [tab.next, tab.next]
  await second.respond(200, { ...page([]), active: 5 })
  await first.respond(200, { ...page([]), active: 4 })
  expect(memberships.$list.get().summary).toMatchObject({ active: 5 })
  void memberships.reloadSummary()
  memberships.changeFilter({ status: 'active' })
  await settle()
  const earlier = tab.next
  await tab.next.respond(200, { ...page([]), active: 7 })
  await earlier.respond(200, { ...page([]), active: 6 })
  expect(memberships.$list.get().summary).toMatchObject({ active: 7 })
})

describe('a change of a membership', () => {
  type Change = Parameters<typeof saveMembership>[1]
  const save = (change: Change, ...responses: [status: number, body: unknown][]) =>
    tab.resultOf(saveMembership(member(1), change), ...responses)

  test('sends the displayed version with the status, and can be undone', async () => {
    await openList(member(1))
    void saveMembership(member(1), { status: 'suspended' })
    expect($membershipChange.get()).toEqual({ kind: 'saving' })
    expect(tab.requests).toMatchObject([
      { method: 'PATCH', path: `${LIST}/m1`, body: { version: 1, status: 'suspended' } },
    ])
    await tab.next.respond(200, suspended)
    expect(memberships.$list.get().rows).toMatchObject([{ status: 'suspended' }])
    expect($membershipChange.get()).toMatchObject({ kind: 'saved', before: { status: 'active' } })
    void undoChange()
    expect(tab.next.body).toMatchObject({ version: 2, status: 'active' })
  })

  test('is an own event only in the tab that made it', async () => {
    const event = (version: number) => ({ kind: 'membership_update' as const, membership: member(3, { version }) })
    await openList(member(3))
    expect(isOwnChange(event(2))).toBe(false)
    void saveMembership(member(3), { notes: 'Mine' })
    expect(isOwnChange(event(2))).toBe(true)
    await tab.next.respond(200, member(3, { notes: 'Mine', version: 2 }))
    expect([2, 3].map((version) => isOwnChange(event(version)))).toEqual([true, false])
    void saveMembership(member(3, { version: 2 }), { notes: 'Mine again' })
    await tab.next.respond(200, member(3, { notes: 'Mine again', version: 3 }))
    selectMembership(member(2))
    expect([2, 3, 4].map((version) => isOwnChange(event(version)))).toEqual([true, true, false])
  })

  test('is no longer shown after a colleague’s change', async () => {
    await openList(member(1), member(2))
    await tab.respondTo(saveMembership(member(1), { status: 'suspended' }), 200, suspended)
    for (const event of [suspended, member(2, { version: 3 })]) receiveMembership(event)
    expect($membershipChange.get()).toMatchObject({ kind: 'saved', row: suspended })
    receiveMembership(member(1, { status: 'active', version: 3 }))
    expect($membershipChange.get()).toEqual({ kind: 'none' })
  })

  test('shows the colleague’s change after a conflict', async () => {
    await openList(member(1))
    const current = member(1, { status: 'cancelled', version: 2 })
    expect(await save({ notes: 'Mine' }, [409, errorBody('changed_meanwhile', { current })])).toBe(false)
    expect($membershipChange.get()).toEqual({
      kind: 'conflict',
      row: current,
      before: { status: 'active' },
      after: { status: 'cancelled' },
    })
    expect(memberships.$list.get().rows).toEqual([current])
  })

  test('shows why it is rejected, by field or as a whole', async () => {
    const fields = { endDate: 'Choose a day' }
    expect(await save({ endDate: '' }, [422, { error: { code: 'invalid', fields } }])).toBe(false)
    expect($membershipChange.get()).toEqual({ kind: 'rejected', membershipId: 'm1', fields })
    expect(await save({ notes: 'x' }, [500, { error: { code: 'internal' } }], [200, member(1)])).toBe(false)
    const problem = expect.stringContaining('wrong')
    expect($membershipChange.get()).toMatchObject({ kind: 'rejected', fields: {}, problem })
  })

  const ownVersion = member(1, { notes: 'Mine', version: 2 })
  test('succeeds after a lost response when the re-read membership shows it', async () => {
    await openList(member(1))
    const change = { notes: 'Mine ', reason: 'Requested' }
    expect(await save(change, [500, errorBody('internal')], [200, ownVersion])).toBe(true)
    expect($membershipChange.get()).toMatchObject({ kind: 'saved', row: ownVersion, before: { notes: '' } })
  })

  test('offers no undo after a lost response and a colleague’s change', async () => {
    await openList(member(1))
    const current = member(1, { notes: 'Mine', status: 'suspended', version: 3 })
    expect(await save({ notes: 'Mine' }, [500, errorBody('internal')], [200, current])).toBe(true)
    expect($membershipChange.get()).toEqual({ kind: 'none' })
    expect(memberships.$list.get().rows).toEqual([current])
  })

  test('is not sent twice at once', async () => {
    void saveMembership(member(1), { notes: 'x' })
    expect(await saveMembership(member(1), { notes: 'y' })).toBe(false)
    expect(tab.requests).toHaveLength(1)
    await tab.next.respond(200, member(1, { version: 2 }))
  })
})

test('the selected membership is in the URL, updated by events, and restored with the filter by Back', async () => {
  await openList(member(1))
  const { trail, go, restore } = recordHistory(tab, syncMembershipsWithUrl)
  selectMembership(member(1))
  selectMembership(member(1))
  expect(trail()).toEqual(['', '?open=m1'])
  receiveMembership(member(1, { notes: 'Key 14', version: 2 }))
  expect(getSelected()).toMatchObject({ notes: 'Key 14' })
  go(-1)
  expect(getSelected()).toBeUndefined()
  await tab.respondTo(go(1), 200, member(1))
  expect(getSelected()?.membershipId).toBe('m1')
  // Closing removes the history entry.
  selectMembership(undefined)
  expect(tab.url.search).toBe('')
  memberships.changeFilter({ status: 'active' })
  await settle()
  await tab.next.respond(200, page([member(1)]))
  expect(trail()).toEqual(['', '?status=active'])
  go(-1)
  expect([getSelected(), memberships.$filter.get().status]).toEqual([undefined, ''])
  await tab.next.respond(200, page([member(1)]))
  expect(tab.requests).toEqual([])
  restore()
})

test.each([
  ['another one', member(2)],
  ['none', undefined],
])('a late response about the membership of the URL does not replace %s', async (_, selected) => {
  for (const [status, response] of [
    [200, member(1)],
    [404, notFound],
  ] as const) {
    tab.open('/admin/memberships?open=m1')
    await openList(member(1), member(2))
    selectMembership(selected)
    await tab.next.respond(status, response)
    expect([getSelected(), getFailure()]).toEqual([selected, undefined])
  }
})
