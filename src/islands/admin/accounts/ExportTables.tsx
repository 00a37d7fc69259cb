import { ExportLinks } from '../list/ExportLinks.tsx'

interface ExportTablesProps {
  from: string
  to: string
  /** Empty is every location. */
  location: string
}

export function ExportTables({ from, to, location }: ExportTablesProps) {
  const place = location && { location }
  const days = { from, to, ...place }
  const tables = [
    { table: 'sales-register', name: 'Sales register', query: days },
    { table: 'sales-returns', name: 'Register of sales returns', query: days },
    { table: 'payments', name: 'Payments received', query: { receivedFrom: from, receivedTo: to, ...place } },
    { table: 'refunds', name: 'Refunds', query: days },
    { table: 'cash-ups', name: 'Cash-ups', query: days },
    { table: 'memberships', name: 'All memberships, as they are now' },
  ]
  return (
    <section aria-labelledby="accounts-exports">
      <h2 id="accounts-exports" className="heading-4">
        Exports
      </h2>
      <ul className="mt-2 mb-4 border-ledge border-t-2">
        {tables.map((exported) => (
          <li key={exported.table} className="flex flex-wrap items-center gap-x-6 border-line border-b py-1.5">
            <span className="grow basis-0">{exported.name}</span>
            <ExportLinks {...exported} />
          </li>
        ))}
      </ul>
    </section>
  )
}
