import { beforeEach, describe, expect, test } from 'vitest'
import type { InvitationView } from '#contract/admin/people.ts'
import {
  $people,
  changePerson,
  invite,
  readPeople,
  resetTwoFactor,
  withdrawInvitation,
} from '#stores/admin/staff/people.ts'
import { person } from '../../support/staff-view.ts'
import { errorBody, withTab } from './staff-tab.ts'

const invitation = (email: string): InvitationView => ({
  invitationId: `i-${email}`,
  email,
  role: 'manager',
  workplaces: null,
  forAccount: false,
  createdAt: '2026-12-01T04:15:00.000Z',
  expiresAt: '2026-12-08T04:15:00.000Z',
  expired: false,
})

const inviteNew = () => invite({ email: 'new@example.com', role: 'manager', workplaces: null })

const tab = withTab()
beforeEach(() => $people.set({ invitations: [] }))

test('a new invitation is not overwritten by an earlier read', async () => {
  const added = invitation('new@example.com')
  void readPeople()
  const late = tab.next
  void inviteNew()
  await tab.next.respond(201, { invitation: added, link: 'l' })
  await tab.next.respond(200, { people: [person()], invitations: [added] })
  await late.respond(200, { people: [person()], invitations: [] })
  expect($people.get()).toEqual({ people: [person()], invitations: [added] })
})

test('a withdrawn invitation is not restored by an earlier read', async () => {
  void readPeople()
  const late = tab.next
  void withdrawInvitation('i-old@example.com')
  await tab.next.respond(200, {})
  await tab.next.respond(200, { people: [person()], invitations: [] })
  await late.respond(200, { people: [person()], invitations: [invitation('old@example.com')] })
  expect($people.get().invitations).toEqual([])
})

test('the last of two changes of a person is shown, regardless of the order of responses', async () => {
  $people.set({ people: [person()], invitations: [] })
  void changePerson('s1', { version: 1, role: 'desk' })
  void changePerson('s1', { version: 2, role: 'owner' })
  const [first, second] = [tab.next, tab.next]
  const current = { people: [person({ role: 'owner', version: 3 })], invitations: [] }
  await second.respond(200, person({ role: 'owner', version: 3 }))
  await first.respond(200, person({ role: 'desk', version: 2 }))
  await tab.next.respond(200, current)
  await tab.next.respond(200, current)
  expect($people.get()).toEqual(current)
})

test('a change of a person succeeds when the list cannot be reloaded', async () => {
  $people.set({ people: [person()], invitations: [] })
  const changed = changePerson('s1', { version: 1, role: 'desk' })
  await tab.next.respond(200, person({ role: 'desk', version: 2 }))
  await tab.next.respond(503, errorBody('not_ready'))
  expect(await changed).toMatchObject({ ok: true })
  expect($people.get()).toMatchObject({ failure: { code: 'not_ready' } })
})

test('a conflicting change of a person shows the current person', async () => {
  $people.set({ people: [person()], invitations: [] })
  const current = person({ role: 'owner', version: 2 })
  const conflict = [409, errorBody('changed_meanwhile', { current })] as const
  const reload = [200, { people: [current], invitations: [] }] as const
  const changed = await tab.resultOf(changePerson('s1', { version: 1, role: 'desk' }), conflict, reload)
  expect(changed).toMatchObject({ ok: false, failure: { code: 'changed_meanwhile' } })
  expect($people.get().people).toEqual([current])
})

describe('a change of people whose response is lost', () => {
  const before = { people: [person({ twoFactor: true })], invitations: [invitation('old@example.com')] }
  beforeEach(() => $people.set(before))

  test.each([
    ['rights', () => changePerson('s1', { version: 1, role: 'desk', workplaces: ['kausimaa'] })],
    ['an account disabled', () => changePerson('s1', { version: 1, disabled: true })],
    ['two-factor reset', () => resetTwoFactor('s1')],
    ['an invitation withdrawn', () => withdrawInvitation('i-old@example.com')],
  ])('succeeds only when the re-read list shows it: %s', async (_, change) => {
    const disabledAt = '2026-12-01T04:15:00.000Z'
    const changed = person({ role: 'desk', workplaces: ['kausimaa'], disabledAt, twoFactor: false, version: 2 })
    for (const code of ['internal', 'not_found']) {
      const [lost, after] = [[500, errorBody(code)] as const, { people: [changed], invitations: [] }]
      expect(await tab.resultOf(change(), lost, [200, after])).toMatchObject({ ok: true })
      expect($people.get()).toEqual(after)
      expect(await tab.resultOf(change(), lost, [200, before])).toMatchObject({ ok: false, failure: { code } })
    }
  })

  test('shows a created invitation', async () => {
    const invitations = [invitation('new@example.com')]
    const result = await tab.resultOf(inviteNew(), [500, errorBody('internal')], [200, { people: [], invitations }])
    expect(result).toMatchObject({ ok: false })
    expect($people.get().invitations).toEqual(invitations)
  })
})
