import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { RETURNS_EXPORT, SALES_EXPORT } from '#server/accounting/registers.ts'
import { exportWorkbook } from '#server/audit/export-table.ts'
import { createTable } from '#server/exports/table.ts'
import { writeWorkbook } from '#server/exports/workbook.ts'
import { MEMBERSHIPS_EXPORT } from '#server/memberships/export.ts'
import { saveSubscriber } from '#server/messages/newsletter.ts'
import { SUBSCRIBERS_EXPORT } from '#server/messages/newsletter-export.ts'
import { PAYMENTS_EXPORT } from '#server/payments/export.ts'
import { describeOnEachEngine, rows } from '../../support/app.ts'
import { numbersOf } from '../../support/bills.ts'
import { failureOf, granted } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { someStaff } from '../../support/staff-accounts.ts'

const MONTH = { from: '2026-11-17', to: '2026-12-15' }

/** The XML of a workbook's sheet and of its texts. */
function readSheet(workbook: Uint8Array): string {
  const files = unzipSync(workbook)
  const names = Object.keys(files).filter((name) => /sheet1\.xml$|sharedStrings\.xml$/.test(name))
  return names.map((name) => strFromU8(files[name] ?? new Uint8Array())).join('')
}

const tableOf = (count: number) =>
  createTable({
    name: 'Rows',
    columns: { Text: () => '=1+1', Number: (row: number) => row },
    readBatch: async (after: number | undefined, limit: number) => {
      const start = (after ?? 0) + 1
      const rows = Array.from({ length: Math.min(limit, count - start + 1) }, (_, index) => start + index)
      return { rows, cursors: rows }
    },
  })

test('a workbook has all batches, and text that is no formula', async () => {
  const sheet = readSheet(granted(await writeWorkbook(tableOf(1_234))))
  expect(sheet).toContain('=1+1')
  expect(sheet).not.toContain('<f>')
  expect(sheet).toContain('<v>1234</v>')
})

test('a workbook with too many rows is rejected', async () => {
  expect(granted(await writeWorkbook(tableOf(5_000))).length).toBeGreaterThan(0)
  expect(failureOf(await writeWorkbook(tableOf(5_001)))).toEqual({
    code: 'invalid',
    message: expect.stringContaining('Download it as CSV.'),
  })
})

describeOnEachEngine('the workbooks for the accountant on %s', (app) => {
  test('have the title, the seller, the fiscal year and the bills of a register', async () => {
    const { bookingId } = await paidBooking(app)
    const [number = ''] = await numbersOf(app, bookingId)
    const staff = await someStaff(app)
    const sales = readSheet(granted(await exportWorkbook(app, staff, SALES_EXPORT, MONTH)))
    for (const text of ['बिक्री खाता', 'Fiscal year 2083/84', 'करयोग्य बिक्री', number, 'कुल जम्मा', '<v>9500</v>'])
      expect(sales).toContain(text)
    expect(readSheet(granted(await exportWorkbook(app, staff, RETURNS_EXPORT, MONTH)))).not.toContain(number)
  })

  test('have a heading but no totals in days without bills', async () => {
    const sheet = readSheet(granted(await exportWorkbook(app, await someStaff(app), RETURNS_EXPORT, MONTH)))
    for (const text of ['बिक्री फिर्ता खाता', 'Fiscal year 2083/84', 'करयोग्य फिर्ता कर']) expect(sheet).toContain(text)
    expect(sheet).not.toContain('कुल जम्मा')
    // Title, seller and header.
    expect(sheet.match(/<row /g)).toHaveLength(3)
  })

  test('have memberships and newsletter subscribers', async () => {
    const { bookingId } = await paidBooking(app)
    granted(await saveSubscriber(app, 'nisha@example.com'))
    const staff = await someStaff(app)
    expect(readSheet(granted(await exportWorkbook(app, staff, MEMBERSHIPS_EXPORT, {})))).toContain(bookingId)
    expect(readSheet(granted(await exportWorkbook(app, staff, SUBSCRIBERS_EXPORT, {})))).toContain('nisha@example.com')
    const actions = (await rows(app.db.read, 'audit')).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['memberships_exported', 'subscribers_exported']))
  })

  test('have the payments of a filter', async () => {
    const { paymentId } = await paidBooking(app)
    const staff = await someStaff(app)
    expect(readSheet(granted(await exportWorkbook(app, staff, PAYMENTS_EXPORT, {})))).toContain(paymentId)
    const filter = { receivedFrom: '2026-12-02' }
    expect(readSheet(granted(await exportWorkbook(app, staff, PAYMENTS_EXPORT, filter)))).not.toContain(paymentId)
  })
})
