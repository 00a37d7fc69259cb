import type { PaymentRow } from '#contract/admin/payments.ts'
import { npr } from '#domain/money.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { formatTimestamp } from '../format-timestamp.ts'
import { type Column, ListTable } from '../list/ListTable.tsx'
import { AttemptTag } from '../StateTag.tsx'

interface Props {
  methods: Readonly<Record<string, string>>
  rows: readonly PaymentRow[]
  selectedId: string | undefined
  busy: boolean
}

export const PaymentsTable = ({ rows, methods, selectedId, busy }: Props) => (
  <ListTable
    className="payments-table"
    caption="Payments, newest first"
    columns={getColumns(methods)}
    rows={rows}
    busy={busy}
    idOf={({ paymentId }) => paymentId}
    rowProps={({ paymentId }) => ({ 'aria-current': paymentId === selectedId ? 'true' : undefined })}
  />
)

const getColumns = (methods: Props['methods']): Column<PaymentRow>[] => [
  {
    header: 'Customer',
    className: 'cell-name',
    isRowHeader: true,
    cell: ({ paymentId, customerName, bookingId }) => (
      <>
        <button
          id={`payment-${paymentId}`}
          type="button"
          className="payments-name"
          onClick={() => selectPayment(paymentId)}
        >
          {customerName}
        </button>
        <small className="num">{bookingId}</small>
      </>
    ),
  },
  { header: 'Method', className: 'cell-plan', cell: ({ method }) => methods[method] ?? method },
  {
    header: 'Transaction',
    headerProps: { className: 'cell-more' },
    className: 'cell-more num',
    cell: ({ transactionId }) => transactionId ?? <span className="mute">–</span>,
  },
  {
    header: 'Amount',
    headerProps: { className: 'right' },
    className: 'cell-amount',
    cell: ({ received, amount }) => npr(received ?? amount),
  },
  { header: 'Status', className: 'cell-status', cell: ({ state }) => <AttemptTag state={state} /> },
  {
    header: 'Started',
    headerProps: { className: 'right cell-more', 'aria-sort': 'descending' },
    className: 'cell-more right',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>,
  },
]
