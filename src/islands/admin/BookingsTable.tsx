import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { BOOKING_SORTS, BookingRow, ORDERS } from '#contract/admin/bookings.ts'
import { formatRange } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import { formatTimestamp } from './format-timestamp.ts'
import { type Column, ListTable, LocationAndPlanCell } from './list/ListTable.tsx'
import { AttentionTag, StateTag } from './StateTag.tsx'
import './bookings-table.css'

type Sort = (typeof BOOKING_SORTS)[number]

interface Sorting {
  sort: Sort
  order: (typeof ORDERS)[number]
  sortBy: (sort: Sort) => void
}

interface BookingsTableProps {
  caption: string
  rows: readonly BookingRow[]
  methods: Readonly<Record<string, string>>
  busy?: boolean
  sorting?: Sorting
  /** Id of the booking in the drawer. */
  selectedId?: string | undefined
  /** Opens a booking on this screen; without it, links lead to the bookings screen. */
  onOpen?: (bookingId: string) => void
}

/** Shows as many columns as fit. Below 640 px a row folds to name and amount over plan and status over the days. */
export const BookingsTable = (props: BookingsTableProps) => (
  <div className="admin-bookings-room">
    <ListTable
      className="admin-bookings"
      caption={props.caption}
      columns={getColumns(props)}
      rows={props.rows}
      busy={props.busy ?? false}
      idOf={({ bookingId }) => bookingId}
      rowProps={({ bookingId }) => ({ className: bookingId === props.selectedId ? 'row-open' : undefined })}
    />
  </div>
)

const getColumns = ({ methods, sorting, selectedId, onOpen }: BookingsTableProps): Column<BookingRow>[] => [
  {
    ...getHeader('Customer', sorting, 'name'),
    className: 'cell-name',
    isRowHeader: true,
    cell: ({ bookingId, customerName }) => (
      <>
        <a
          className="admin-booking-name"
          href={`/admin/bookings?open=${bookingId}`}
          id={`row-${bookingId}`}
          aria-current={bookingId === selectedId || undefined}
          onClick={(event) => openOnPlainClick(event, bookingId, onOpen)}
        >
          {customerName}
        </a>
        <small>{bookingId}</small>
      </>
    ),
  },
  {
    header: 'Contact',
    headerProps: { className: 'cell-more cell-contact' },
    className: 'cell-contact cell-more',
    cell: ({ email, phone }) => (
      <>
        {email && <EmailLink email={email} />}
        {phone && <PhoneLink phone={phone} />}
      </>
    ),
  },
  { header: 'Location and plan', className: 'cell-plan', cell: (row) => <LocationAndPlanCell {...row} /> },
  {
    ...getHeader('Dates', sorting, 'start'),
    className: 'cell-dates',
    cell: ({ startDate, endDate }) => <DateRange range={formatRange(startDate, endDate)} />,
  },
  {
    header: 'Method',
    headerProps: { className: 'cell-more cell-method' },
    className: 'cell-method cell-more',
    cell: ({ method }) => (method ? (methods[method] ?? method) : <span className="mute">none yet</span>),
  },
  {
    ...getHeader('Amount', sorting, 'amount', 'right'),
    className: 'cell-amount',
    cell: ({ amount }) => npr(amount),
  },
  {
    header: 'Status',
    headerProps: { className: 'cell-status' },
    className: 'cell-status',
    cell: (row) => <Status row={row} />,
  },
  {
    ...getHeader('Created', sorting, 'created', 'right cell-created'),
    className: 'cell-created right',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>,
  },
]

const Status = ({ row: { state, attention, paymentToCheck, paymentToDecide, customerName } }: { row: BookingRow }) => (
  <span className="admin-tags">
    <StateTag state={state} />
    {attention && <AttentionTag attention={attention} />}
    {paymentToCheck && (
      <a className="link" href={`/admin/payments?open=${paymentToCheck.paymentId}`}>
        Check payment
        <span className="visually-hidden"> of {customerName}</span>
      </a>
    )}
    {paymentToDecide && (
      <a className="link" href={`/admin/payments?open=${paymentToDecide}`}>
        Decide
        <span className="visually-hidden"> about {customerName}</span>
      </a>
    )}
  </span>
)

const DateRange = ({ range }: { range: string }) => {
  const [first, ...last] = range.split(/(?<=–) /)
  return (
    <>
      <span>{first}</span> {last.length > 0 && <span>{last}</span>}
    </>
  )
}

function openOnPlainClick(event: MouseEvent, id: string, onOpen: BookingsTableProps['onOpen']): void {
  if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  onOpen(id)
}

function getHeader(header: string, sorting: Sorting | undefined, sort: Sort, className?: string) {
  if (!sorting) return { header, headerProps: { className } }
  const order = sort === sorting.sort ? sorting.order : undefined
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return {
    header,
    headerContent: (
      <button type="button" className="admin-sort" onClick={() => sorting.sortBy(sort)}>
        {header}
        {order && <Arrow className="icon" aria-hidden="true" />}
      </button>
    ),
    headerProps: {
      className,
      // The button is hidden on phones; the column keeps its name.
      'aria-label': header,
      'aria-sort': order && ORDER_LABELS[order],
    },
  }
}
const ORDER_LABELS = { asc: 'ascending', desc: 'descending' } as const
