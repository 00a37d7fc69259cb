import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import { ExportTables } from '#islands/admin/accounts/ExportTables.tsx'
import { MoneyTable } from '#islands/admin/accounts/MoneyTable.tsx'
import { errorBody, withTab } from '../../stores/admin/staff-tab.ts'
import { click, mount, textsOf } from '../booking/mount.ts'

const tab = withTab()

test('a table of money ends with the total, less refunds', async () => {
  const moved = { received: paisa(950_000), refunded: paisa(200_000) }
  const { element } = await mount(<MoneyTable title="By method" rows={[{ name: 'eSewa', ...moved }]} totals={moved} />)
  expect(textsOf(element, 'thead th')).toEqual(['Method', 'Received', 'Refunded', 'Revenue'])
  const cells = ['9,500', '2,000', '7,500']
  expect(textsOf(element, 'tbody td')).toEqual([...cells, ...cells])
  expect(textsOf(element, 'tbody th')).toEqual(['eSewa', 'Total'])
})

const EXPORTS = <ExportTables from="2026-11-17" to="2026-12-15" location="kausimaa" />

test('exports are of the days and the location', async () => {
  const { element } = await mount(EXPORTS)
  const links = [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toHaveLength(6)
  expect(links).toContainEqual([
    'CSV: Sales register',
    '/api/admin/export/sales-register.csv?from=2026-11-17&to=2026-12-15&location=kausimaa',
  ])
  expect(links).toContainEqual(['CSV: All memberships, as they are now', '/api/admin/export/memberships.csv'])
})

describe('an Excel file', () => {
  async function clickExcel(status: number, body: unknown) {
    const { element } = await mount(EXPORTS)
    const button = [...element.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Excel: Payments received',
    )
    await click(button ?? null)
    const request = tab.next
    await act(() => request.respond(status, body))
    return { element, request }
  }

  test('has payments by the day of their receipt', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:workbook')
    const { request } = await clickExcel(200, {})
    expect(request).toMatchObject({
      path: '/api/admin/export/payments.xlsx',
      query: { receivedFrom: '2026-11-17', receivedTo: '2026-12-15', location: 'kausimaa' },
    })
    expect(saved.mock.calls.map(([file]) => (file as File).name)).toEqual(['payments.xlsx'])
  })

  test('is replaced by the reason where the server rejects it', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL')
    const { element } = await clickExcel(422, errorBody('invalid'))
    expect(element.querySelector('[role=alert]')?.textContent).toBe('message: invalid')
    expect(saved).not.toHaveBeenCalled()
  })
})
