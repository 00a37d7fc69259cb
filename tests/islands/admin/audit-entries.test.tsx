import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import { AuditEntriesTable } from '#islands/admin/audit/AuditEntriesTable.tsx'
import { mount } from '../booking/mount.ts'

const entry = (position: number, at: string): AuditEntry => ({
  ...{ position, at, by: null, action: 'booking_cancelled', subject: 'booking', subjectId: 'BK-1', label: null },
  ...{ before: null, after: null, reason: null },
})

test('the audit log shows a Kathmandu date once on wide screens, and reads it out for every entry', async () => {
  const rows = [
    entry(4, '2026-12-02T04:15:00.000Z'),
    entry(3, '2026-12-01T18:15:00.000Z'),
    entry(2, '2026-12-01T18:14:00.000Z'),
    entry(1, '2026-12-01T04:15:00.000Z'),
  ]
  const { element } = await mount(<AuditEntriesTable rows={rows} busy={false} />)
  const dates = [...element.querySelectorAll('time > span')]
  expect(dates.map(({ textContent }) => textContent)).toEqual([
    '2 Dec 2026, ',
    '2 Dec 2026, ',
    '1 Dec 2026, ',
    '1 Dec 2026, ',
  ])
  expect(dates.map(({ classList }) => classList.contains('sm:sr-only'))).toEqual([false, true, false, true])
})
