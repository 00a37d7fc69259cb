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
const verdicts = (...args: Parameters<typeof compareReceipt>) =>
  compareReceipt(...args).map(({ field, verdict, text }) => `${field} ${verdict}: ${text}`)

describe('compareReceipt', () => {
  test('lists every rule as met', () => {
    expect(verdicts(reading, [], [], expected)).toEqual([
      'Amount good: Match',
      'Paid to good: Match',
      'Bank review: Compare',
      'Date and time good: 7 min old',
      'Transaction ID review: New: compare with the image',
      'Image good: New',
      'Legibility good: Clearly read',
    ])
    const [amount, , bank, ...others] = compareReceipt(reading, [], [], expected)
    expect(amount).toMatchObject({ read: 'NPR\u00a09,500', expected: 'NPR\u00a09,500' })
    expect(bank?.expected).toBe('as in the image')
    expect(others.at(-1)).toMatchObject({ read: '95\u00a0%', expected: 'above 80\u00a0%' })
  })

  test('lists the rules that a reading breaks, with their messages', () => {
    const problems = ['low_confidence', 'amount_mismatch', 'too_old'] as const
    const duplicates = [{ match: 'image' }, { match: 'transaction' }] as const
    expect(verdicts({ ...reading, amount: paisa(780_000) }, problems, duplicates, expected)).toEqual([
      'Amount bad: Amount mismatch',
      'Paid to good: Match',
      'Bank review: Compare',
      'Date and time bad: Transaction too old',
      'Transaction ID bad: Used before',
      'Image bad: Sent before',
      'Legibility bad: Hard to read',
    ])
  })

  test('lists unread fields, another payee and a close amount', () => {
    expect(verdicts({ confidence: 0.9 }, ['amount_missing'], [], expected)).toEqual([
      'Amount bad: Amount not found in screenshot',
      'Paid to review: Not read',
      'Date and time review: Not read',
      'Transaction ID review: Not read',
      'Image good: New',
      'Legibility good: Clearly read',
    ])
    const near = { ...reading, amount: paisa(949_000), recipientName: 'Another payee' }
    expect(verdicts(near, [], [], expected).slice(0, 2)).toEqual([
      'Amount review: Within 1 %',
      'Paid to review: Compare',
    ])
    expect(verdicts(null, [], [{ match: 'file' }], expected)).toEqual(['Image bad: Sent before'])
  })
})
