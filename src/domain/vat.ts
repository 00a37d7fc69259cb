import { type Paisa, paisa, sum, ZERO } from './money.ts'

/** Its parts sum to the amount with VAT. */
export interface VatSplit {
  taxable: Paisa
  vat: Paisa
}

/** Splits an amount that contains 13 % VAT, rounded half up. VAT is the rest, never 13 % of the rounded part. */
export function splitVat(gross: Paisa): VatSplit {
  const taxable = paisa(Math.floor((200 * gross + 113) / 226))
  return { taxable, vat: paisa(gross - taxable) }
}

/** `taxable` is 0 without VAT. */
export interface Credited {
  gross: Paisa
  taxable: Paisa
}

/** The split of a further credit of a bill. The last one takes what is left, so that all credits sum to the bill. */
export function splitCredit(bill: Credited, credited: Credited, amount: Paisa): VatSplit {
  if (credited.gross + amount !== bill.gross) return splitVat(amount)
  const taxable = paisa(bill.taxable - credited.taxable)
  return { taxable, vat: paisa(amount - taxable) }
}

/** Distributes a taxable amount over lines by their amounts (largest remainder, the earlier line on a tie). */
export function allocateTaxable(taxable: Paisa, amounts: readonly Paisa[]): Paisa[] {
  const total = BigInt(sum(amounts))
  // Products of two amounts exceed the safe integers.
  const products = amounts.map((amount) => BigInt(taxable) * BigInt(amount))
  const shares = products.map((product) => paisa(Number(product / total)))
  const missing = taxable - sum(shares)
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % total }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = paisa((shares[index] ?? ZERO) + 1)
  return shares
}
