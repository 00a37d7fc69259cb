import type { CSSProperties } from 'react'
import { npr, type Paisa } from '#domain/money.ts'
import { formatWholeNumber } from '#domain/number.ts'

interface BreakdownProps {
  title: string
  rows: readonly { id: string; name: string; bookings: number; revenue: Paisa | null }[]
}

export function Breakdown({ title, rows }: BreakdownProps) {
  const hasRevenue = rows.some(({ revenue }) => revenue !== null)
  const size = (row: BreakdownProps['rows'][number]) => row.revenue ?? row.bookings
  const max = Math.max(1, ...rows.map(size))
  return (
    <div className="dash-shares">
      <h3 className="heading-4">{title}</h3>
      <table className="table num">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{title.replace('By ', '').replace(/^./, (letter) => letter.toUpperCase())}</th>
            <td aria-hidden="true" />
            <th scope="col" className="right">
              Bookings
            </th>
            {hasRevenue && (
              <th scope="col" className="right">
                Revenue
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td aria-hidden="true" className="dash-share">
                <span className="dash-bar">
                  <i style={{ '--v': size(row) / max } as CSSProperties} />
                </span>
              </td>
              <td className="right">{formatWholeNumber(row.bookings)}</td>
              {row.revenue !== null && <td className="right">{npr(row.revenue)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="mute dash-nobody">No bookings were placed in this period.</p>}
    </div>
  )
}
