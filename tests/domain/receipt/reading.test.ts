import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { readReceiptText } from '#domain/receipt/reading.ts'
import { findReceiptProblems } from '#domain/receipt/receipt.ts'

const NOW = Date.parse('2026-11-21T14:10:00+05:45')
const END_OF_MINUTE = Date.parse('2026-11-21T14:05:59.999+05:45')
const RECEIPT = `eSewa
NPR 9,500.00
Date 2026-11-21 14:05
Transaction ID OVOJMBI
Paid to Chautari Coworking`
const problems = (text: string, confidence = 0.9, now = NOW) =>
  findReceiptProblems(readReceiptText({ text, confidence }), { amount: paisa(950_000), method: 'qr_payment' }, now)

test('a reading has the most likely value of each field', () => {
  expect(readReceiptText({ text: `${RECEIPT}\nAmount NPR 9,500.00\nFee NPR 5.00`, confidence: 0.9 })).toEqual({
    confidence: 0.9,
    amount: 950_000,
    transactedAt: END_OF_MINUTE,
    transactionId: 'OVOJMBI',
    bankName: 'eSewa',
    recipientName: 'Chautari Coworking',
  })
})

describe('the rules', () => {
  test.each([
    ['nothing in a valid receipt', RECEIPT, 0.9, []],
    ['low confidence', RECEIPT, 0.8, ['low_confidence']],
    ['another amount', RECEIPT.replace('9,500', '9,000'), 0.9, ['amount_mismatch']],
    ['nothing in one percent less', RECEIPT.replace('9,500', '9,405'), 0.9, []],
    ['an amount of more than one percent less', RECEIPT.replace('9,500.00', '9,404.99'), 0.9, ['amount_mismatch']],
    ['no age without a date', RECEIPT.replace(/Date.*/, ''), 0.9, []],
    ['the amount of the label', `${RECEIPT}\nAmount NPR 950.00`, 0.9, ['amount_mismatch']],
    ['an empty text', '', 0, ['low_confidence', 'amount_missing']],
  ])('find %s', (_, text, confidence, found) => expect(problems(text, confidence)).toEqual(found))

  test('find an age of thirty minutes after the end of its minute, or of its day', () => {
    expect(problems(RECEIPT, 0.9, END_OF_MINUTE + 1_800_000)).toEqual([])
    expect(problems(RECEIPT, 0.9, END_OF_MINUTE + 1_800_001)).toEqual(['too_old'])
    const dayOnly = RECEIPT.replace(' 14:05', '')
    expect(problems(dayOnly, 0.9, Date.parse('2026-11-22T00:29:59+05:45'))).toEqual([])
    expect(problems(dayOnly, 0.9, Date.parse('2026-11-22T00:31:00+05:45'))).toEqual(['too_old'])
  })
})
