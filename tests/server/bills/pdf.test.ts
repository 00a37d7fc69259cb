import { describe, expect, test } from 'vitest'
import { readOwnBill } from '#contract/own-bills.ts'
import { type BillDocument, composeBill, composeNote, type SALE_KINDS, type SaleLine } from '#domain/bill.ts'
import { paisa } from '#domain/money.ts'
import { splitVat } from '#domain/vat.ts'
import { renderBill } from '#server/bills/pdf/render-bill.ts'
import { LIMITS } from '#server/throttle/in-process.ts'
import { day } from '../../domain/business.ts'
import { describeOnEachEngine } from '../../support/app.ts'
import { billsOf } from '../../support/bills.ts'
import { granted, order, placed } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { hasActualText, readPdf } from '../../support/pdf.ts'
import { send } from '../../support/requests.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { refund } from '../../support/staff-actions.ts'

const FACTS = {
  isSample: false,
  seller: {
    name: 'Chautari Coworking Pvt. Ltd.',
    address: 'Dhobighat, Lalitpur',
    pan: '301234567',
    outlet: 'Kausimaa',
  },
  buyer: { name: 'हिमाल Software Pvt. Ltd.', pan: '601234567' },
  transactionOn: day('2026-11-23'),
  method: 'eSewa',
  reference: 'TX1',
  bookingId: 'CHT-1',
}
const ISSUE = {
  number: 'KAU-8384-00001',
  fiscalYear: '2083/84',
  issuedAt: Date.parse('2026-11-24T08:18:00Z'),
  issuedBy: 'System',
}
const line = (label: string, amount: number): SaleLine => ({
  label,
  quantity: 2,
  unit: 'month',
  rate: paisa(amount / 2),
  amount: paisa(amount),
})
const LINES = [line('Hot Desk, 1 – 31 Dec 2026', 100_000), line('Card fee', 50_000)]

const compose = (kind: (typeof SALE_KINDS)[number], isTax: boolean, facts: Partial<typeof FACTS> = {}): BillDocument =>
  composeBill(kind, isTax, { ...FACTS, ...facts }, LINES, paisa(140_000), ISSUE)
const read = async (bill: BillDocument) => readPdf(await renderBill(bill, 'Original'))

