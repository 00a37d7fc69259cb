import { expect, test } from 'vitest'
import { composeBill } from '#domain/bill.ts'
import { paisa, sum } from '#domain/money.ts'
import { addTotals, RETURNS_REGISTER, SALES_REGISTER, sumRegister } from '#domain/register.ts'
import { day } from './business.ts'

const bill = (kind: 'receipt' | 'vat', amount: number) =>
  composeBill(
    kind,
    false,
    {
      isSample: false,
      seller: { name: 'Chautari Pvt. Ltd.', address: 'Lalitpur', pan: '301234567', outlet: 'Kausimaa' },
      buyer: { name: 'Himal & Co', pan: '601234567' },
      transactionOn: day('2026-12-01'),
      method: 'eSewa',
      reference: null,
      bookingId: 'CHT-1',
    },
    [{ label: 'Hot Desk', quantity: 1, unit: 'day', rate: paisa(amount), amount: paisa(amount) }],
    paisa(amount),
    {
      number: 'KAU-8384-00001',
      fiscalYear: '2083/84',
      issuedAt: Date.parse('2026-12-01T04:15:00Z'),
      issuedBy: 'System',
    },
  )

test('the sales register has the columns of the tax office in their order', () => {
  expect(SALES_REGISTER.columns.map(({ header }) => header)).toEqual([
    'मिति',
    'बीजक नम्बर',
    'खरिदकर्ताको नाम',
    'खरिदकर्ताको स्थायी लेखा नम्बर',
    'जम्मा बिक्री / निकासी (रु)',
    'स्थानीय कर छुटको बिक्री मूल्य (रु)',
    'मूल्य (रु)',
    'कर (रु)',
    'निकासी गरेको वस्तु वा सेवाको मूल्य (रु)',
    'निकासी गरेको देश',
    'निकासी प्रज्ञापनपत्र नम्बर',
    'निकासी प्रज्ञापनपत्र मिति',
  ])
})

test.each([
  ['sales', SALES_REGISTER, 4],
  ['returns', RETURNS_REGISTER, 7],
] as const)('the total of the register of %s is exempt, taxable amount and VAT', (_, register, column) => {
  const [total, exempt, taxable, vat] = sumRegister(register, [bill('vat', 150_000), bill('vat', 12_345)]).slice(column)
  expect([total, exempt, taxable, vat]).toEqual([162_345, 0, 143_668, 18_677])
  expect(sum([exempt ?? paisa(0), taxable ?? paisa(0), vat ?? paisa(0)])).toBe(total)
})

test('a bill without VAT counts in the total only', () => {
  expect(sumRegister(SALES_REGISTER, [bill('receipt', 150_000)]).slice(4, 8)).toEqual([150_000, 0, 0, 0])
})

test('addTotals adds batches column by column', () => {
  const one = sumRegister(SALES_REGISTER, [bill('vat', 150_000)])
  const other = sumRegister(SALES_REGISTER, [bill('vat', 12_345)])
  expect(addTotals(one, other)).toEqual(sumRegister(SALES_REGISTER, [bill('vat', 150_000), bill('vat', 12_345)]))
})
