import { readPriceChanges } from '#contract/admin/price-changes.ts'
import type { PriceList, savePrices } from '#contract/admin/prices.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { PriceTable } from '#domain/price.ts'
import { applyAmounts, listAmounts } from '#domain/price-list.ts'
import { readStoredPrices, savePriceTables } from '../price-record.ts'
import { withStorageLock } from '../record-storage.ts'

export const readPriceList = (): Outcome<PriceList> => succeed(toPriceList(readStoredPrices()))

/** Saves all changed cells or none; rejects a stale version. */
export const updatePrices = ({ version, changes }: Input<typeof savePrices>): Promise<Outcome<PriceList>> =>
  withStorageLock(() => {
    const tables = readStoredPrices()
    const now = toPriceList(tables)
    if (version !== now.version) return fail('changed_meanwhile', { current: now })
    const changed = readPriceChanges(listAmounts(tables), changes)
    if (!changed.ok) return changed
    const after = Object.fromEntries(changed.value.map(({ cell, after }) => [cell, after]))
    if (changed.value.length > 0) savePriceTables(applyAmounts(tables, after))
    return succeed(toPriceList(readStoredPrices()))
  })

/** The version is a checksum of all prices. */
function toPriceList(tables: readonly PriceTable[]): PriceList {
  const amounts = listAmounts(tables)
  const version = Array.from(JSON.stringify(amounts)).reduce(
    (sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_000_007,
    7,
  )
  return { version, amounts: { ...amounts } }
}
