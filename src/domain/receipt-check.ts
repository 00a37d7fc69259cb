import { formatInstant } from './calendar.ts'
import { npr, type Paisa } from './money.ts'
import {
  CONFIDENCE_THRESHOLD,
  MAX_RECEIPT_AGE_MS,
  RECEIPT_PROBLEMS,
  type ReceiptProblem,
  type ReceiptReading,
} from './receipt.ts'

/** What a receipt says beside what it should say, for the person who decides. */
export interface ReceiptCheck {
  field: 'Amount' | 'Paid to' | 'Bank' | 'Date and time' | 'Transaction ID' | 'Picture' | 'Confidence'
  /** Empty where nothing was read. */
  read: string
  expected: string
  verdict: 'good' | 'bad' | 'look'
  words: string
}

export interface ReceiptExpected {
  amount: Paisa
  payee: string
  /** QR payments have to be fresh; a transfer takes days. */
  fresh: boolean
  sentAt: number
}

/**
 * Returns each receipt rule, and each sign that a receipt was used twice, as a row with a verdict that a person can
 * check.
 */
export function receiptChecks(
  reading: ReceiptReading | null,
  problems: readonly ReceiptProblem[],
  earlier: readonly { same: 'file' | 'picture' | 'transaction' }[],
  expected: ReceiptExpected,
): ReceiptCheck[] {
  const broken = (...codes: ReceiptProblem[]) => codes.find((code) => problems.includes(code))
  const row = (field: ReceiptCheck['field'], read: string, should: string, verdict: Verdict): ReceiptCheck => ({
    field,
    read,
    expected: should,
    ...verdict,
  })
  const picture = row('Picture', '', 'not sent before', sent(earlier))
  if (!reading) return [picture]
  const { amount, transactedAt, transactionId, bankName, recipientName, confidence } = reading
  const differs = broken('amount_missing', 'amount_mismatch')
  const exact = amount === expected.amount
  return [
    row(
      'Amount',
      amount === undefined ? '' : npr(amount),
      npr(expected.amount),
      differs ? bad(RECEIPT_PROBLEMS[differs]) : exact ? good('Match') : look('Within 1 %'),
    ),
    row('Paid to', recipientName ?? '', expected.payee, payee(recipientName, expected.payee)),
    ...(bankName ? [row('Bank', bankName, '', look('Compare'))] : []),
    row(
      'Date and time',
      transactedAt === undefined ? '' : formatInstant(transactedAt),
      expected.fresh ? `within ${MAX_RECEIPT_AGE_MS / 60_000} minutes` : 'any day',
      transactedAt === undefined
        ? look('Not read')
        : broken('too_old')
          ? bad(RECEIPT_PROBLEMS.too_old)
          : good(age(expected.sentAt - transactedAt)),
    ),
    row(
      'Transaction ID',
      transactionId ?? '',
      'not used before',
      transactionId === undefined ? look('Not read') : transaction(earlier),
    ),
    picture,
    row(
      'Confidence',
      confidence.toFixed(2),
      `above ${CONFIDENCE_THRESHOLD}`,
      broken('low_confidence') ? bad('Read badly') : good('Read well'),
    ),
  ]
}

type Verdict = Pick<ReceiptCheck, 'verdict' | 'words'>
const good = (words: string): Verdict => ({ verdict: 'good', words })
const bad = (words: string): Verdict => ({ verdict: 'bad', words })
const look = (words: string): Verdict => ({ verdict: 'look', words })

const sent = (earlier: readonly { same: string }[]): Verdict =>
  earlier.some(({ same }) => same !== 'transaction') ? bad('Sent before') : good('New')

/** A reader takes 0 for O and 5 for S: also a number that was not used before has to be compared with the image. */
const transaction = (earlier: readonly { same: string }[]): Verdict =>
  earlier.some(({ same }) => same === 'transaction') ? bad('Used before') : look('New: compare')

function payee(read: string | undefined, expected: string): Verdict {
  if (read === undefined) return look('Not read')
  const [one, other] = [read, expected].map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  return one === other ? good('Match') : look('Compare')
}

function age(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (minutes < 1) return 'Just paid'
  return minutes < 120 ? `${minutes} min old` : 'Earlier'
}
