import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { ExportTables } from '#islands/admin/accounts/ExportTables.tsx'
import { MoneyTable } from '#islands/admin/accounts/MoneyTable.tsx'
import { withTab } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

withTab()

test('a table of money ends with the total, less refunds', async () => {
  const moved = { received: paisa(950_000), refunded: paisa(200_000) }
  const { element } = await mount(<MoneyTable title="By method" rows={[{ name: 'eSewa', ...moved }]} totals={moved} />)
  expect(textsOf(element, 'thead th')).toEqual(['Method', 'Received', 'Refunded', 'Revenue'])
  const cells = ['9,500', '2,000', '7,500']
  expect(textsOf(element, 'tbody td')).toEqual([...cells, ...cells])
  expect(textsOf(element, 'tbody th')).toEqual(['eSewa', 'Total'])
})

test('exports are of the days and the location, payments by the day of their receipt', async () => {
  const { element } = await mount(<ExportTables from="2026-11-17" to="2026-12-15" location="kausimaa" hasWorkbooks />)
  const links = [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toHaveLength(12)
  expect(links).toContainEqual([
    'CSV: Sales register',
    '/api/admin/export/sales-register.csv?from=2026-11-17&to=2026-12-15&location=kausimaa',
  ])
  expect(links).toContainEqual([
    'Excel: Payments received',
    '/api/admin/export/payments.xlsx?receivedFrom=2026-11-17&receivedTo=2026-12-15&location=kausimaa',
  ])
  expect(links).toContainEqual(['Excel: All memberships, as they are now', '/api/admin/export/memberships.xlsx'])
})

test('exports of a year are CSV, except of memberships', async () => {
  const { element } = await mount(<ExportTables from="2026-07-17" to="2027-07-16" location="" hasWorkbooks={false} />)
  expect(textsOf(element, 'a')).toEqual([
    'CSV: Sales register',
    'CSV: Register of sales returns',
    'CSV: Payments received',
    'CSV: Refunds',
    'CSV: Cash-ups',
    'CSV: All memberships, as they are now',
    'Excel: All memberships, as they are now',
  ])
})
