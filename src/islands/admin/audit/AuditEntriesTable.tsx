import type { AuditEntry } from '#contract/admin/audit.ts'
import { describeChanges } from '#contract/admin/audit-labels.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECT_LABELS, type AuditSubject } from '#domain/audit.ts'
import { formatInstant } from '#domain/calendar.ts'
import { type Column, ListTable } from '../list/ListTable.tsx'

const SUBJECT_LINKS: Readonly<Record<AuditSubject, (id: string) => string>> = {
  booking: (id) => `/admin/bookings?open=${encodeURIComponent(id)}`,
  payment: (id) => `/admin/payments?open=${encodeURIComponent(id)}`,
  membership: (id) => `/admin/memberships?open=${encodeURIComponent(id)}`,
  message: () => '/admin/messages',
  prices: () => '/admin/pricing',
  staff: () => '/admin/people',
  site: () => '/admin/pricing',
  mail: () => '/admin/mails',
}

export const AuditEntriesTable = ({ rows, busy }: { rows: readonly AuditEntry[]; busy: boolean }) => (
  <ListTable
    className="list-rows audit-table"
    caption="Audit entries, newest first"
    columns={COLUMNS}
    rows={rows}
    busy={busy}
    idOf={({ position }) => position}
  />
)

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    header: 'When',
    className: 'audit-when num',
    cell: ({ at }) => <time dateTime={at}>{formatInstant(Date.parse(at))}</time>,
  },
  { header: 'Action', className: 'cell-name', isRowHeader: true, cell: ({ action }) => AUDIT_ACTIONS[action] },
  { header: 'Who', className: 'audit-who', cell: ({ by }) => by ?? <span className="mute">System</span> },
  {
    header: 'Subject',
    className: 'audit-on',
    cell: ({ subject, subjectId, label }) => (
      <>
        <a href={SUBJECT_LINKS[subject](subjectId)}>{label ?? AUDIT_SUBJECT_LABELS[subject]}</a>
        {label && <small>{AUDIT_SUBJECT_LABELS[subject]}</small>}
      </>
    ),
  },
  { header: 'What changed', className: 'audit-what', cell: (row) => <ChangeList row={row} /> },
]

/** `Status: Active → Suspended`, and the reason. */
function ChangeList({ row }: { row: AuditEntry }) {
  const changes = describeChanges(row)
  if (changes.length === 0 && !row.reason) return null
  return (
    <>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {field}:{' '}
              {from !== undefined && (
                <>
                  <span className="audit-old">{from}</span>
                  <span aria-hidden="true"> → </span>
                  <span className="visually-hidden"> became </span>
                </>
              )}
              <b>{to ?? 'none'}</b>
            </li>
          ))}
        </ul>
      )}
      {row.reason && <q>{row.reason}</q>}
    </>
  )
}
