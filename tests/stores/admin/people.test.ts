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
import { person } from '../../support/person-view.ts'
import { refusal, type Tab, withTab } from './desk.ts'

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

let tab: Tab
withTab((opened) => {
  tab = opened
})
beforeEach(() => $people.set({ invitations: [] }))

test('an invitation that was just made is not hidden by a read from before it', async () => {
  void readPeople()
  void invite({ email: 'new@example.com', role: 'manager', workplaces: null })
  const late = tab.next
  await tab.next.answer(201, { invitation: invitation('new@example.com'), link: 'l' })
  await late.answer(200, { people: [person()], invitations: [] })
  expect($people.get().invitations).toEqual([invitation('new@example.com')])
  await tab.next.answer(200, { people: [person()], invitations: [invitation('new@example.com')] })
  expect($people.get()).toEqual({ people: [person()], invitations: [invitation('new@example.com')] })
})

test('one that was withdrawn does not come back by a read from before', async () => {
  $people.set({ people: [person()], invitations: [invitation('old@example.com')] })
  void readPeople()
  void withdrawInvitation('i-old@example.com')
  const late = tab.next
  await tab.next.answer(200, {})
  await late.answer(200, { people: [person()], invitations: [invitation('old@example.com')] })
  expect($people.get().invitations).toEqual([])
  await tab.next.answer(200, { people: [person()], invitations: [invitation('later@example.com')] })
  expect($people.get().invitations).toEqual([invitation('later@example.com')])
})

test('an older answer takes back no newer one, and without a read under way nothing is read', async () => {
  $people.set({ people: [person()], invitations: [] })
  void changePerson('s1', { version: 1, role: 'desk' })
  void changePerson('s1', { version: 2, role: 'owner' })
  const [first, second] = [tab.next, tab.next]
  await second.answer(200, person({ role: 'owner', version: 3 }))
  await first.answer(200, person({ role: 'desk', version: 2 }))
  expect($people.get().people).toMatchObject([{ role: 'owner', version: 3 }])
  expect(tab.asked).toEqual([])
})

describe('a change whose answer is lost', () => {
  const before = { people: [person({ twoFactor: true })], invitations: [invitation('old@example.com')] }
  beforeEach(() => $people.set(before))

  test.each([
    ['rights', () => changePerson('s1', { version: 1, role: 'desk', workplaces: ['kausimaa'] })],
    ['an account disabled', () => changePerson('s1', { version: 1, disabled: true })],
    ['two-factor reset', () => resetTwoFactor('s1')],
    ['an invitation withdrawn', () => withdrawInvitation('i-old@example.com')],
  ])('is done where it is so, and else is not: %s', async (_, change) => {
    const disabledAt = '2026-12-01T04:15:00.000Z'
    const so = person({ role: 'desk', workplaces: ['kausimaa'], disabledAt, twoFactor: false, version: 2 })
    for (const code of ['internal', 'not_found']) {
      const worked = change()
      await tab.next.answer(500, refusal(code))
      await tab.next.answer(200, { people: [so], invitations: [] })
      expect(await worked).toMatchObject({ ok: true })
      expect($people.get()).toEqual({ people: [so], invitations: [] })
      const failed = change()
      await tab.next.answer(500, refusal(code))
      await tab.next.answer(200, before)
      expect(await failed).toMatchObject({ ok: false, failure: { code } })
    }
  })

  test('is done when it is sent again and stands there already; what somebody else did is not', async () => {
    const again = changePerson('s1', { version: 1, role: 'desk' })
    const current = person({ role: 'desk', version: 2 })
    await tab.next.answer(409, refusal('changed_meanwhile', { current }))
    expect(await again).toEqual({ ok: true, value: current })
    const late = changePerson('s1', { version: 1, role: 'owner' })
    await tab.next.answer(409, refusal('changed_meanwhile', { current }))
    expect(await late).toMatchObject({ ok: false, failure: { code: 'changed_meanwhile' } })
  })

  test('shows an invitation that was made', async () => {
    const making = invite({ email: 'new@example.com', role: 'manager', workplaces: null })
    await tab.next.answer(500, refusal('internal'))
    await tab.next.answer(200, { people: [], invitations: [invitation('new@example.com')] })
    expect(await making).toMatchObject({ ok: false })
    expect($people.get().invitations).toEqual([invitation('new@example.com')])
  })
})
