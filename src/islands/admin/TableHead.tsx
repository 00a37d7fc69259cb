/** A row of column headers, each with its class. */
export const TableHead = ({ columns }: { columns: Readonly<Record<string, string>> }) => (
  <thead>
    <tr>
      {Object.entries(columns).map(([header, className]) => (
        <th key={header} scope="col" className={className || undefined}>
          {header}
        </th>
      ))}
    </tr>
  </thead>
)
