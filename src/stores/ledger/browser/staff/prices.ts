import { priceChanges } from '#contract/admin/price-changes.ts'
import type { PriceList, savePrices } from '#contract/admin/prices.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import type { PriceTable } from '#domain/price.ts'
import { amountsOf, tablesWith } from '#domain/price-list.ts'
import { atOnce } from '../kept.ts'
import { keepPriceTables, priceTables } from '../price-record.ts'

export const priceList = (): Outcome<PriceList> => succeed(listOf(priceTables()))

/** Saves changed cells together or not at all, if nobody saved since the version that was seen. */
export const changePrices = ({ version, changes }: Input<typeof savePrices>): Promise<Outcome<PriceList>> =>
  atOnce(() => {
    const tables = priceTables()
    const now = listOf(tables)
    if (version !== now.version) return fail('changed_meanwhile', { current: now })
    const changed = priceChanges(amountsOf(tables), changes)
    if (!changed.ok) return changed
    const after = Object.fromEntries(
      changed.value.map(({ cell, after }) => [cell, after === null ? null : paisa(after)]),
    )
    if (changed.value.length > 0) keepPriceTables(tablesWith(tables, after))
    return succeed(listOf(priceTables()))
  })

/** The version is a sum over all prices: only they are kept, and others mean that somebody else was here. */
function listOf(tables: readonly PriceTable[]): PriceList {
  const amounts = amountsOf(tables)
  const version = Array.from(JSON.stringify(amounts)).reduce(
    (sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_000_007,
    7,
  )
  return { version, amounts: { ...amounts } }
}
