import { type Paisa, paisa } from '#domain/money.ts'
import { type Amounts, priceCell, priceProblems } from '#domain/price-list.ts'
import { fail, type Outcome, succeed } from '../failure.ts'
import { PRICE_MESSAGES } from '../validation-messages.ts'
import type { PriceChange } from './prices.ts'

/** Validates changed prices all together; `fields` of a failure has messages by cell. */
export function readPriceChanges(
  amounts: Amounts,
  requested: Readonly<Record<string, number | null>>,
): Outcome<PriceChange[]> {
  const current: Readonly<Record<string, Paisa | null>> = amounts
  const unknown = Object.keys(requested).filter((name) => !priceCell(name))
  const changes = Object.entries(requested)
    .filter(([cell, after]) => priceCell(cell) && after !== current[cell])
    .map(([cell, after]) => ({ cell, before: current[cell] ?? null, after }))
  const problems = priceProblems(amounts, Object.fromEntries(changes.map(({ cell, after }) => [cell, after])))
  const fields = [
    ...unknown.map((name) => [name, 'There is no such price']),
    ...Object.entries(problems).map(([name, problem]) => [name, PRICE_MESSAGES[problem]]),
  ]
  if (fields.length > 0) return fail('invalid', { fields: Object.fromEntries(fields) })
  return succeed(changes.map(({ after, ...change }) => ({ ...change, after: after === null ? null : paisa(after) })))
}
