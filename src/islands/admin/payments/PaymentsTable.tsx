import type { ListedPayment } from '#contract/admin/payments.ts'
import { formatAmount, npr } from '#domain/money.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { formatTimestamp } from '../format-timestamp.ts'
import { type Column, ListTable } from '../list/ListTable.tsx'
import { RowButton } from '../RowButton.tsx'
import { AttemptTag, UnreconciledTag } from '../StateTag.tsx'
import { WaitingReasonTags } from './ReviewQueue.tsx'

interface Props {
  methods: Readonly<Record<string, string>>
  rows: readonly ListedPayment[]
  selectedId: string | undefined
  busy: boolean
}

export const PaymentsTable = ({ rows, methods, selectedId, busy }: Props) => (
  <ListTable
    caption="Payments, newest first"
    columns={getColumns(methods, selectedId !== undefined)}
    rows={rows}
    busy={busy}
    idOf={({ paymentId }) => paymentId}
    rowProps={({ paymentId }) =>
      paymentId === selectedId ? { 'aria-current': 'true', className: 'bg-paper-sunk shadow-row-open' } : {}
    }
  />
)

/** `NPR 9,599 of 9,600` where another amount was received than requested. */
const formatReceived = ({ received, amount }: ListedPayment): string =>
  received === null || received === amount ? npr(amount) : `${npr(received)} of ${formatAmount(amount)}`

/** The transaction is hidden beside an open payment, which shows it too. */
const getColumns = (methods: Props['methods'], isOpen: boolean): Column<ListedPayment>[] => [
  {
    header: 'Customer',
    className: 'cell-name',
    isRowHeader: true,
    cell: ({ paymentId, customerName, bookingId }) => (
      <>
        <RowButton id={`payment-${paymentId}`} onClick={() => selectPayment(paymentId)}>
          {customerName}
        </RowButton>
        <small className="num block font-text text-ink-3 text-label">{bookingId}</small>
      </>
    ),
  },
  { header: 'Method', className: 'cell-plan', cell: ({ method }) => methods[method] ?? method },
  {
    header: 'Transaction',
    headerProps: { className: isOpen ? 'cell-more detail:hidden' : 'cell-more' },
    className: isOpen ? 'cell-more num detail:hidden' : 'cell-more num',
    cell: ({ transactionId }) => transactionId ?? <span className="mute">–</span>,
  },
  {
    header: 'Amount',
    headerProps: { className: 'right' },
    className: 'cell-amount',
    cell: formatReceived,
  },
  {
    header: 'Status',
    headerProps: { className: 'sm:pl-3' },
    className: 'cell-status sm:pl-3',
    cell: (payment) => (
      <span className="inline-flex flex-wrap gap-1">
        <AttemptTag state={payment.state} />
        {/* A payment that does not match has no other status. */}
        <WaitingReasonTags
          payment={payment}
          reasons={payment.reviewReasons.filter((reason) => reason !== payment.state)}
        />
        <UnreconciledTag payment={payment} />
      </span>
    ),
  },
  {
    header: 'Started',
    headerProps: { className: 'right cell-more', 'aria-sort': 'descending' },
    className: 'cell-more right',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>,
  },
]
