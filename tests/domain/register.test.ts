import { expect, test } from 'vitest'
import { type BillDocument, composeBill } from '#domain/bill.ts'
import { paisa } from '#domain/money.ts'
import { RETURNS_REGISTER, type Register, SALES_REGISTER } from '#domain/register.ts'
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

test('the returns register has the columns of the tax office in their order', () => {
  expect(RETURNS_REGISTER.columns.map(({ header }) => header)).toEqual([
    'मिति',
    'क्रेडिट नोट नम्बर',
    'खरिदकर्ताको नाम',
    'खरिदकर्ताको स्थायी लेखा नम्बर',
    'वस्तु वा सेवाको नाम',
    'परिमाण',
    'एकाइ',
    'जम्मा फिर्ता मूल्य',
    'कर छुटको फिर्ता मूल्य',
    'करयोग्य फिर्ता मूल्य',
    'करयोग्य फिर्ता कर',
  ])
})

const amountsOf = ({ columns }: Register, document: BillDocument) =>
  columns.flatMap((column) => ('amount' in column ? [column.amount(document)] : []))

test.each([
  ['sales', SALES_REGISTER],
  ['returns', RETURNS_REGISTER],
] as const)('the total of the register of %s is exempt, taxable amount and VAT', (_, register) => {
  const [total, exempt, taxable, vat] = amountsOf(register, bill('vat', 150_000))
  expect([total, exempt, taxable, vat]).toEqual([150_000, 0, 132_743, 17_257])
})

test('a bill without VAT has a total only', () => {
  expect(amountsOf(SALES_REGISTER, bill('receipt', 150_000))).toEqual([150_000, null, null, null, null])
})
