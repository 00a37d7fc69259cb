import type { HTMLAttributes, ReactNode, ThHTMLAttributes } from 'react'
import { formatPlan } from '../format-plan.ts'

export interface Column<Row> {
  header: string
  /** Replaces the text of the header. */
  headerContent?: ReactNode
  headerProps?: ThHTMLAttributes<HTMLTableCellElement> | undefined
  className?: string
  isRowHeader?: true
  cell: (row: Row) => ReactNode
}

interface Props<Row> {
  className?: string
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  busy: boolean
  idOf: (row: Row) => string | number
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>
}

export const ListTable = <Row,>({ className = '', caption, columns, rows, busy, idOf, rowProps }: Props<Row>) => (
  <table
    className={`table transition-opacity duration-2 ease-plain aria-busy:opacity-55 ${className}`}
    aria-busy={busy}
  >
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ header, headerContent = header, headerProps }) => (
          <th key={header} scope="col" {...headerProps}>
            {headerContent}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={idOf(row)} {...rowProps?.(row)}>
          {columns.map(({ header, className, isRowHeader, cell }) =>
            isRowHeader ? (
              <th key={header} scope="row" className={className}>
                {cell(row)}
              </th>
            ) : (
              <td key={header} className={className}>
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

interface LocationAndPlan {
  locationName: string
  planName: string
  seats: number
}

export const LocationAndPlanCell = ({ locationName, ...plan }: LocationAndPlan) => (
  <>
    {locationName}
    <span className="sm:sr-only">, </span>
    <small className="font-text max-sm:text-1em sm:block sm:text-ink-3 sm:text-label">{formatPlan(plan)}</small>
  </>
)
