import { expect, test } from 'vitest'
import { describeChanges } from '#contract/admin/audit-labels.ts'

test.each([
  ['startDate', 'Start date'],
  ['endDate', 'Last day'],
  ['autoRenew', 'Renewal requested'],
  ['total_amount', 'Total amount'],
  ['status', 'Status'],
  ['dhobighat-hub/private-office/monthly', 'Dhobighat Hub, Private Office, Monthly'],
])('describeChanges labels the field %s as "%s"', (name, text) => {
  expect(describeChanges({ subject: 'booking', before: null, after: { [name]: '' } })).toMatchObject([{ field: text }])
})

test.each<[string, unknown, string]>([
  ['status', 'active', 'Active'],
  ['state', 'pending_verification', 'Pending verification'],
  ['role', 'desk', 'Front desk'],
  ['state', 'came', 'Came'],
  ['state', 'missed', 'Did not come'],
  ['location', 'dhobighat-hub', 'Dhobighat Hub'],
  ['status', 'unknown_status', 'unknown_status'],
  ['endDate', '2027-01-10', '10 Jan 2027'],
  ['expiresAt', '2026-12-01T04:15:00.000Z', '1 Dec 2026, 10:00'],
  ['amount', 950_000, 'NPR\u00a09,500'],
  ['refundDue', 950_000, 'NPR\u00a09,500'],
  ['owed', 950_000, 'NPR\u00a09,500'],
  ['kausimaa/professional/weekly', 200_000, 'NPR\u00a02,000'],
  ['seats', 4, '4'],
  ['autoRenew', true, 'yes'],
  ['autoRenew', false, 'no'],
  ['notes', null, 'none'],
  ['notes', '', 'none'],
  ['workplaces', [], 'none'],
  ['workplaces', ['kausimaa', 'dhobighat-hub'], 'Kausimaa, Dhobighat Hub'],
  ['workplaces', null, 'every location'],
  ['notes', '<b>text</b>', '<b>text</b>'],
])('describeChanges writes %s %o as "%s"', (name, value, text) => {
  expect(describeChanges({ subject: 'booking', before: null, after: { [name]: value } })).toMatchObject([
    { from: undefined, to: text },
  ])
})

test('describeChanges lists the changes in their order', () => {
  const entry = {
    subject: 'membership' as const,
    before: { status: 'active', notes: null },
    after: { status: 'suspended', notes: 'Key', reference: 'R1' },
  }
  expect(describeChanges(entry)).toEqual([
    { field: 'Status', from: 'Active', to: 'Suspended' },
    { field: 'Notes', from: 'none', to: 'Key' },
    { field: 'Reference', from: undefined, to: 'R1' },
  ])
  expect(describeChanges({ subject: 'booking', before: null, after: null })).toEqual([])
})

test('describeChanges shows the last day of a membership, which ends the day after', () => {
  const entry = { before: { endDate: '2027-03-01' }, after: { endDate: '2027-04-01' } }
  expect(describeChanges({ subject: 'membership', ...entry })).toEqual([
    { field: 'Last day', from: '28 Feb 2027', to: '31 Mar 2027' },
  ])
  expect(describeChanges({ subject: 'booking', ...entry })).toMatchObject([{ from: '1 Mar 2027', to: '1 Apr 2027' }])
})
