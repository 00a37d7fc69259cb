import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractReceiptFacts, foldLookalikes } from '#domain/receipt/extraction.ts'

test('a wallet, as a reader sees it', () => {
  const facts = extractReceiptFacts(
    [
      '9:41 4G 83%',
      'eSewa',
      '',
      'Payment Successful',
      'NPR 9,500.00',
      'Reference Code OVOJMBI',
      'Date Time 2026-11-2114:05:09',
      'Merchant Name Chautari Coworking',
      'Amount NPR 9,500.00',
      'Service Charge NPR 0.00',
      'Remarks BK-1795269000000-7Q2M',
      'Status COMPLETE',
    ].join('\n'),
  )
  expect(facts).toEqual({
    amounts: [950_000],
    moments: [{ date: '2026-11-21', time: '14:05' }],
    transactionIds: ['OVOJMBI'],
    services: ['eSewa'],
    payee: 'Chautari Coworking',
    remarks: 'BK-1795269000000-7Q2M',
  })
})

test('labels over their values, and the payer’s own account', () => {
  const facts = extractReceiptFacts(
    [
      'Nabil Bank',
      'Reference Number',
      'IBF-FON:IBFT:1171853',
      'From Account',
      '091##04118',
      'Beneficiary Name',
      'Chautari Coworking',
      'To Account',
      '###4041',
      'Amount',
      'NPR 1,23,456.00',
    ].join('\n'),
  )
  expect(facts.payee).toBe('Chautari Coworking')
  expect(facts.transactionIds).toEqual(['IBF-FON:IBFT:1171853'])
  expect(facts.amounts).toEqual([12_345_600])
})

test('an alert of a bank, in one line', () => {
  const facts = extractReceiptFacts(
    'NPR 5,000.00 debited from ###4041 on 17/04/2026 07:58:06. Ref: cIPS/NP2603250066636. Av Bal: NPR 20000.00',
  )
  expect(facts).toMatchObject({
    amounts: [500_000],
    moments: [{ date: '2026-04-17', time: '07:58' }],
    transactionIds: ['cIPS/NP2603250066636'],
    services: ['connectIPS'],
  })
})

test('digits in Devanagari', () => {
  expect(extractReceiptFacts('रु ९,५००.००\n२०८३-०८-०५')).toMatchObject({
    amounts: [950_000],
    moments: [{ date: '2026-11-21' }],
  })
})

describe('transaction ids', () => {
  test.each([
    ['Transaction ID GFq9PFS7b2iYvL8Lir9oXe', ['GFq9PFS7b2iYvL8Lir9oXe']],
    ['Txn Id: NP2603250066636', ['NP2603250066636']],
    ['Fonepay Trace Id MTXN0000517374-130', ['MTXN0000517374-130']],
    ['Ref No. 2611210034571', ['2611210034571']],
    ['Reference Code: 0007G36', ['0007G36']],
    ['UTR 123456789012', ['123456789012']],
    ['Ref: cIPS/NP2603250066636', ['cIPS/NP2603250066636']],
    ['Transaction Date 2026-11-21', []],
    ['Transaction Successful', []],
    ['Reference Name Chautari', []],
    ['9841234567', []],
  ])('%s: %j', (line, ids) => {
    expect(extractReceiptFacts(line).transactionIds).toEqual(ids)
  })
})

describe('the payee', () => {
  test.each([
    [['Paid to', 'Chautari Coworking'], 'Chautari Coworking'],
    [['Merchant: Chautari Coworking'], 'Chautari Coworking'],
    [['© Sent to Chautari Coworking'], 'Chautari Coworking'],
    [['To Account Name Chautari Coworking', 'From Ram Thapa'], 'Chautari Coworking'],
    [['To 9841234567', 'To Chautari Coworking'], 'Chautari Coworking'],
    [['Receiver: ###4041'], undefined],
    [['From Ram Thapa'], undefined],
    [['Total 500.00'], undefined],
  ])('%j: %s', (lines, payee) => {
    expect(extractReceiptFacts(lines.join('\n')).payee).toBe(payee)
  })
})

test.each([
  ['esewa', ['eSewa']],
  ['e-Sewa', ['eSewa']],
  ['KHALTI', ['Khalti']],
  ['fonepay via Siddhartha Bank', ['Fonepay', 'Siddhartha Bank']],
  ['NIC ASIA', ['NIC Asia Bank']],
  ['Global IME Bank', ['Global IME Bank']],
  ['primer', []],
])('%s names %j', (text, services) => {
  expect(extractReceiptFacts(text).services).toEqual(services)
})

test('letters that look alike are one', () => {
  expect(foldLookalikes('BK-1795-7Q2M')).toBe(foldLookalikes('bk 1795 702m'))
  expect(foldLookalikes('O0QD')).toBe('0000')
  expect(foldLookalikes('7A')).not.toBe(foldLookalikes('7C'))
})

test('no text breaks it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'RsNPRefToAmount 0123456789,.:/-\n|रु९'), maxLength: 400 }),
      (text) => {
        extractReceiptFacts(text)
      },
    ),
  )
})
