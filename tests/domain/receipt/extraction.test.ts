import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractReceiptFacts } from '#domain/receipt/extraction.ts'
import { assertProperty } from '../../support/property.ts'

test('extractReceiptFacts reads a wallet receipt', () => {
  const text = `9:41 4G 83%
eSewa

Payment Successful
NPR 9,500.00
Reference Code OVOJMBI
Date Time 2026-11-2114:05:09
Merchant Name Chautari Coworking
Amount NPR 9,500.00
Service Charge NPR 0.00
Remarks BK-1795269000000-7Q2M
Status COMPLETE`
  expect(extractReceiptFacts(text)).toEqual({
    amounts: [950_000],
    moments: [{ date: '2026-11-21', time: '14:05' }],
    transactionIds: ['OVOJMBI'],
    services: ['eSewa'],
    payee: 'Chautari Coworking',
  })
})

test('extractReceiptFacts reads labels above values and ignores the payer’s account', () => {
  const text = `Nabil Bank
Reference Number
IBF-FON:IBFT:1171853
From Account
091##04118
Beneficiary Name
Chautari Coworking
To Account
###4041
Amount
NPR 1,23,456.00`
  expect(extractReceiptFacts(text)).toMatchObject({
    payee: 'Chautari Coworking',
    transactionIds: ['IBF-FON:IBFT:1171853'],
    amounts: [12_345_600],
  })
})

test('extractReceiptFacts reads a one-line bank alert', () => {
  const alert = 'debited from ###4041 on 17/04/2026 07:58:06. Ref: cIPS/NP2603250066636. Av Bal: NPR 20000.00'
  expect(extractReceiptFacts(`NPR 5,000.00 ${alert}`)).toMatchObject({
    amounts: [500_000],
    moments: [{ date: '2026-04-17', time: '07:58' }],
    transactionIds: ['cIPS/NP2603250066636'],
    services: ['connectIPS'],
  })
})

test('extractReceiptFacts reads Devanagari digits', () => {
  expect(extractReceiptFacts('रु ९,५००.००\n२०८३-०८-०५')).toMatchObject({
    amounts: [950_000],
    moments: [{ date: '2026-11-21' }],
  })
})

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
])('extractReceiptFacts reads the transaction ids of "%s" as %j', (line, ids) => {
  expect(extractReceiptFacts(line).transactionIds).toEqual(ids)
})

test.each([
  [['Paid to', 'Chautari Coworking'], 'Chautari Coworking'],
  [['Merchant: Chautari Coworking'], 'Chautari Coworking'],
  [['© Sent to Chautari Coworking'], 'Chautari Coworking'],
  [['To Account Name Chautari Coworking', 'From Ram Thapa'], 'Chautari Coworking'],
  [['To 9841234567', 'To Chautari Coworking'], 'Chautari Coworking'],
  [['Receiver: ###4041'], undefined],
  [['From Ram Thapa'], undefined],
  [['Total 500.00'], undefined],
])('extractReceiptFacts reads the payee of %j as %s', (lines, payee) => {
  expect(extractReceiptFacts(lines.join('\n')).payee).toBe(payee)
})

test.each([
  ['esewa', ['eSewa']],
  ['e-Sewa', ['eSewa']],
  ['KHALTI', ['Khalti']],
  ['fonepay via Siddhartha Bank', ['Fonepay', 'Siddhartha Bank']],
  ['NIC ASIA', ['NIC Asia Bank']],
  ['Global IME Bank', ['Global IME Bank']],
  ['primer', []],
])('extractReceiptFacts reads the services of "%s" as %j', (text, services) => {
  expect(extractReceiptFacts(text).services).toEqual(services)
})

test('extractReceiptFacts accepts any text', () => {
  const unit = fc.constantFrom(...'RsNPRefToAmount 0123456789,.:/-\n|रु९')
  assertProperty(fc.string({ unit, maxLength: 400 }), (text) => {
    extractReceiptFacts(text)
  })
})
