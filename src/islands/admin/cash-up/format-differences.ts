import { npr, type Paisa, paisa } from '#domain/money.ts'
import { DESK_METHOD_LABELS, DESK_METHODS } from '#domain/payment.ts'
import { type CountedTill, getDifferences } from '#domain/till.ts'

/** `Cash at the desk NPR 200 missing, Card terminal NPR 50 too much`. */
export function formatDifferences(till: CountedTill): string {
  const differences = getDifferences(till)
  return DESK_METHODS.filter((method) => differences[method] !== 0)
    .map((method) => `${DESK_METHOD_LABELS[method]} ${formatDifference(differences[method])}`)
    .join(', ')
}

/** `NPR 200 missing`, or `the differences` of several methods. */
export function summarizeDifferences(till: CountedTill): string {
  const [difference, ...others] = Object.values(getDifferences(till)).filter((amount) => amount !== 0)
  return difference === undefined || others.length > 0 ? 'the differences' : formatDifference(difference)
}

const formatDifference = (difference: Paisa): string =>
  `${npr(paisa(Math.abs(difference)))} ${difference < 0 ? 'missing' : 'too much'}`
