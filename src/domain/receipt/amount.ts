import { type Paisa, paisa } from '../money.ts'

/**
 * Amounts in the recognized text of a Nepali receipt: `NPR 5,000.00` in banks, `Rs. 5,000` in wallets, some in Indian
 * grouping (`1,23,456.00`). Fees and the account balance appear beside the amount.
 */

const DIGIT_LOOKALIKES: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  S: '5',
  B: '8',
}
const NUMBER_PATTERN = String.raw`[\dOoDIlSB|][\dOoDIlSB|,.]*`
const CURRENCY_MARKED_AMOUNT = new RegExp(
  String.raw`(?:\bN[PF]R|\bNRs|\bR[sS5]|रु|रू|₨)[.,:]?\s*(${NUMBER_PATTERN})`,
  'g',
)
/** Without a currency, only grouped numbers, two decimals or `5000/-` count as money. */
const UNMARKED_AMOUNT =
  /(?<![\w#*/:.,-])(\d{1,3}(?:,\d{2,3})+(?:[.,]\d{2})?|\d+\.\d{2}|\d+(?=\/-))(?![\w:]|\/(?!-)|[.,-]\d)/g

const OTHER_LABEL = /\b(?:bal(?:ance)?|charges?|fees?|commission|cash ?back|discount|limit|points?|reward|vat|tax)\b/gi
const AMOUNT_LABEL = /\b(?:amount|amt|paid|sent|transferred|debited|credited|payment of)\b/gi
const TOTAL_LABEL = /\btotal\b/gi

interface Candidate {
  amount: Paisa
  score: number
}

/** Most likely first, without duplicates. */
export function extractAmounts(lines: readonly string[]): Paisa[] {
  const candidates: Candidate[] = []
  lines.forEach((line, index) => {
    for (const { token, from, marked, labelStart } of extractNumbers(line)) {
      const amount = parseAmount(token)
      if (!amount) continue
      const before = line.slice(labelStart, from)
      // A label may be above its value if its own line has no number.
      const above = /\d/.test(lines[index - 1] ?? '') || /[a-z]{3}/i.test(before) ? '' : (lines[index - 1] ?? '')
      const label = findLabel(before) ?? findLabel(above)
      if (label === 'other' || (!marked && !label && !/[.,]\d{2}$/.test(token))) continue
      const labelled = label === 'amount' ? 3 : label === 'total' ? 1 : 0
      candidates.push({ amount, score: (marked ? 4 : 0) + labelled })
    }
  })
  const best = new Map<Paisa, { score: number; count: number }>()
  for (const { amount, score } of candidates) {
    const known = best.get(amount)
    best.set(amount, { score: Math.max(score, known?.score ?? 0), count: (known?.count ?? 0) + 1 })
  }
  const isLabelled = [...best].some(([, { score }]) => score > 0)
  return [...best]
    .filter(([, { score }]) => !isLabelled || score > 0)
    .sort(([, a], [, b]) => b.count + b.score - a.count - a.score)
    .map(([amount]) => amount)
}

/** `labelStart`: where the text that may label this number starts. */
function extractNumbers(line: string): { token: string; from: number; marked: boolean; labelStart: number }[] {
  const found: { token: string; from: number; end: number; marked: boolean }[] = []
  for (const match of line.matchAll(CURRENCY_MARKED_AMOUNT)) {
    found.push({ token: match[1] ?? '', from: match.index, end: match.index + match[0].length, marked: true })
  }
  for (const match of line.matchAll(UNMARKED_AMOUNT)) {
    const end = match.index + match[0].length
    if (!found.some((other) => match.index < other.end && end > other.from))
      found.push({ token: match[1] ?? '', from: match.index, end, marked: false })
  }
  found.sort((a, b) => a.from - b.from)
  return found.map(({ token, from, marked }, index) => ({
    token,
    from,
    marked,
    labelStart: found[index - 1]?.end ?? 0,
  }))
}

/** The nearest label before a number decides. */
function findLabel(text: string): 'amount' | 'total' | 'other' | undefined {
  const ends = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.index ?? -1
  const [other, amount, total] = [ends(OTHER_LABEL), ends(AMOUNT_LABEL), ends(TOTAL_LABEL)]
  if (other > amount && other > total) return 'other'
  if (total > amount || (total >= 0 && amount >= 0)) return 'total'
  return amount >= 0 ? 'amount' : undefined
}

/**
 * Reads `9,500.00`, `1,23,456.00`, `9500`, `9.500,00`, and `9,50000` with a lost point. Undefined for unknown
 * groupings, because a wrong amount is worse than none.
 */
function parseAmount(token: string): Paisa | undefined {
  const digits = [...token].map((character) => DIGIT_LOOKALIKES[character] ?? character).join('')
  const match = /^(\d[\d.,]*?)(?:[.,](\d{2})|(?<=[.,]\d{3})(\d{2}))?[.,]*$/.exec(digits)
  const whole = match?.[1] ?? ''
  if (!/^(?:\d{1,9}|\d{1,3}(?:[.,]\d{3})+|\d{1,2}(?:[.,]\d{2})+[.,]\d{3})$/.test(whole)) return undefined
  return paisa(Number(whole.replaceAll(/\D/g, '')) * 100 + Number(match?.[2] ?? match?.[3] ?? 0))
}
