import { type Amounts, priceCell, priceProblems } from '#domain/price-list.ts'
import { fail, type Outcome, succeed } from '../failure.ts'
import { PRICE_MESSAGES } from '../validation-messages.ts'
import type { PriceChange } from './prices.ts'

/** What would change of the prices that hold, all of it or nothing: `fields` of a refusal have sentences by cell. */
export function readPriceChanges(
  amounts: Amounts,
  wanted: Readonly<Record<string, number | null>>,
): Outcome<PriceChange[]> {
  const held: Readonly<Record<string, number | null>> = amounts
  const unknown = Object.keys(wanted).filter((name) => !priceCell(name))
  const changes = Object.entries(wanted)
    .filter(([cell, after]) => priceCell(cell) && after !== held[cell])
    .map(([cell, after]): PriceChange => ({ cell, before: held[cell] ?? null, after }))
  const problems = priceProblems(amounts, Object.fromEntries(changes.map(({ cell, after }) => [cell, after])))
  const fields = [
    ...unknown.map((name) => [name, 'There is no such price']),
    ...Object.entries(problems).map(([name, problem]) => [name, PRICE_MESSAGES[problem]]),
  ]
  return fields.length > 0 ? fail('invalid', { fields: Object.fromEntries(fields) }) : succeed(changes)
}