describe('the PDF of a bill', () => {
  test('is one tagged page with a title and a language', async () => {
    const pdf = await read(compose('vat', true))
    expect(pdf).toMatchObject({ pages: 1, title: 'Tax Invoice KAU-8384-00001', language: 'en' })
    expect(pdf.roles.slice(0, 3)).toEqual(['Root', 'Document', 'H1'])
    expect(pdf.roles.filter((role) => role === 'TR')).toHaveLength(4)
    expect(pdf.roles.filter((role) => role === 'TH')).toHaveLength(8)
  })

  test('names seller, buyer, dates, lines and amounts of a tax invoice in order', async () => {
    const { text } = await read(compose('vat', true))
    expect(text).toMatch(
      new RegExp(
        [
          'Tax Invoice .*Original Chautari Coworking Pvt. Ltd. Dhobighat, Lalitpur Location: Kausimaa PAN / VAT No.',
          '301234567 Buyer .*Software Pvt. Ltd. Address .*Buyer PAN .*601234567 Invoice No. .*KAU-8384-00001 Fiscal Year',
          '2083/84 Transaction Date .*7 Mangsir 2083 BS \\(23 Nov 2026\\) Invoice Issue Date',
          '8 Mangsir 2083 BS \\(24 Nov 2026\\) Payment Mode .*eSewa, TX1 Booking CHT-1 S.N. .*HS Code',
          '1 - Hot Desk, 1 – 31 Dec 2026 2 month 500.00 884.95 1,000.00 2 - Card fee 2 month 250.00 442.48 500.00 3 -',
          'Discount 1 -100.00 -88.49 -100.00 In words .*One thousand four hundred rupees only Taxable Amount',
          '1,238.94 VAT 13% .*161.06 Grand Total .*NPR 1,400.00 Prepared by .*System, 24 Nov 2026, 14:03 Received by',
          'Authorised signature',
        ].join('.*'),
      ),
    )
  })

  test('stores Nepali text for readers', async () => {
    const pdf = await renderBill(compose('vat', true), 'Original')
    for (const text of ['कर बीजक', 'आर्थिक वर्ष', 'हिमाल Software Pvt. Ltd.']) expect(hasActualText(pdf, text)).toBe(true)
  })

  test.each([
    ['pan', false, /VAT|Tax/i],
    ['receipt', false, /VAT|Tax|HS Code|signature/i],
    ['vat', false, /Tax Invoice|HS Code|signature/],
  ] as const)('of %s without a confirmation has nothing of a tax invoice', async (kind, isTax, forbidden) => {
    const bill = compose(kind, isTax)
    expect((await read(bill)).text).not.toMatch(forbidden)
    const pdf = await renderBill(bill, 'Original')
    expect(hasActualText(pdf, 'आर्थिक वर्ष')).toBe(kind === 'pan')
  })

  test('of a credit note names the bill that it changes and the reason', async () => {
    const amount = paisa(60_000)
    const note = {
      label: 'Refund of bill KAU-8384-00001',
      amount,
      split: splitVat(amount),
      reason: 'Cancelled in time',
    }
    const { text, title } = await read(
      composeNote('credit', compose('vat', true), note, { ...ISSUE, number: 'KAU-CN-8384-00001' }),
    )
    expect(title).toBe('Credit Note KAU-CN-8384-00001')
    expect(text).toMatch(/Reason .*Cancelled in time Credit Note No\. .*KAU-CN-8384-00001 Against Invoice No\. /)
    expect(text).toMatch(/KAU-8384-00001, 8 Mangsir 2083 BS .*530\.97 600\.00/)
  })

  test('says whether it is a sample or a copy', async () => {
    const sample = await readPdf(await renderBill(compose('pan', false, { isSample: true }), 'Copy of Original'))
    expect(sample.text).toContain('Copy of Original SAMPLE, not a valid bill')
    const real = await read(compose('pan', false))
    expect(real.text).not.toMatch(/SAMPLE|Copy/)
  })

  test('has one page with long texts and letters that no font has', async () => {
    const buyer = { name: `${'Longestname'.repeat(18)} 漢`, pan: '601234567' }
    const lines = Array.from({ length: 9 }, () =>
      line('A plan with a name that needs two lines, 1 – 31 Dec 2026', 50_000),
    )
    const bill = composeBill('vat', true, { ...FACTS, buyer }, lines, paisa(450_000), ISSUE)
    const note = {
      label: 'Refund',
      amount: paisa(10_000),
      split: splitVat(paisa(10_000)),
      reason: 'Reason '.repeat(70),
    }
    for (const one of [bill, composeNote('credit', bill, note, ISSUE)]) {
      const { pages, text } = await read(one)
      expect(pages).toBe(1)
      expect(text.replaceAll(' ', '')).toContain('Longestname?')
    }
  })
})

describeOnEachEngine('bill.pdf of a booking on %s', (app) => {
  const download = (id: string, secret: string, query: Record<string, string> = {}) =>
    send(readOwnBill, { id, secret, query })

  test('returns the latest bill as a copy, named by its number', async () => {
    const { bookingId, secret } = await paidBooking(app, order())
    const { status, headers, body } = await download(bookingId, secret)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe('attachment; filename="TEST-DHO-R-8384-00001.pdf"')
    expect((await readPdf(body as Uint8Array)).text).toContain('Booking invoice Copy of Original SAMPLE')
  })

  test('returns a note by its number', async () => {
    const { bookingId, secret, paymentId } = await paidBooking(app, order())
    granted(await refund(app, await someStaff(app), paymentId, 10_000))
    const note = (await billsOf(app, bookingId)).find(({ kind }) => kind === 'credit')?.number ?? ''
    const { headers } = await download(bookingId, secret, { number: note })
    expect(headers.get('content-disposition')).toContain(note)
    expect((await download(bookingId, secret)).headers.get('content-disposition')).toContain('TEST-DHO-R-')
  })

  test('returns not_found without a bill, with another secret, and for a bill of another booking', async () => {
    const [one, other, unpaid] = [await paidBooking(app), await paidBooking(app), await placed(app)]
    const [foreign] = await billsOf(app, other.bookingId)
    for (const response of [
      await download(unpaid.bookingId, unpaid.secret),
      await download(one.bookingId, other.secret),
      await download(one.bookingId, one.secret, { number: foreign?.number ?? '' }),
    ])
      expect(response).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })

  test('limits downloads per booking', async () => {
    const { bookingId, secret } = await paidBooking(app)
    for (let count = 0; count < LIMITS.readBill.burst; count += 1)
      expect((await download(bookingId, secret)).status).toBe(200)
    expect((await download(bookingId, secret)).status).toBe(429)
  })
})
