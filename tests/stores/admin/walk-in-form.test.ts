import { expect, test } from 'vitest'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { fillForOneMore, lostForOneMore, WALK_IN } from '#stores/admin/bookings/walk-in-form.ts'
import { keepTyped, typedIn, typesHere } from '#stores/admin/typed.ts'
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
  typesHere('owner@example.com')
  expect(lostForOneMore(ending())).toBeUndefined()
  fillForOneMore(ending())
  expect(typedIn(WALK_IN)).toMatchObject({
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
  expect(lostForOneMore(ending())).toBeUndefined()
  expect(lostForOneMore(ending({ customerName: 'Sita Rai' }))?.name).toBe('Nisha Karki')
  keepTyped(WALK_IN, { ...typedIn<object>(WALK_IN), notes: 'By the window' })
  expect(lostForOneMore(ending())?.notes).toBe('By the window')
  // What was sent from the form before was another order.
  keepTyped(`${WALK_IN}/sent`, { key: 'k' })
  fillForOneMore(ending({ endDate: '2026-01-31', billingCycle: 'annual' }))
  expect(typedIn(WALK_IN)).toMatchObject({ billing: 'annual', startDate: '2026-12-01' })
  expect(typedIn(`${WALK_IN}/sent`)).toBeUndefined()
  putBack()
})
