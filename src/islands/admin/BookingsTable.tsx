import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { BOOKING_SORTS, BookingRow, ORDERS } from '#contract/admin/bookings.ts'
import { formatDate, formatRange, type IsoDate, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { AttentionTag, StateTag } from './StateTag.tsx'
import './bookings-table.css'

type Sort = (typeof BOOKING_SORTS)[number]

/** How the rows are sorted, and the way to sort them otherwise. */
interface Sorting {
  sort: Sort
  order: (typeof ORDERS)[number]
  by: (sort: Sort) => void
}

interface BookingsTableProps {
  caption: string
  rows: readonly BookingRow[]
  methods: Readonly<Record<string, string>>
  /** The list is being read anew: what is shown may be out of date. */
  busy?: boolean
  sorting?: Sorting
  /** Id of the booking that stands beside the list. */
  opened?: string | undefined
  /** Opens a booking here; else its address leads there. */
  onOpen?: (bookingId: string) => void
}

/** Shows as many columns as fit. Below 640 px a row folds to name and amount over plan and status over the days. */
export function BookingsTable({ caption, rows, methods, busy = false, sorting, opened, onOpen }: BookingsTableProps) {
  const head = (children: string, className: string, sort?: Sort) => (
    <HeaderCell key={children} className={className} sort={sort} sorting={sorting}>
      {children}
    </HeaderCell>
  )
  return (
    <div className="admin-bookings-room">
      <table className="table admin-bookings" aria-busy={busy}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head('Customer', '', 'name')}
            {head('Contact', 'cell-more cell-contact')}
            {head('Place and plan', '')}
            {head('Dates', '', 'start')}
            {head('Method', 'cell-more cell-method')}
            {head('Amount', 'right', 'amount')}
            {head('Status', '')}
            {head('Created', 'right cell-created', 'created')}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.bookingId} className={row.bookingId === opened ? 'row-open' : undefined}>
              <th scope="row" className="cell-name">
                <a
                  className="admin-booking-name"
                  href={`/admin/bookings?open=${row.bookingId}`}
                  id={`row-${row.bookingId}`}
                  aria-current={row.bookingId === opened || undefined}
                  onClick={(event) => openOnPlainClick(event, row.bookingId, onOpen)}
                >
                  {row.customerName}
                </a>
                <small>{row.bookingId}</small>
              </th>
              <td className="cell-contact cell-more">
                {row.email && <a href={`mailto:${row.email}`}>{row.email}</a>}
                {row.phone && <a href={`tel:${row.phone.replace(' ext ', ';ext=')}`}>{row.phone}</a>}
              </td>
              <td className="cell-plan">
                {row.locationName}
                <span className="admin-comma">, </span>
                <small>{row.planName}</small>
              </td>
              <td className="cell-dates">
                <DateRange range={formatRange(row.startDate as IsoDate, row.endDate as IsoDate)} />
              </td>
              <td className="cell-method cell-more">
                {row.method ? (methods[row.method] ?? row.method) : <span className="mute">none yet</span>}
              </td>
              <td className="cell-amount">{npr(row.amount as Paisa)}</td>
              <td className="cell-status">
                <span className="admin-tags">
                  <StateTag state={row.state} />
                  {row.attention && <AttentionTag attention={row.attention} />}
                  {row.toCheck && (
                    <a className="link" href={`/admin/payments?open=${row.toCheck.paymentId}`}>
                      Check payment
                      <span className="visually-hidden"> of {row.customerName}</span>
                    </a>
                  )}
                  {row.toDecide && (
                    <a className="link" href={`/admin/payments?open=${row.toDecide}`}>
                      Decide
                      <span className="visually-hidden"> about {row.customerName}</span>
                    </a>
                  )}
                </span>
              </td>
              <td className="cell-created right">
                <time dateTime={row.createdAt}>{formatTimestamp(row.createdAt)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Where there is no room for both days in one line, the second stands under the first. */
const DateRange = ({ range }: { range: string }) => {
  const [first, ...last] = range.split(/(?<=–) /)
  return (
    <>
      <span>{first}</span> {last.length > 0 && <span>{last}</span>}
    </>
  )
}

/** A click with a key held opens a tab, as everywhere. */
function openOnPlainClick(event: MouseEvent, id: string, onOpen: BookingsTableProps['onOpen']): void {
  if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  onOpen(id)
}

interface HeaderCellProps {
  className: string
  sort: Sort | undefined
  sorting: Sorting | undefined
  children: string
}

function HeaderCell({ className, sort, sorting, children }: HeaderCellProps) {
  const order = sorting && sort === sorting.sort ? sorting.order : undefined
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      className={className}
      // On telephones the button in it is gone, and a column keeps its name.
      aria-label={sorting && sort ? children : undefined}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
    >
      {sorting && sort ? (
        <button type="button" className="admin-sort" onClick={() => sorting.by(sort)}>
          {children}
          {order && <Arrow className="icon" aria-hidden="true" />}
        </button>
      ) : (
        children
      )}
    </th>
  )
}

/** `3 Dec, 14:31`: Kathmandu's date and time; older than this year with the year. */
function formatTimestamp(instant: string): string {
  const at = Date.parse(instant)
  const date = kathmanduDate(at)
  const thisYear = kathmanduDate(Date.now()).slice(0, 4) === date.slice(0, 4)
  return `${formatDate(date, !thisYear)}, ${kathmanduTime(at)}`
}
