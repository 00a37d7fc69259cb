import { expect, test } from 'vitest'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { fillFormForRenewal, getDraftLostByRenewal, WALK_IN_DRAFT } from '#stores/admin/desk/walk-in-form.ts'
import { getDraft, saveDraft, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { day } from '../../domain/business.ts'
import { FakeStorage } from '../../support/edition-browser.ts'
import { replaceEnvironment } from '../../support/environment.ts'
import { member } from './staff-tab.ts'

const endingMember = (over: Partial<MembershipRow> = {}) =>
  member(1, { planId: 'enterprise', billingCycle: 'weekly', endDate: day('2099-12-17'), ...over })

test('the walk-in form renews an active membership, and books an ended one from today', () => {
  const restore = replaceEnvironment({
    tabStorage: new FakeStorage().storage,
    storage: new FakeStorage().storage,
    now: () => Date.parse('2026-12-01T06:00:00Z'),
  })
  setDraftOwner('owner@example.com')
  expect(getDraftLostByRenewal(endingMember())).toBeUndefined()
  fillFormForRenewal(endingMember())
  expect(getDraft(WALK_IN_DRAFT)).toMatchObject({
    name: 'Nisha Karki',
    email: 'nisha@example.com',
    phone: '+9779841234567',
    locationId: 'kausimaa',
    planId: 'enterprise',
    billing: 'weekly',
    startDate: '2099-12-17',
    endDate: '',
    renews: 'm1',
  })
  // Only typed text and the draft of another customer would be lost.
  expect(getDraftLostByRenewal(endingMember())).toBeUndefined()
  expect(getDraftLostByRenewal(endingMember({ customerName: 'Sita Rai' }))?.name).toBe('Nisha Karki')
  saveDraft(WALK_IN_DRAFT, { ...getDraft<object>(WALK_IN_DRAFT), notes: 'By the window' })
  expect(getDraftLostByRenewal(endingMember())?.notes).toBe('By the window')
  // The idempotency key belongs to the order before.
  saveDraft(`${WALK_IN_DRAFT}/sent`, { key: 'k' })
  fillFormForRenewal(endingMember({ endDate: day('2026-01-31'), billingCycle: 'annual' }))
  expect(getDraft(WALK_IN_DRAFT)).toMatchObject({ billing: 'annual', startDate: '2026-12-01', renews: '' })
  expect(getDraft(`${WALK_IN_DRAFT}/sent`)).toBeUndefined()
  restore()
})

test('a renewal takes the details and extras of the current booking', () => {
  setDraftOwner('owner@example.com')
  const extras = [
    { id: 'meeting-room-hours', quantity: 3 },
    { id: 'mail-handling', quantity: 1 },
  ]
  fillFormForRenewal(endingMember({ company: 'Himal & Co', pan: '601234567', customerNotes: 'By the window', extras }))
  expect(getDraft(WALK_IN_DRAFT)).toMatchObject({
    company: 'Himal & Co',
    pan: '601234567',
    notes: 'By the window',
    addOns: ['meeting-room-hours', 'mail-handling'],
    meetingRoomHours: 3,
    guestPasses: 0,
  })
})

test.each(['suspended', 'cancelled', 'expired', 'pending'] as const)('a %s membership is not renewed', (status) => {
  setDraftOwner('owner@example.com')
  fillFormForRenewal(endingMember({ status }))
  expect(getDraft(WALK_IN_DRAFT)).toMatchObject({ renews: '' })
})
