import { formatAmount, type Paisa } from '#domain/money.ts'

interface Props {
  amount: Paisa
  className?: string
}

export function Price({ amount, className = '' }: Props) {
  return (
    <span className={`price num ${className}`}>
      <small>NPR</small>
      {formatAmount(amount)}
    </span>
  )
}
