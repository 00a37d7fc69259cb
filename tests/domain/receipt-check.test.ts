import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { compareReceipt } from '#domain/receipt/comparison.ts'

const NOW = Date.parse('2026-12-01T04:15:00Z')
const expected = { amount: paisa(950_000), payee: 'Chautari Pvt. Ltd.', fresh: true, sentAt: NOW }
const reading = {
  amount: paisa(950_000),
  transactedAt: NOW - 7 * 60_000,
  transactionId: 'ABC 1',
  bankName: 'Himal Bank',
  recipientName: 'CHAUTARI PVT LTD',
  confidence: 0.95,
}
const verdicts = (...given: Parameters<typeof compareReceipt>) =>
  compareReceipt(...given).map(({ field, verdict, text }) => `${field} ${verdict}: ${text}`)

describe('a receipt beside what it should say', () => {
  test('that keeps every rule', () => {
    expect(verdicts(reading, [], [], expected)).toEqual([
      'Amount good: Match',
      'Paid to good: Match',
      'Bank look: Compare',
      'Date and time good: 7 min old',
      'Transaction ID look: New: compare',
      'Picture good: New',
      'Confidence good: Read well',
    ])
    expect(compareReceipt(reading, [], [], expected)[0]).toMatchObject({
      read: 'NPR\u00a09,500',
      expected: 'NPR\u00a09,500',
    })
  })

  test('lists the rules that a reading breaks, with their messages', () => {
    const problems = ['low_confidence', 'amount_mismatch', 'too_old'] as const
    expect(
      verdicts(
        { ...reading, amount: paisa(780_000) },
        problems,
        [{ same: 'picture' }, { same: 'transaction' }],
        expected,
      ),
    ).toEqual([
      'Amount bad: Amount mismatch',
      'Paid to good: Match',
      'Bank look: Compare',
      'Date and time bad: Transaction too old',
      'Transaction ID bad: Used before',
      'Picture bad: Sent before',
      'Confidence bad: Read badly',
    ])
  })

  test('that says little, or names another payee or an amount near by', () => {
    expect(verdicts({ confidence: 0.9 }, ['amount_missing'], [], expected)).toEqual([
      'Amount bad: Amount not found in screenshot',
      'Paid to look: Not read',
      'Date and time look: Not read',
      'Transaction ID look: Not read',
      'Picture good: New',
      'Confidence good: Read well',
    ])
    const near = { ...reading, amount: paisa(949_000), recipientName: 'Somebody' }
    expect(verdicts(near, [], [], expected).slice(0, 2)).toEqual(['Amount look: Within 1 %', 'Paid to look: Compare'])
    expect(verdicts(null, [], [{ same: 'file' }], expected)).toEqual(['Picture bad: Sent before'])
  })
})
