import type { ListedPayment } from '#contract/admin/payments.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { formatAmount, npr } from '#domain/money.ts'
import { isPaid } from '#domain/payment.ts'
import { ATTEMPT_LABELS, REVIEW_REASON_LABELS } from '#domain/payment-review.ts'
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
  {
    header: 'Method',
    className: 'cell-plan',
    cell: (payment) => (
      <>
        {methods[payment.method] ?? payment.method}
        <span className="md:hidden">
          , <PaymentTimes payment={payment} />
        </span>
      </>
    ),
  },
  {
    header: 'Transaction',
    headerProps: { className: isOpen ? 'cell-more detail:hidden' : 'cell-more' },
    className: isOpen ? 'cell-more num detail:hidden' : 'cell-more num',
    // Cash has the number of its booking.
    cell: ({ transactionId, bookingId }) =>
      transactionId && transactionId !== bookingId ? transactionId : <span className="mute">–</span>,
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
    cell: (payment) => <PaymentStatus payment={payment} />,
  },
  {
    header: 'Started',
    headerProps: { className: 'right cell-more', 'aria-sort': 'descending' },
    className: 'cell-more right',
    cell: (payment) => <PaymentTimes payment={payment} />,
  },
]

/** One tag: what staff must do, otherwise the status. */
function PaymentStatus({ payment }: { payment: ListedPayment }) {
  const [first, ...others] = payment.reviewReasons
  if (!first)
    return (
      <span className="inline-flex flex-wrap gap-1">
        <AttemptTag state={payment.state} />
        <UnreconciledTag payment={payment} />
      </span>
    )
  const notes = [
    // A payment that waits or does not match has no other status.
    ...(isPaid(payment.state) ? [ATTEMPT_LABELS[payment.state]] : []),
    ...others.map((reason) => REVIEW_REASON_LABELS[reason].toLowerCase()),
  ]
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
      <WaitingReasonTags payment={payment} reasons={[first]} />
      {notes.length > 0 && <small className="text-ink-3 text-label">{notes.join(', ')}</small>}
      <UnreconciledTag payment={payment} />
    </span>
  )
}

/** When the payment was started, and the day on which it was paid, which the filter uses, if that is another one. */
function PaymentTimes({ payment: { createdAt, receivedAt } }: { payment: ListedPayment }) {
  const isPaidLater = receivedAt !== null && toDay(receivedAt) !== toDay(createdAt)
  return (
    <>
      <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>
      {isPaidLater && <small className="block text-ink-3 text-label">Paid {formatTimestamp(receivedAt)}</small>}
    </>
  )
}

const toDay = (instant: string): IsoDate => kathmanduDate(Date.parse(instant))
