import { npr, type Paisa } from '#domain/money.ts'
import { formatWholeNumber } from '#domain/number.ts'
import { EmptyState } from '../load-states.tsx'
import { ShareFill } from './ShareFill.tsx'

interface BreakdownProps {
  title: string
  /** What `count` of the rows counts. */
  counted: 'Bookings' | 'Seats'
  rows: readonly { id: string; name: string; count: number; revenue: Paisa | null }[]
}

export function Breakdown({ title, counted, rows }: BreakdownProps) {
  const hasRevenue = rows.some(({ revenue }) => revenue !== null)
  const size = (row: BreakdownProps['rows'][number]) => row.revenue ?? row.count
  const max = Math.max(1, ...rows.map(size))
  return (
    <div>
      <h3 className="heading-4">{title}</h3>
      <table className="num table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{title.replace('By ', '').replace(/^./, (letter) => letter.toUpperCase())}</th>
            {hasRevenue && (
              <th scope="col" className="right">
                {counted}
              </th>
            )}
            <th scope="col" colSpan={2} className="sm:pl-6">
              {hasRevenue ? 'Revenue' : counted}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              {hasRevenue && <td className="right">{formatWholeNumber(row.count)}</td>}
              <td aria-hidden="true" className="w-2/5 max-sm:w-1/5 sm:pl-6">
                <span className="block h-2 bg-line">
                  <ShareFill share={size(row) / max} color="bg-line-3" />
                </span>
              </td>
              <td className="right">{row.revenue === null ? formatWholeNumber(row.count) : npr(row.revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <EmptyState title="No bookings were placed in this period." isPart>
          Choose a longer one.
        </EmptyState>
      )}
    </div>
  )
}
