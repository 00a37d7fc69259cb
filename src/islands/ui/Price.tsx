import { formatAmount, type Paisa } from '#domain/money.ts'

export function Price({ amount }: { amount: Paisa }) {
  return (
    <span className="price num">
      <small>NPR</small>
      {formatAmount(amount)}
    </span>
  )
}
