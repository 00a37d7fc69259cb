import { formatAmount, type Paisa } from '#domain/money.ts'

interface Props {
  amount: Paisa
  /** The highest price, where it depends on the location. */
  to?: Paisa | undefined
  className?: string
}

export function Price({ amount, to = amount, className = '' }: Props) {
  return (
    <span className={`price num ${className}`}>
      <small>NPR</small>
      {formatAmount(amount)}
      {to > amount && `–${formatAmount(to)}`}
    </span>
  )
}
