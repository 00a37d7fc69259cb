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

/** `days` names the fields of a table's days. */
const TABLES = [
  { file: 'sales-register', name: 'Sales register', days: ['from', 'to'] },
  { file: 'sales-returns', name: 'Register of sales returns', days: ['from', 'to'] },
  { file: 'payments', name: 'Payments received', days: ['receivedFrom', 'receivedTo'] },
  { file: 'refunds', name: 'Refunds', days: ['from', 'to'] },
] as const
const CSV = { csv: 'CSV' }
const CSV_AND_WORKBOOK = { ...CSV, xlsx: 'Excel' }

export function ExportTables({ from, to, location, hasWorkbooks }: ExportTablesProps) {
  return (
    <section aria-labelledby="accounts-exports">
      <h2 id="accounts-exports" className="heading-4">
        Exports
      </h2>
      {!hasWorkbooks && <p className="mute pt-1">Choose a month for Excel files.</p>}
      <ul className="mt-2 mb-4 border-ledge border-t-2">
        {TABLES.map(({ file, name, days: [first, last] }) => (
          <li key={file} className="flex flex-wrap items-center gap-x-6 border-line border-b py-1.5">
            <span className="grow">{name}</span>
            {Object.entries(hasWorkbooks ? CSV_AND_WORKBOOK : CSV).map(([type, label]) => (
              <ExportLink
                key={type}
                className="link inline-flex min-h-11 items-center gap-2"
                href={staffLedger.accountsExportUrl(
                  `${file}.${type}`,
                  String(new URLSearchParams({ [first]: from, [last]: to, ...(location && { location }) })),
                )}
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
