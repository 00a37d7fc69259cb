import { formatDate } from '../calendar.ts'
import { npr, type Paisa } from '../money.ts'
import { getLatestInstant } from './date.ts'
import { extractReceiptFacts, foldLookalikes, type ReceiptFacts } from './extraction.ts'
import { findReceiptProblems, RECEIPT_PROBLEMS, type ReceiptProblem, type ReceiptReading } from './receipt.ts'

/** What a machine recognised in a picture. */
export interface RecognisedText {
  text: string
  /** 0 to 1. */
  confidence: number
}

/** What a receipt should say. Instants are milliseconds. */
export interface ExpectedPayment {
  amount: Paisa
  /** Of the booking or the attempt, as the payer was asked to write it. */
  reference: string
  payee: string
  startedAt: number
}

/** The first three are rules; the others are hints for the person who decides. docs/rules.md#receipts. */
export const RECEIPT_RULES = ['confidence', 'amount', 'age', 'one_amount', 'begun', 'payee', 'reference'] as const
export type ReceiptRule = (typeof RECEIPT_RULES)[number]

export interface RuleVerdict {
  rule: ReceiptRule
  /** `unseen`: the receipt, or what was read of it, does not say. */
  verdict: 'kept' | 'broken' | 'unseen'
  /** For people. */
  reason: string
}

export interface ReceiptAssessment {
  reading: ReceiptReading
  facts: ReceiptFacts
  verdicts: readonly RuleVerdict[]
}

/** Clocks of telephones and of banks differ. */
const CLOCK_SKEW_MS = 5 * 60_000

/** What was read, rule by rule. Advice: a picture confirms nothing, whatever it says. */
export function assessReceipt(
  { text, confidence }: RecognisedText,
  expected: ExpectedPayment,
  now: number,
): ReceiptAssessment {
  const facts = extractReceiptFacts(text)
  const reading = toReading(facts, confidence)
  const problems = findReceiptProblems(reading, expected.amount, now)
  const broken = (...codes: ReceiptProblem[]) => codes.find((code) => problems.includes(code))
  const spec = (rule: ReceiptRule, code: ReceiptProblem | undefined, kept: string): RuleVerdict =>
    code ? { rule, verdict: 'broken', reason: RECEIPT_PROBLEMS[code] } : { rule, verdict: 'kept', reason: kept }
  const at = reading.transactedAt
  const [moment] = facts.moments
  return {
    reading,
    facts,
    verdicts: [
      spec('confidence', broken('low_confidence'), `Read with confidence ${confidence.toFixed(2)}`),
      spec('amount', broken('amount_missing', 'amount_mismatch'), `${npr(reading.amount ?? expected.amount)} was read`),
      moment === undefined
        ? { rule: 'age', verdict: 'unseen', reason: 'No date was read' }
        : spec('age', broken('too_old'), `Dated ${[formatDate(moment.date), moment.time ?? []].flat().join(', ')}`),
      singleAmountVerdict(facts),
      startVerdict(at, expected),
      payeeVerdict(facts, expected),
      referenceVerdict(text, expected),
    ],
  }
}

export function toReading(facts: ReceiptFacts, confidence: number): ReceiptReading {
  const [amount, moment, transactionId, bankName, recipientName] = [
    facts.amounts[0],
    facts.moments[0],
    facts.transactionIds[0],
    facts.services[0],
    facts.payee,
  ]
  return {
    confidence,
    ...(amount !== undefined && { amount }),
    ...(moment && { transactedAt: getLatestInstant(moment) }),
    ...(transactionId && { transactionId }),
    ...(bankName && { bankName }),
    ...(recipientName && { recipientName }),
  }
}

/** A retouched receipt often keeps the true amount in another place. */
function singleAmountVerdict({ amounts }: ReceiptFacts): RuleVerdict {
  if (amounts.length === 0) return { rule: 'one_amount', verdict: 'unseen', reason: 'No amount was read' }
  if (amounts.length === 1) return { rule: 'one_amount', verdict: 'kept', reason: 'One amount was read' }
  return {
    rule: 'one_amount',
    verdict: 'broken',
    reason: `Different amounts were read: ${amounts.map(npr).join(', ')}`,
  }
}

function startVerdict(at: number | undefined, { startedAt }: ExpectedPayment): RuleVerdict {
  if (at === undefined) return { rule: 'begun', verdict: 'unseen', reason: 'No date was read' }
  if (at < startedAt - CLOCK_SKEW_MS)
    return { rule: 'begun', verdict: 'broken', reason: 'Dated before this payment was begun' }
  return { rule: 'begun', verdict: 'kept', reason: 'Dated after this payment was begun' }
}

function payeeVerdict({ payee: read }: ReceiptFacts, expected: ExpectedPayment): RuleVerdict {
  if (!read) return { rule: 'payee', verdict: 'unseen', reason: 'No payee was read' }
  return isSameName(read, expected.payee)
    ? { rule: 'payee', verdict: 'kept', reason: `Paid to ${read}` }
    : { rule: 'payee', verdict: 'broken', reason: `Paid to ${read}, not to ${expected.payee}` }
}

/** Apps cut long names, and QR codes hold 25 letters; a reader takes a letter for another. */
const MIN_CUT_LENGTH = 8
const MAX_ERROR_RATE = 0.2

export function isSameName(read: string, expected: string): boolean {
  const [a, b] = [foldLookalikes(read), foldLookalikes(expected)]
  const shorter = Math.min(a.length, b.length)
  if (shorter === 0) return false
  // What follows the name on its line, an account or a branch, does not matter; nor does what an app cut off.
  const length = shorter >= MIN_CUT_LENGTH ? shorter : Math.max(a.length, b.length)
  return editDistance(a.slice(0, length), b.slice(0, length)) <= shorter * MAX_ERROR_RATE
}

/** Letters to change, add or take away to make one of the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}

/** Whether a bank or a wallet shows the payer's words is its own choice: not seeing them says nothing. */
function referenceVerdict(text: string, { reference: asked }: ExpectedPayment): RuleVerdict {
  const shown = foldLookalikes(text).includes(foldLookalikes(asked))
  return shown
    ? { rule: 'reference', verdict: 'kept', reason: `${asked} stands on it` }
    : { rule: 'reference', verdict: 'unseen', reason: `${asked} was not read` }
}
