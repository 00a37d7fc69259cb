import { describe, expect, test } from 'vitest'
import { type BillDocument, composeBill, composeNote, SALE_KINDS, type SaleLine } from '#domain/bill.ts'
import { paisa } from '#domain/money.ts'
import { splitVat } from '#domain/vat.ts'
import { day } from './business.ts'

const FACTS = {
  isSample: false,
  seller: { name: 'Chautari Pvt. Ltd.', address: 'Lalitpur', pan: '301234567', outlet: 'Kausimaa' },
  buyer: { name: 'Himal & Co', pan: '601234567' },
  transactionOn: day('2026-12-01'),
  method: 'eSewa',
  reference: 'TX1',
  bookingId: 'CHT-1',
}
const ISSUE = {
  number: 'KAU-8384-00001',
  fiscalYear: '2083/84',
  issuedAt: Date.parse('2026-12-01T18:15:00Z'),
  issuedBy: 'System',
}
const line = (label: string, amount: number): SaleLine => ({
  label,
  quantity: 1,
  unit: 'month',
  rate: paisa(amount),
  amount: paisa(amount),
})
const LINES = [line('Hot Desk', 100_000), line('Guest passes', 30_000), line('Card fee', 20_000)]

const compose = (kind: (typeof SALE_KINDS)[number], received = 150_000, isTaxInvoice = false): BillDocument =>
  composeBill(kind, isTaxInvoice, FACTS, LINES, paisa(received), ISSUE)
const amounts = ({ lines }: BillDocument) => lines.map(({ label, amount, taxable }) => [label, amount, taxable])

describe('a bill', () => {
  test.each([
    ['receipt', false, 'Booking invoice', null],
    ['pan', false, 'Invoice', 'बीजक'],
    ['vat', false, 'Booking invoice', null],
    ['vat', true, 'Tax Invoice', 'कर बीजक'],
  ] as const)('of the kind %s (confirmed: %s) is headed "%s"', (kind, isTaxInvoice, en, ne) => {
    expect(compose(kind, 150_000, isTaxInvoice).heading).toEqual({ en, ne })
  })

  test('is dated by the day in Kathmandu', () => {
    expect(compose('receipt')).toMatchObject({ issuedOn: '2026-12-02', transactionOn: '2026-12-01' })
  })

  test.each(['receipt', 'pan'] as const)('of the kind %s has no VAT', (kind) => {
    const bill = compose(kind)
    expect(bill).toMatchObject({ total: 150_000, taxable: null, vat: null })
    expect(bill.lines.map(({ taxable }) => taxable)).toEqual([null, null, null])
    expect(JSON.stringify(bill)).not.toMatch(/tax invoice|vat":\d|कर/i)
  })

  test('with VAT is split once, and its lines sum to the taxable amount', () => {
    const bill = compose('vat')
    expect(bill).toMatchObject({ total: 150_000, taxable: 132_743, vat: 17_257 })
    expect(amounts(bill)).toEqual([
      ['Hot Desk', 100_000, 88_495],
      ['Guest passes', 30_000, 26_549],
      ['Card fee', 20_000, 17_699],
    ])
    expect(bill.words).toBe('One thousand five hundred rupees only')
  })

  test.each(SALE_KINDS)('of the kind %s has a discount where less was received', (kind) => {
    const bill = compose(kind, 149_900)
    const { total, taxable, lines } = bill
    expect({ total, ...lines.at(-1) }).toMatchObject({ total: 149_900, label: 'Discount', amount: -100 })
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    if (taxable !== null) expect(lines.reduce((sum, line) => sum + (line.taxable ?? 0), 0)).toBe(taxable)
  })

  test('does not contain what was received above its price', () => {
    expect(compose('receipt', 150_100)).toMatchObject({ total: 150_000, lines: { length: 3 } })
  })
})

describe('a note', () => {
  const note = (kind: 'credit' | 'debit', bill: BillDocument) =>
    composeNote(
      kind,
      bill,
      {
        label: 'Refund',
        amount: paisa(60_000),
        split: bill.taxable === null ? undefined : splitVat(paisa(60_000)),
        reason: 'Cancelled',
      },
      { ...ISSUE, number: 'KAU-CN-8384-00001', issuedAt: Date.parse('2026-12-20T05:00:00Z') },
    )

  test('names the bill, its parties and the reason', () => {
    expect(note('credit', compose('vat', 150_000, true))).toMatchObject({
      kind: 'credit',
      heading: { en: 'Credit Note', ne: 'क्रेडिट नोट' },
      number: 'KAU-CN-8384-00001',
      issuedOn: '2026-12-20',
      transactionOn: '2026-12-20',
      buyer: FACTS.buyer,
      lines: [{ label: 'Refund', amount: 60_000, taxable: 53_097 }],
      total: 60_000,
      taxable: 53_097,
      vat: 6_903,
      of: { number: 'KAU-8384-00001', issuedOn: '2026-12-02' },
      reason: 'Cancelled',
    })
  })

  test.each(['receipt', 'vat'] as const)('of a booking invoice (%s) has no Nepali name', (kind) => {
    expect(note('credit', compose(kind)).heading).toEqual({ en: 'Credit Note', ne: null })
  })

  test('of a bill without VAT has none', () => {
    expect(note('debit', compose('pan'))).toMatchObject({
      heading: { en: 'Debit Note', ne: 'डेबिट नोट' },
      total: 60_000,
      taxable: null,
      vat: null,
    })
  })
})
