import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { BOOKING_SORTS, BookingRow, ORDERS } from '#contract/admin/bookings.ts'
import { formatRange } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { isManagerOrAbove } from '#stores/admin/session/session.ts'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import { getDecisionLabel } from './decision-label.ts'
import { formatTimestamp } from './format-timestamp.ts'
import { type Column, ListTable, LocationAndPlanCell } from './list/ListTable.tsx'
import { AttentionTag, StateTag } from './StateTag.tsx'
import { Tags } from './Tags.tsx'

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

/** Shows as many columns as fit. Below 640 px a row folds to name and amount over plan and days over tags. */
export const BookingsTable = (props: BookingsTableProps) => (
  // A container query, because sidebar and drawer take part of the window.
  <div className="@container">
    <ListTable
      className="admin-bookings"
      caption={props.caption}
      columns={getColumns(props)}
      rows={props.rows}
      busy={props.busy ?? false}
      idOf={({ bookingId }) => bookingId}
      rowProps={({ bookingId }) => ({
        className: bookingId === props.selectedId ? 'bg-paper-sunk shadow-row-open' : undefined,
      })}
    />
  </div>
)

const getColumns = ({ methods, sorting, selectedId, onOpen }: BookingsTableProps): Column<BookingRow>[] => [
  {
    ...getHeader('Customer', sorting, 'name'),
    className: 'cell-name sm:py-2',
    isRowHeader: true,
    cell: ({ bookingId, customerName }) => (
      <>
        <a
          className="wrap-anywhere inline-block min-h-6 no-underline decoration-auto hover:text-brick hover:underline"
          href={`/admin/bookings?open=${bookingId}`}
          id={`row-${bookingId}`}
          aria-current={bookingId === selectedId || undefined}
          onClick={(event) => openOnPlainClick(event, bookingId, onOpen)}
        >
          {customerName}
        </a>
        <small className="block whitespace-nowrap font-text text-ink-3 text-label max-sm:hidden">{bookingId}</small>
      </>
    ),
  },
  {
    header: 'Contact',
    // An address of 254 characters cannot wrap: it takes the remaining width, and the drawer shows all of it.
    headerProps: { className: 'cell-more w-22/100 max-w-7rem @max-1000px:hidden' },
    className: 'cell-more w-22/100 max-w-7rem sm:py-1 @max-1000px:hidden',
    cell: ({ email, phone }) => (
      <>
        {email && <EmailLink className={CONTACT_LINK} email={email} />}
        {phone && <PhoneLink className={CONTACT_LINK} phone={phone} />}
      </>
    ),
  },
  {
    header: 'Location and plan',
    className: 'cell-plan sm:py-2 @700px:whitespace-nowrap',
    cell: (row) => <LocationAndPlanCell {...row} />,
  },
  {
    ...getHeader('Dates', sorting, 'start', '@700px:pl-4'),
    className: '@700px:pl-4 max-sm:col-start-2 max-sm:row-start-2 max-sm:text-right max-sm:text-ink-3 sm:py-2',
    cell: ({ startDate, endDate }) => <DateRange range={formatRange(startDate, endDate)} />,
  },
  {
    header: 'Method',
    headerProps: { className: 'cell-more @max-1000px:hidden' },
    className: 'cell-more whitespace-nowrap sm:py-2 @max-1000px:hidden',
    cell: ({ method }) => (method ? (methods[method] ?? method) : <span className="mute">none yet</span>),
  },
  {
    header: 'Amount',
    headerProps: { className: 'right' },
    className: 'cell-amount sm:py-2',
    cell: ({ amount }) => npr(amount),
  },
  {
    header: 'Status',
    headerProps: { className: 'sm:pl-3' },
    className:
      'cell-status max-sm:col-span-full max-sm:col-start-1 max-sm:row-start-3 sm:whitespace-nowrap sm:py-2 sm:pl-3',
    cell: ({ state, attention }) => (
      <Tags className="sm:flex-col sm:items-start">
        <StateTag className="text-12" state={state} />
        {attention && <AttentionTag className="text-12" attention={attention} />}
      </Tags>
    ),
  },
  {
    header: 'Payment',
    headerContent: <span className="visually-hidden">Payment to review</span>,
    className: 'whitespace-nowrap max-sm:col-span-full max-sm:empty:hidden sm:py-2',
    cell: (row) => <PaymentLinks row={row} />,
  },
  {
    // Where it is hidden, BookingFilters shows a field to sort by.
    ...getHeader('Created', sorting, 'created', 'right @max-820px:hidden'),
    className: 'right text-ink-3 sm:py-2 @max-820px:hidden',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>,
  },
]

const CONTACT_LINK =
  'block w-fit max-w-full truncate text-ink-2 text-label leading-6 no-underline decoration-auto hover:text-brick hover:underline'

function PaymentLinks({
  row: { paymentToCheck, paymentToDecide, customerName, state, attention },
}: {
  row: BookingRow
}) {
  const canDecide = paymentToDecide && paymentToDecide !== paymentToCheck?.paymentId && isManagerOrAbove()
  if (!paymentToCheck && !canDecide) return null
  return (
    <span className="inline-flex flex-col items-start">
      {paymentToCheck && (
        <a className="link min-h-6" href={`/admin/payments?open=${paymentToCheck.paymentId}`}>
          Verify payment
          <span className="visually-hidden"> of {customerName}</span>
        </a>
      )}
      {canDecide && (
        <a className="link min-h-6" href={`/admin/payments?open=${paymentToDecide}`}>
          {getDecisionLabel(state, attention === 'refund_due' || attention === 'paid_twice')}
          <span className="visually-hidden">: {customerName}</span>
        </a>
      )}
    </span>
  )
}

const DateRange = ({ range }: { range: string }) => {
  const [first, ...last] = range.split(/(?<=–) /)
  return (
    <>
      <span className="whitespace-nowrap">{first}</span>{' '}
      {last.length > 0 && <span className="whitespace-nowrap">{last}</span>}
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
      <>
        {/* On phones, where the header is hidden, a field above the list sorts, and the column keeps its name. */}
        <span className="visually-hidden sm:hidden">{header}</span>
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 font-med hover:text-ink max-sm:hidden"
          onClick={() => sorting.sortBy(sort)}
        >
          {header}
          {order && <Arrow className="icon size-em" aria-hidden="true" />}
        </button>
      </>
    ),
    headerProps: {
      className,
      'aria-sort': order && ORDER_LABELS[order],
    },
  }
}
const ORDER_LABELS = { asc: 'ascending', desc: 'descending' } as const
