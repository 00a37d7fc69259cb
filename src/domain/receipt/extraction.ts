import { toLatinDigits } from '../number.ts'
import { extractAmounts } from './amount.ts'
import { extractMoments } from './date.ts'

const SERVICES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['eSewa', /\be-?sewa\b/i],
  ['Khalti', /\bkha[l1I]ti\b/i],
  ['IME Pay', /\bime ?pay\b/i],
  ['connectIPS', /\b(?:connect ?ips|cips)\b/i],
  ['Fonepay', /\bfone ?pay\b/i],
  ['NepalPay', /\bnepal ?pay\b/i],
  ['Nabil Bank', /\bnabil\b/i],
  ['Global IME Bank', /\bglobal ?ime\b/i],
  ['NIC Asia Bank', /\bnic ?asia\b/i],
  ['Siddhartha Bank', /\bsiddhartha\b/i],
  ['Nepal Investment Mega Bank', /\b(?:investment mega|nimb)\b/i],
  ['NMB Bank', /\bnmb\b/i],
  ['Everest Bank', /\beverest\b/i],
  ['Laxmi Sunrise Bank', /\blaxmi\b/i],
  ['Citizens Bank', /\bcitizens\b/i],
  ['Prime Bank', /\bprime\b/i],
  ['Machhapuchchhre Bank', /\bmachh?apuchch?hre\b/i],
  ['Nepal SBI Bank', /\bsbi\b/i],
  ['Standard Chartered', /\bstandard chartered\b/i],
  ['Nepal Bank', /\bnepal bank\b/i],
  ['Agricultural Development Bank', /\b(?:adbl|agricultural development)\b/i],
]

/** Most certain first. */
const PAYEE_LABELS = [
  /(?:paid|sent|transferred|transfer|payment) to/,
  /(?:receiver|recipient|beneficiary|merchant|payee)(?:'?s)?(?: account)?(?: name)?/,
  /(?:to|credit(?:ed)?) account(?: name| holder)?/,
  /account name/,
  /to/,
]
const ID_LABEL =
  /\b(?:(?:transaction|txn|trans|trx|trace|unique|batch|receipt|approval)[ .]*(?:id|code|no|number|num|#)|(?:reference|ref|txn|rrn|utr)(?:[ .]*(?:id|code|no|number|num|#))?)\b[ .:#]*/i
/** Contains a digit or is all capitals (text recognition reads `0` as `O`), and is no amount, date or time. */
const TRANSACTION_ID = /(?<![\w/])(?=[\w/:-]*\d|[A-Z/-]{6,}\b)(?!\d+[/-]\d+[/-]\d+\b)[A-Za-z0-9][\w/:-]{4,39}/

/** No format is published, so every value is a hint. Most likely values come first. */
export function extractReceiptFacts(text: string) {
  const lines = splitLines(text)
  return {
    amounts: extractAmounts(lines),
    moments: extractMoments(lines),
    transactionIds: extractTransactionIds(lines),
    services: SERVICES.flatMap(([name, pattern]) => (pattern.test(text) ? name : [])),
    payee: findPayee(lines),
  }
}

const splitLines = (text: string): string[] =>
  toLatinDigits(text)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/** Returns the text after a label, or on the line below it; one or two characters before the label may be an icon. */
function findValuesAfter(lines: readonly string[], label: RegExp): string[] {
  const pattern = new RegExp(String.raw`^(?:\W|\w{1,2}\W){0,3}(?:${label.source})\b[\s:.]*(.*)$`, 'i')
  return lines.flatMap((line, index) => {
    const match = pattern.exec(line)
    return match ? ((match[1] || lines[index + 1]) ?? []) : []
  })
}

/** Account numbers, phone numbers and amounts are not names. */
const findPayee = (lines: readonly string[]): string | undefined =>
  PAYEE_LABELS.flatMap((label) => findValuesAfter(lines, label)).find(
    (value) => /[A-Za-z]{3}/.test(value) && (value.match(/\d/g) ?? []).length < 5,
  )

function extractTransactionIds(lines: readonly string[]): string[] {
  const ids = lines.flatMap((line, index) => {
    const label = ID_LABEL.exec(line)
    if (!label) return []
    const rest = line.slice(label.index + label[0].length)
    // A label alone on its line has its value on the next line.
    return (
      TRANSACTION_ID.exec(rest)?.[0] ?? (rest === '' ? (TRANSACTION_ID.exec(lines[index + 1] ?? '')?.[0] ?? []) : [])
    )
  })
  return [...new Set(ids)]
}
