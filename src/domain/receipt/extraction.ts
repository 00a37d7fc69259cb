import type { Paisa } from '../money.ts'
import { toLatinDigits } from '../number.ts'
import { extractAmounts } from './amount.ts'
import { extractMoments, type ReceiptMoment } from './date.ts'

/** What the recognized text of a Nepali receipt says. No format is published, so everything here is a hint. */
export interface ReceiptFacts {
  /** The likeliest first, as the moments are. */
  amounts: readonly Paisa[]
  moments: readonly ReceiptMoment[]
  transactionIds: readonly string[]
  /** Banks and wallets that are named. */
  services: readonly string[]
  payee?: string
  remarks?: string
}

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
const REMARKS_LABELS = [/remarks?/, /rmk/, /purpose/, /description/, /particulars/, /narration/]
const ID_LABEL =
  /\b(?:(?:transaction|txn|trans|trx|trace|unique|batch|receipt|approval)[ .]*(?:id|code|no|number|num|#)|(?:reference|ref|txn|rrn|utr)(?:[ .]*(?:id|code|no|number|num|#))?)\b[ .:#]*/i
/** With at least one digit or all in capitals (readers take `0` for `O`), and no amount, date or time. */
const TRANSACTION_ID = /(?<![\w/])(?=[\w/:-]*\d|[A-Z/-]{6,}\b)(?!\d+[/-]\d+[/-]\d+\b)[A-Za-z0-9][\w/:-]{4,39}/

export function extractReceiptFacts(text: string): ReceiptFacts {
  const lines = splitLines(text)
  const payee = PAYEE_LABELS.reduce<string | undefined>(
    (found, label) => found ?? findPayeeAfter(lines, label),
    undefined,
  )
  const remarks = REMARKS_LABELS.reduce<string | undefined>(
    (found, label) => found ?? findValuesAfter(lines, label)[0],
    undefined,
  )
  return {
    amounts: extractAmounts(lines),
    moments: extractMoments(lines),
    transactionIds: extractTransactionIds(lines),
    services: SERVICES.flatMap(([name, pattern]) => (pattern.test(text) ? name : [])),
    ...(payee && { payee }),
    ...(remarks && { remarks }),
  }
}

const splitLines = (text: string): string[] =>
  toLatinDigits(text)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/** What stands after a label at the beginning of a line, or under it; a sign or two may be an icon before it. */
function findValuesAfter(lines: readonly string[], label: RegExp): string[] {
  const pattern = new RegExp(String.raw`^(?:\W|\w{1,2}\W){0,3}(?:${label.source})\b[\s:.]*(.*)$`, 'i')
  return lines.flatMap((line, index) => {
    const match = pattern.exec(line)
    return match ? ((match[1] || lines[index + 1]) ?? []) : []
  })
}

/** A name has words: account numbers, telephones and amounts are none. */
const findPayeeAfter = (lines: readonly string[], label: RegExp): string | undefined =>
  findValuesAfter(lines, label).find((value) => /[A-Za-z]{3}/.test(value) && (value.match(/\d/g) ?? []).length < 5)

function extractTransactionIds(lines: readonly string[]): string[] {
  const ids = lines.flatMap((line, index) => {
    const label = ID_LABEL.exec(line)
    if (!label) return []
    const rest = line.slice(label.index + label[0].length)
    // A label alone on its line has its value under it.
    return (
      TRANSACTION_ID.exec(rest)?.[0] ?? (rest === '' ? (TRANSACTION_ID.exec(lines[index + 1] ?? '')?.[0] ?? []) : [])
    )
  })
  return [...new Set(ids)]
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
}

/** For comparing what was read: letters and digits alone, those that look alike being one. */
export const foldLookalikes = (text: string): string =>
  [...text.toUpperCase()]
    .filter((letter) => /[A-Z0-9]/.test(letter))
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
