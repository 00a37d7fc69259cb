import type { BookingRow } from '#contract/admin/bookings.ts'
import { formatDate, formatRange, type IsoDate, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { PaymentCheck } from './PaymentCheck.tsx'
import { AttentionTag, StateTag } from './StateTag.tsx'

interface BookingTableProps {
  caption: string
  rows: readonly BookingRow[]
  methods: Readonly<Record<string, string>>
  /** The list is being read anew: what is shown may be out of date. */
  busy?: boolean
}

/** Bookings, newest first. Below 640 px a row folds to name and amount over plan and status (look.md "Tables"). */
export function BookingTable({ caption, rows, methods, busy = false }: BookingTableProps) {
  return (
    <table className="table admin-bookings" aria-busy={busy}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col" className="cell-more">
            Contact
          </th>
          <th scope="col">Place and plan</th>
          <th scope="col" className="cell-more">
            Dates
          </th>
          <th scope="col" className="cell-more">
            Method
          </th>
          <th scope="col" className="right">
            Amount
          </th>
          <th scope="col">Status</th>
          <th scope="col" className="right" aria-sort="descending">
            Created
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.bookingId}>
            <th scope="row" className="cell-name">
              {row.customerName}
              <small>{row.bookingId}</small>
            </th>
            <td className="cell-contact cell-more">
              <a href={`mailto:${row.email}`}>{row.email}</a>
              <a href={`tel:${row.phone.replace(' ext ', ';ext=')}`}>{row.phone}</a>
            </td>
            <td className="cell-plan">
              {row.locationName}
              <span className="admin-comma">, </span>
              <small>{row.planName}</small>
            </td>
            <td className="cell-dates cell-more">{formatRange(row.startDate as IsoDate, row.endDate as IsoDate)}</td>
            <td className="cell-method cell-more">
              {row.method ? (methods[row.method] ?? row.method) : <span className="mute">none yet</span>}
            </td>
            <td className="cell-amount">{npr(row.amount as Paisa)}</td>
            <td className="cell-status">
              <span className="admin-tags">
                <StateTag state={row.state} />
                {row.attention && <AttentionTag attention={row.attention} />}
                {row.toCheck && <PaymentCheck customer={row.customerName} toCheck={row.toCheck} />}
              </span>
            </td>
            <td className="cell-created right">
              <time dateTime={row.createdAt}>{when(row.createdAt)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `3 Dec, 14:31`: Kathmandu's date and time; older than this year with the year. */
function when(instant: string): string {
  const at = Date.parse(instant)
  const date = kathmanduDate(at)
  const thisYear = kathmanduDate(Date.now()).slice(0, 4) === date.slice(0, 4)
  return `${formatDate(date, !thisYear)}, ${kathmanduTime(at)}`
}
