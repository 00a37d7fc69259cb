import { expect, test } from 'vitest'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { fillFormForRenewal, getDraftLostByRenewal, WALK_IN_DRAFT } from '#stores/admin/desk/walk-in-form.ts'
import { getDraft, saveDraft, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { KeptStorage } from '../../support/kept.ts'
import { member } from './desk.ts'

const ending = (over: Partial<MembershipRow> = {}) =>
  member(1, { planId: 'enterprise', billingCycle: 'weekly', endDate: '2099-12-17', ...over })

test('one more period is filled in from the day on which the last one is over, from today where that is past', () => {
  const putBack = replaceEnvironment({
    tabStorage: new KeptStorage().storage,
    storage: new KeptStorage().storage,
    now: () => Date.parse('2026-12-01T06:00:00Z'),
  })
  setDraftOwner('owner@example.com')
  expect(getDraftLostByRenewal(ending())).toBeUndefined()
  fillFormForRenewal(ending())
  expect(getDraft(WALK_IN_DRAFT)).toMatchObject({
    name: 'Nisha Karki',
    email: 'nisha@example.com',
    phone: '+9779841234567',
    locationId: 'kausimaa',
    planId: 'enterprise',
    billing: 'weekly',
    startDate: '2099-12-17',
    endDate: '',
  })
  // What was filled in for the same member is filled in again; what was typed, and for another, is not lost unsaid.
  expect(getDraftLostByRenewal(ending())).toBeUndefined()
  expect(getDraftLostByRenewal(ending({ customerName: 'Sita Rai' }))?.name).toBe('Nisha Karki')
  saveDraft(WALK_IN_DRAFT, { ...getDraft<object>(WALK_IN_DRAFT), notes: 'By the window' })
  expect(getDraftLostByRenewal(ending())?.notes).toBe('By the window')
  // What was sent from the form before was another order.
  saveDraft(`${WALK_IN_DRAFT}/sent`, { key: 'k' })
  fillFormForRenewal(ending({ endDate: '2026-01-31', billingCycle: 'annual' }))
  expect(getDraft(WALK_IN_DRAFT)).toMatchObject({ billing: 'annual', startDate: '2026-12-01' })
  expect(getDraft(`${WALK_IN_DRAFT}/sent`)).toBeUndefined()
  putBack()
})
