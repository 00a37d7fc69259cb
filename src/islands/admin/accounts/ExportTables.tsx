import { staffLedger } from '#stores/admin/ledger.ts'
import { ExportLink } from '../list/ExportLink.tsx'

interface ExportTablesProps {
  from: string
  to: string
  /** Empty is every location. */
  location: string
  /** False for many days, because a workbook has a limit of rows. */
  hasWorkbooks: boolean
}

const CSV = { csv: 'CSV' }
const CSV_AND_WORKBOOK = { ...CSV, xlsx: 'Excel' }

export function ExportTables({ from, to, location, hasWorkbooks }: ExportTablesProps) {
  const place = location && { location }
  const days = { from, to, ...place }
  const types = hasWorkbooks ? CSV_AND_WORKBOOK : CSV
  const tables = [
    { file: 'sales-register', name: 'Sales register', query: days, types },
    { file: 'sales-returns', name: 'Register of sales returns', query: days, types },
    { file: 'payments', name: 'Payments received', query: { receivedFrom: from, receivedTo: to, ...place }, types },
    { file: 'refunds', name: 'Refunds', query: days, types },
    { file: 'cash-ups', name: 'Cash-ups', query: days, types },
    { file: 'memberships', name: 'All memberships, as they are now', query: {}, types: CSV_AND_WORKBOOK },
  ]
  return (
    <section aria-labelledby="accounts-exports">
      <h2 id="accounts-exports" className="heading-4">
        Exports
      </h2>
      {!hasWorkbooks && <p className="mute pt-1">Choose a month for Excel files of its bills, payments and refunds.</p>}
      <ul className="mt-2 mb-4 border-ledge border-t-2">
        {tables.map(({ file, name, query, types }) => (
          <li key={file} className="flex flex-wrap items-center gap-x-6 border-line border-b py-1.5">
            <span className="grow">{name}</span>
            {Object.entries(types).map(([type, label]) => (
              <ExportLink
                key={type}
                className="link inline-flex min-h-11 items-center gap-2"
                href={staffLedger.exportUrl(`${file}.${type}`, query)}
              >
                {label}
                <span className="visually-hidden">: {name}</span>
              </ExportLink>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
