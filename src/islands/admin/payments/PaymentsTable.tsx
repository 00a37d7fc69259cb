import type { PaymentRow } from '#contract/admin/payments.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { AttemptTag } from '../StateTag.tsx'
import { formatTimestamp } from './format-date.ts'

interface Props {
  methods: Readonly<Record<string, string>>
  rows: readonly PaymentRow[]
  shown: string | undefined
  busy: boolean
}

/** Payments, newest first; a name opens its payment. */
export function PaymentsTable({ rows, methods, shown, busy }: Props) {
  return (
    <table className="table payments-table" aria-busy={busy}>
      <caption className="visually-hidden">Payments, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">Method</th>
          <th scope="col" className="cell-more">
            Transaction
          </th>
          <th scope="col" className="right">
            Amount
          </th>
          <th scope="col">State</th>
          <th scope="col" className="right cell-more" aria-sort="descending">
            Begun
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.paymentId} aria-current={row.paymentId === shown ? 'true' : undefined}>
            <th scope="row" className="cell-name">
              <button
                id={`payment-${row.paymentId}`}
                type="button"
                className="payments-name"
                onClick={() => selectPayment(row.paymentId)}
              >
                {row.customerName}
              </button>
              <small className="num">{row.bookingId}</small>
            </th>
            <td className="cell-plan">{methods[row.method] ?? row.method}</td>
            <td className="cell-more num">{row.transactionId ?? <span className="mute">–</span>}</td>
            <td className="cell-amount">{npr((row.received ?? row.amount) as Paisa)}</td>
            <td className="cell-status">
              <AttemptTag state={row.state} />
            </td>
            <td className="cell-more right">
              <time dateTime={row.createdAt}>{formatTimestamp(row.createdAt)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
