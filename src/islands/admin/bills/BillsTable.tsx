import { formatDate } from '#domain/calendar.ts'
import { type BillRow, selectBill } from '#stores/admin/bills/bills.ts'
import { type Column, ListTable } from '../list/ListTable.tsx'
import { RowButton } from '../RowButton.tsx'
import { formatBillTotal } from './format-bill-total.ts'

interface Props {
  rows: readonly BillRow[]
  busy: boolean
  /** Number of the bill in the drawer. */
  selected: string | undefined
}

export const getRowButtonId = (number: string): string => `bill-${number}`

export const BillsTable = ({ rows, busy, selected }: Props) => (
  <ListTable
    caption="Bills and notes, newest first"
    columns={getColumns(selected)}
    rows={rows}
    busy={busy}
    idOf={({ number }) => number}
    rowProps={({ number }) => (number === selected ? { className: 'bg-paper-sunk shadow-row-open' } : {})}
  />
)

/** The drawer shows the location too. */
const getColumns = (selected: string | undefined): Column<BillRow>[] => [
  {
    header: 'Bill',
    className: 'cell-name',
    isRowHeader: true,
    cell: ({ number, kind, heading }) => (
      <>
        <RowButton id={getRowButtonId(number)} aria-expanded={number === selected} onClick={() => selectBill(number)}>
          <span className="num font-text underline">{number}</span>
        </RowButton>
        <small className="block font-text text-ink-3 text-label">
          {kind === 'credit' || kind === 'debit' ? <span className="tag tag-line mt-1">{heading}</span> : heading}
        </small>
      </>
    ),
  },
  {
    header: 'Buyer',
    className: 'cell-plan wrap-anywhere',
    cell: ({ buyerName, buyerPan }) => (
      <>
        <span className="font-strong text-ink">{buyerName}</span>
        {buyerPan && <small className="num block text-ink-3 text-label">PAN {buyerPan}</small>}
      </>
    ),
  },
  {
    header: 'Location',
    headerProps: { className: selected ? 'cell-more 1280:hidden' : 'cell-more' },
    className: selected ? 'cell-more 1280:hidden' : 'cell-more',
    cell: ({ locationName }) => locationName,
  },
  {
    header: 'Amount',
    headerProps: { className: 'right' },
    className: 'cell-amount font-strong',
    cell: formatBillTotal,
  },
  {
    header: 'Issued',
    headerProps: { className: 'right' },
    className: 'cell-status right',
    cell: ({ issuedOn }) => <time dateTime={issuedOn}>{formatDate(issuedOn)}</time>,
  },
]
