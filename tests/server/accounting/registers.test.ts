import { expect, test } from 'vitest'
import { CSV_BOM } from '#domain/csv.ts'
import type { LocationId } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'
import { RETURNS_REGISTER, SALES_REGISTER } from '#domain/register.ts'
import { splitVat } from '#domain/vat.ts'
import { REFUNDS_EXPORT } from '#server/accounting/refunds.ts'
import { RETURNS_EXPORT, SALES_EXPORT } from '#server/accounting/registers.ts'
import { exportCsv, exportWorkbook } from '#server/audit/export-table.ts'
import { PAYMENTS_EXPORT } from '#server/payments/export.ts'
import { settleRefund } from '#server/payments/refund-calls.ts'
import { describeOnEachEngine, HOUR, MINUTE, rows } from '../../support/app.ts'
import { numbersOf } from '../../support/bills.ts'
import { dayPass, failureOf, granted, PRICE } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { openRefund } from '../../support/refunds.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { refund } from '../../support/staff-actions.ts'

const TAXABLE = splitVat(paisa(PRICE)).taxable
/** Lines above the first row. */
const SALES_HEAD = 5
const RETURNS_HEAD = 3
const MONTH = { from: '2026-11-17', to: '2026-12-15' }

describeOnEachEngine('the tables for the accountant on %s', (app) => {
  async function read(stream: ReadableStream<Uint8Array>): Promise<string[][]> {
    // Decoding removes the byte order mark.
    const text = await new Response(stream).text()
    return text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
  }
  const salesOf = async (filter: { from: string; to: string; location?: LocationId } = MONTH) =>
    read(granted(await exportCsv(app, await someStaff(app), SALES_EXPORT, filter)))
  const returnsOf = async () => read(granted(await exportCsv(app, await someStaff(app), RETURNS_EXPORT, MONTH)))

  test('begin with a byte order mark and what a workbook does, and have no rows in days without bills', async () => {
    const stream = granted(await exportCsv(app, await someStaff(app), SALES_EXPORT, MONTH))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([...new TextEncoder().encode(CSV_BOM)])
    const [title, rule, seller, groups, header, ...rest] = await salesOf()
    expect([title?.[0], rule?.[0]]).toEqual([SALES_REGISTER.title, SALES_REGISTER.subtitle])
    expect(seller?.slice(0, 3)).toEqual([
      expect.stringMatching(/^PAN \d{9}$/),
      expect.any(String),
      'Fiscal year 2083/84',
    ])
    expect(groups?.slice(0, 9)).toEqual(['बीजक', '', '', '', '', '', 'करयोग्य बिक्री', '', 'निकासी'])
    expect([header, ...rest]).toEqual([SALES_REGISTER.columns.map(({ header }) => header)])
    const returns = await returnsOf()
    expect(returns[0]?.[0]).toBe(RETURNS_REGISTER.title)
    expect(returns.slice(2)).toEqual([RETURNS_REGISTER.columns.map(({ header }) => header)])
    // Every line has a cell of each column.
    expect(returns.map((cells) => cells.length)).toEqual(returns.map(() => RETURNS_REGISTER.columns.length))
  })

  test('list each bill with its VAT on its day in the Nepali calendar, and the totals of all', async () => {
    app.env = { ...app.env, bills: 'vat' }
    const one = await paidBooking(app)
    app.clock.advance(24 * HOUR)
    const other = await paidBooking(app)
    const [first, second, totals, ...rest] = (await salesOf()).slice(SALES_HEAD)
    expect(rest).toEqual([])
    expect([first?.[0], second?.[0]]).toEqual(['2083-08-15', '2083-08-16'])
    expect([first?.[1], second?.[1]]).toEqual([
      ...(await numbersOf(app, one.bookingId)),
      ...(await numbersOf(app, other.bookingId)),
    ])
    for (const row of [first, second]) {
      const [total = 0, exempt = 0, taxable = 0, vat = 0] = (row ?? []).slice(4, 8).map((cell) => Number(cell) * 100)
      expect(total).toBe(PRICE)
      expect(Math.round(exempt + taxable + vat)).toBe(total)
    }
    expect(totals?.map((cell) => (cell === '' ? '' : cell === 'कुल जम्मा' ? cell : Number(cell) * 100))).toEqual([
      ...['कुल जम्मा', '', '', '', 2 * PRICE, 0, 2 * TAXABLE, 2 * (PRICE - TAXABLE), 0, '', '', ''],
    ])
  })

  test('list a credited bill on its own day, and the note among the returns', async () => {
    const { bookingId, paymentId } = await paidBooking(app)
    app.clock.advance(MINUTE)
    granted(await refund(app, await someStaff(app), paymentId, 200_000))
    const [bill = '', note] = await numbersOf(app, bookingId)
    expect((await salesOf()).map(([, number]) => number)).toContain(bill)
    const [row, totals] = (await returnsOf()).slice(RETURNS_HEAD)
    expect(row?.slice(0, 2)).toEqual(['2083-08-15', note])
    expect(row?.slice(4)).toEqual([`Refund of bill ${bill}`, '1', '', '2000', '', '', ''])
    expect(totals?.slice(7)).toEqual(['2000', '0', '0', '0'])
  })

  test('list the debit note of a refund that failed later as a sale', async () => {
    const { payment, refundId } = await openRefund(app)
    await settleRefund(app, refundId, payment.paymentId, { kind: 'done' })
    app.clock.advance(MINUTE)
    await settleRefund(app, refundId, payment.paymentId, { kind: 'failed', reason: 'Returned' }, 'webhook')
    const numbers = (await salesOf()).slice(SALES_HEAD, -1).map(([, number]) => number)
    expect(numbers).toEqual([expect.stringContaining('-R-'), expect.stringContaining('-DN-')])
    expect(await returnsOf()).toHaveLength(RETURNS_HEAD + 2)
  })

  test('begin and end at midnight in Kathmandu, and can be of one location', async () => {
    await paidBooking(app)
    const countOf = async (filter: Parameters<typeof salesOf>[0]) =>
      (await salesOf(filter)).filter(([first]) => first?.startsWith('2083-')).length
    expect(await countOf({ from: '2026-12-01', to: '2026-12-01' })).toBe(1)
    expect(await countOf({ from: '2026-11-17', to: '2026-11-30' })).toBe(0)
    expect(await countOf({ from: '2026-12-02', to: '2026-12-15' })).toBe(0)
    expect(await countOf({ ...MONTH, location: 'dhobighat-hub' })).toBe(1)
    expect(await countOf({ ...MONTH, location: 'kausimaa' })).toBe(0)
  })

  test.each([
    [{ from: 'x', to: '2026-12-15' }, 'from'],
    [{ from: '2026-12-15', to: '2026-12-14' }, 'to'],
    [{ from: '2026-01-01', to: '2027-01-02' }, 'to'],
  ])('reject the days %j and are not recorded', async (filter, field) => {
    const staff = await someStaff(app)
    const before = await rows(app.db.read, 'audit')
    for (const outcome of [
      await exportCsv(app, staff, SALES_EXPORT, filter),
      await exportWorkbook(app, staff, RETURNS_EXPORT, filter),
      await exportCsv(app, staff, REFUNDS_EXPORT, filter),
    ])
      expect(Object.keys(failureOf(outcome).fields ?? {})).toEqual([field])
    expect(await rows(app.db.read, 'audit')).toEqual(before)
  })

  test('list refunds that are done, with their credit note, and are recorded', async () => {
    const staff = await someStaff(app)
    const { bookingId, paymentId } = await paidBooking(app)
    app.clock.advance(24 * HOUR)
    granted(await refund(app, staff, paymentId, 200_000, { reference: 'TR-1' }))
    const refundsOf = async (filter: typeof MONTH) => read(granted(await exportCsv(app, staff, REFUNDS_EXPORT, filter)))
    const [header = [], row = [], ...rest] = await refundsOf(MONTH)
    expect(rest).toEqual([])
    const [, note] = await numbersOf(app, bookingId)
    expect(Object.fromEntries(header.map((name, index) => [name, row[index]]))).toMatchObject({
      'Refunded on': '2026-12-02',
      'Refunded on (BS)': '2083-08-16',
      'Booking ID': bookingId,
      'Refunded (NPR)': '2000',
      Reference: 'TR-1',
      Outlet: 'DHO',
      'Credit note': note,
      // An id that begins with a minus has an apostrophe.
      'Payment ID': expect.stringContaining(paymentId),
    })
    expect(await refundsOf({ from: '2026-12-01', to: '2026-12-01' })).toHaveLength(1)
    const { payment } = await openRefund(app)
    expect(JSON.stringify(await refundsOf(MONTH))).not.toContain(payment.paymentId)
    expect((await rows(app.db.read, 'audit')).map(({ action }) => action)).toContain('refunds_exported')
  })

  test('list payments by the day on which their money was received, with their latest bill', async () => {
    const staff = await someStaff(app)
    const { bookingId, paymentId } = await paidBooking(app, dayPass())
    const paymentsOf = async (receivedFrom: string, receivedTo: string) =>
      read(granted(await exportCsv(app, staff, PAYMENTS_EXPORT, { receivedFrom, receivedTo })))
    const [header = [], row = []] = await paymentsOf('2026-12-01', '2026-12-01')
    const [bill] = await numbersOf(app, bookingId)
    expect(Object.fromEntries(header.map((name, index) => [name, row[index]]))).toMatchObject({
      'Payment ID': expect.stringContaining(paymentId),
      'Received on': '2026-12-01',
      'Received on (BS)': '2083-08-15',
      Bill: bill,
      Outlet: 'DHO',
    })
    expect(await paymentsOf('2026-12-02', '2026-12-15')).toHaveLength(1)
    expect(failureOf(await exportCsv(app, staff, PAYMENTS_EXPORT, { receivedFrom: 'x' })).fields).toHaveProperty(
      'receivedFrom',
    )
  })
})
