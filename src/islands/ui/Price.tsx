import { formatAmount, type Paisa } from '#domain/money.ts'

/** An amount with its unit set small; the two are never parted. */
export function Price({ amount }: { amount: Paisa }) {
  return (
    <span className="price num">
      <small>NPR</small>
      {formatAmount(amount)}
    </span>
  )
}
