import { formatInstant } from '../calendar.ts'
import { npr, type Paisa } from '../money.ts'
import {
  CONFIDENCE_THRESHOLD,
  MAX_RECEIPT_AGE_MS,
  RECEIPT_PROBLEMS,
  type ReceiptProblem,
  type ReceiptReading,
} from './receipt.ts'

/** What a receipt says beside what it should say, for the person who decides. */
export interface ReceiptComparison {
  field: 'Amount' | 'Paid to' | 'Bank' | 'Date and time' | 'Transaction ID' | 'Picture' | 'Confidence'
  /** Empty where nothing was read. */
  read: string
  expected: string
  verdict: 'good' | 'bad' | 'look'
  text: string
}

export interface ExpectedReceipt {
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
export function compareReceipt(
  reading: ReceiptReading | null,
  problems: readonly ReceiptProblem[],
  earlier: readonly { same: 'file' | 'picture' | 'transaction' }[],
  expected: ExpectedReceipt,
): ReceiptComparison[] {
  const broken = (...codes: ReceiptProblem[]) => codes.find((code) => problems.includes(code))
  const row = (
    field: ReceiptComparison['field'],
    read: string,
    should: string,
    verdict: Verdict,
  ): ReceiptComparison => ({
    field,
    read,
    expected: should,
    ...verdict,
  })
  const picture = row('Picture', '', 'not sent before', duplicateVerdict(earlier))
  if (!reading) return [picture]
  const { amount, transactedAt, transactionId, bankName, recipientName, confidence } = reading
  const differs = broken('amount_missing', 'amount_mismatch')
  const exact = amount === expected.amount
  return [
    row(
      'Amount',
      amount === undefined ? '' : npr(amount),
      npr(expected.amount),
      differs ? bad(RECEIPT_PROBLEMS[differs]) : exact ? good('Match') : review('Within 1 %'),
    ),
    row('Paid to', recipientName ?? '', expected.payee, payeeVerdict(recipientName, expected.payee)),
    ...(bankName ? [row('Bank', bankName, '', review('Compare'))] : []),
    row(
      'Date and time',
      transactedAt === undefined ? '' : formatInstant(transactedAt),
      expected.fresh ? `within ${MAX_RECEIPT_AGE_MS / 60_000} minutes` : 'any day',
      transactedAt === undefined
        ? review('Not read')
        : broken('too_old')
          ? bad(RECEIPT_PROBLEMS.too_old)
          : good(formatAge(expected.sentAt - transactedAt)),
    ),
    row(
      'Transaction ID',
      transactionId ?? '',
      'not used before',
      transactionId === undefined ? review('Not read') : transactionVerdict(earlier),
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

type Verdict = Pick<ReceiptComparison, 'verdict' | 'text'>
const good = (words: string): Verdict => ({ verdict: 'good', text: words })
const bad = (words: string): Verdict => ({ verdict: 'bad', text: words })
const review = (words: string): Verdict => ({ verdict: 'look', text: words })

const duplicateVerdict = (earlier: readonly { same: string }[]): Verdict =>
  earlier.some(({ same }) => same !== 'transaction') ? bad('Sent before') : good('New')

/** A reader takes 0 for O and 5 for S: also a number that was not used before has to be compared with the image. */
const transactionVerdict = (earlier: readonly { same: string }[]): Verdict =>
  earlier.some(({ same }) => same === 'transaction') ? bad('Used before') : review('New: compare')

function payeeVerdict(read: string | undefined, expected: string): Verdict {
  if (read === undefined) return review('Not read')
  const [one, other] = [read, expected].map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  return one === other ? good('Match') : review('Compare')
}

function formatAge(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (minutes < 1) return 'Just paid'
  return minutes < 120 ? `${minutes} min old` : 'Earlier'
}
