import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { assessReceipt, isSameName, RECEIPT_RULES } from '#domain/receipt/assessment.ts'

const NOW = Date.parse('2026-11-21T14:10:00+05:45')
const EXPECTED = {
  amount: paisa(950_000),
  reference: 'BK-1795269000000-7Q2M',
  payee: 'Chautari Coworking Pvt Ltd',
  startedAt: Date.parse('2026-11-21T13:50:00+05:45'),
}
const GOOD = `eSewa
NPR 9,500.00
Date 2026-11-21 14:05
Paid to Chautari Coworking
Remarks BK-1795269000000-7Q2M`
const judge = (text: string, confidence = 0.9, now = NOW) => assessReceipt({ text, confidence }, EXPECTED, now).verdicts
const notKept = (text: string, confidence?: number, now?: number) =>
  judge(text, confidence, now)
    .filter(({ verdict }) => verdict !== 'kept')
    .map(({ rule, verdict, reason }) => `${rule} ${verdict}: ${reason}`)

test('a good receipt keeps every rule, each with its reason', () => {
  const verdicts = judge(GOOD)
  expect(verdicts.map(({ rule }) => rule)).toEqual(RECEIPT_RULES)
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(RECEIPT_RULES.map(() => 'kept'))
  expect(verdicts.map(({ reason }) => reason.replaceAll('\u00a0', ' '))).toEqual([
    'Read with confidence 0.90',
    'NPR 9,500 was read',
    'Dated 21 Nov 2026, 14:05',
    'One amount was read',
    'Dated after this payment was begun',
    'Paid to Chautari Coworking',
    'BK-1795269000000-7Q2M stands on it',
  ])
})

describe('what is not kept', () => {
  test.each([
    ['confidence', GOOD, 0.8, ['confidence broken: Low confidence in OCR extraction']],
    ['another amount', GOOD.replace('9,500', '9,000'), 0.9, ['amount broken: Amount mismatch']],
    ['one percent less', GOOD.replace('9,500', '9,405'), 0.9, []],
    [
      'a little less than that',
      GOOD.replace('9,500', '9,404.99').replace('.99.00', '.99'),
      0.9,
      ['amount broken: Amount mismatch'],
    ],
    ['no date', GOOD.replace(/Date.*/, ''), 0.9, ['age unseen: No date was read', 'begun unseen: No date was read']],
    [
      'another payee',
      GOOD.replace('Chautari Coworking', 'Bhatbhateni Store'),
      0.9,
      ['payee broken: Paid to Bhatbhateni Store, not to Chautari Coworking Pvt Ltd'],
    ],
    ['no payee', GOOD.replace(/Paid to.*/, ''), 0.9, ['payee unseen: No payee was read']],
    ['no reference', GOOD.replace(/Remarks.*/, ''), 0.9, ['reference unseen: BK-1795269000000-7Q2M was not read']],
    [
      'two amounts',
      `${GOOD}\nAmount NPR 950.00`,
      0.9,
      ['amount broken: Amount mismatch', 'one_amount broken: Different amounts were read: NPR 950, NPR 9,500'],
    ],
  ])('%s', (_, text, confidence, reasons) => {
    expect(notKept(text, confidence).map((reason) => reason.replaceAll('\u00a0', ' '))).toEqual(reasons)
  })

  test('nothing at all', () => {
    expect(notKept('', 0)).toEqual([
      'confidence broken: Low confidence in OCR extraction',
      'amount broken: Amount not found in screenshot',
      'age unseen: No date was read',
      'one_amount unseen: No amount was read',
      'begun unseen: No date was read',
      'payee unseen: No payee was read',
      'reference unseen: BK-1795269000000-7Q2M was not read',
    ])
  })

  test('an old one: thirty minutes after the end of its minute, and of its day where it has no time', () => {
    const end = Date.parse('2026-11-21T14:05:59.999+05:45')
    expect(notKept(GOOD, 0.9, end + 1_800_000)).toEqual([])
    expect(notKept(GOOD, 0.9, end + 1_800_001)).toEqual(['age broken: Transaction too old'])
    const dayOnly = GOOD.replace(' 14:05', '')
    expect(notKept(dayOnly, 0.9, Date.parse('2026-11-22T00:29:59+05:45'))).toEqual([])
    expect(notKept(dayOnly, 0.9, Date.parse('2026-11-22T00:31:00+05:45'))).toEqual(['age broken: Transaction too old'])
  })

  test('one from before the payment was begun, beyond what clocks differ by', () => {
    expect(notKept(GOOD.replace('14:05', '13:45'))).toEqual([])
    expect(notKept(GOOD.replace('14:05', '13:44'))).toEqual(['begun broken: Dated before this payment was begun'])
  })
})

test.each([
  ['Chautari Coworking', 'Chautari Coworking', true],
  ['CHAUTARI COWORKING', 'Chautari Coworking Pvt Ltd', true],
  ['Chautari Cowork', 'Chautari Coworking', true],
  ['Chautarl Cowork1ng', 'Chautari Coworking', true],
  ['Chautari Coworking (9841234567)', 'Chautari Coworking', true],
  ['Ram Thapa', 'Chautari Coworking', false],
  ['Chautari', 'Chautari Coworking', true],
  ['Chau', 'Chautari Coworking', false],
  ['', 'Chautari Coworking', false],
  ['Nabil Bank', 'Nabil Bazaar', false],
])('"%s" is "%s": %s', (read, expected, same) => {
  expect(isSameName(read, expected)).toBe(same)
})
