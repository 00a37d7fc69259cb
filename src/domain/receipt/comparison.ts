import { formatInstant } from '../calendar.ts'
import { npr, type Paisa } from '../money.ts'
import {
  CONFIDENCE_THRESHOLD,
  MAX_RECEIPT_AGE_MS,
  RECEIPT_PROBLEMS,
  type ReceiptProblem,
  type ReceiptReading,
} from './receipt.ts'

export interface ReceiptComparison {
  field: 'Amount' | 'Paid to' | 'Bank' | 'Date and time' | 'Transaction ID' | 'Image' | 'Legibility'
  /** Empty if nothing was read. */
  read: string
  expected: string
  verdict: 'good' | 'bad' | 'review'
  text: string
}

interface ExpectedReceipt {
  amount: Paisa
  payee: string
  /** QR payments must be recent; a transfer takes days. */
  fresh: boolean
  sentAt: number
}

/** Returns each receipt rule, and each check for reuse, as a row with a verdict. */
export function compareReceipt(
  reading: ReceiptReading | null,
  problems: readonly ReceiptProblem[],
  earlierUses: readonly { match: 'file' | 'image' | 'transaction' }[],
  expected: ExpectedReceipt,
): ReceiptComparison[] {
  const broken = (...codes: ReceiptProblem[]) => codes.find((code) => problems.includes(code))
  const image = row('Image', '', 'not sent before', duplicateVerdict(earlierUses))
  if (!reading) return [image]
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
    ...(bankName ? [row('Bank', bankName, 'as in the image', review('Compare'))] : []),
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
      transactionId === undefined ? review('Not read') : transactionVerdict(earlierUses),
    ),
    image,
    row(
      'Legibility',
      formatPercent(confidence),
      `above ${formatPercent(CONFIDENCE_THRESHOLD)}`,
      broken('low_confidence') ? bad('Hard to read') : good('Clearly read'),
    ),
  ]
}

type Verdict = Pick<ReceiptComparison, 'verdict' | 'text'>
const row = (
  field: ReceiptComparison['field'],
  read: string,
  expected: string,
  verdict: Verdict,
): ReceiptComparison => ({ field, read, expected, ...verdict })
const good = (text: string): Verdict => ({ verdict: 'good', text })
const bad = (text: string): Verdict => ({ verdict: 'bad', text })
const review = (text: string): Verdict => ({ verdict: 'review', text })

const duplicateVerdict = (earlierUses: readonly { match: string }[]): Verdict =>
  earlierUses.some(({ match }) => match !== 'transaction') ? bad('Sent before') : good('New')

/** Text recognition confuses 0 and O, so an unused number must also be compared with the image. */
const transactionVerdict = (earlierUses: readonly { match: string }[]): Verdict =>
  earlierUses.some(({ match }) => match === 'transaction') ? bad('Used before') : review('New: compare with the image')

function payeeVerdict(read: string | undefined, expected: string): Verdict {
  if (read === undefined) return review('Not read')
  const [one, other] = [read, expected].map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  return one === other ? good('Match') : review('Compare')
}

const formatPercent = (share: number): string => `${Math.round(100 * share)}\u00a0%`

function formatAge(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (minutes < 1) return 'Just paid'
  return minutes < 120 ? `${minutes} min old` : 'Earlier'
}
