import type { ReactNode } from 'react'

interface Props {
  columns: Readonly<Record<string, string>>
  /** Further headers. */
  children?: ReactNode
}

/** A row of column headers, each with its class. */
export const TableHead = ({ columns, children }: Props) => (
  <thead>
    <tr>
      {Object.entries(columns).map(([header, className]) => (
        <th key={header} scope="col" className={className || undefined}>
          {header}
        </th>
      ))}
      {children}
    </tr>
  </thead>
)
