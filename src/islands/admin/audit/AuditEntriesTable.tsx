import type { AuditEntry } from '#contract/admin/audit.ts'
import { describeChanges } from '#contract/admin/audit-labels.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECT_LABELS, type AuditSubject } from '#domain/audit.ts'
import { formatDate, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { formatStaffName } from '#domain/staff.ts'
import { type Column, ListTable } from '../list/ListTable.tsx'

const SUBJECT_LINKS: Readonly<Record<AuditSubject, (id: string) => string>> = {
  booking: (id) => `/admin/bookings?open=${encodeURIComponent(id)}`,
  payment: (id) => `/admin/payments?open=${encodeURIComponent(id)}`,
  membership: (id) => `/admin/memberships?open=${encodeURIComponent(id)}`,
  message: () => '/admin/messages',
  room: () => '/admin/rooms',
  prices: () => '/admin/pricing',
  staff: () => '/admin/people',
  site: () => '/admin/pricing',
  mail: () => '/admin/mails',
  mailing: () => '/admin/day-sheet',
  tour: (id) => `/admin/tours?open=${encodeURIComponent(id)}`,
  closures: () => '/admin/closures',
  waiting: () => '/admin/waiting',
  seats: () => '/admin/seats',
  till: (id) => toDayUrl('/admin/cash-up', id),
  handover: (id) => toDayUrl('/admin/day-sheet', id),
}

/** The id is the location and the day. */
function toDayUrl(path: string, id: string): string {
  const [location = '', date = ''] = id.split('/')
  return `${path}?${new URLSearchParams({ location, date })}`
}

export const AuditEntriesTable = ({ rows, busy }: { rows: readonly AuditEntry[]; busy: boolean }) => (
  <ListTable
    caption="Audit entries, newest first"
    columns={getColumns(rows)}
    rows={rows}
    busy={busy}
    idOf={({ position }) => position}
    rowProps={() => ({ className: 'max-sm:gap-x-4 max-sm:py-3' })}
  />
)

/** On wide screens, only the first entry of each day shows its date. */
const getColumns = (rows: readonly AuditEntry[]): readonly Column<AuditEntry>[] => [
  {
    header: 'When',
    className: 'num align-top text-ink-3 max-sm:col-start-2 max-sm:row-start-1 sm:py-1.75',
    cell: (row) => {
      const date = toDate(row)
      const previous = rows[rows.indexOf(row) - 1]
      return (
        <time dateTime={row.at}>
          <span className={previous && toDate(previous) === date ? 'sm:sr-only' : 'sm:block sm:font-med sm:text-ink'}>
            {formatDate(date)}
            <span className="sm:sr-only">, </span>
          </span>
          {kathmanduTime(Date.parse(row.at))}
        </time>
      )
    },
  },
  {
    header: 'Action',
    className: 'cell-name align-top sm:py-1.75',
    isRowHeader: true,
    cell: ({ action }) => AUDIT_ACTIONS[action],
  },
  {
    header: 'Who',
    // Most addresses fit on one line.
    className:
      'wrap-anywhere align-top max-sm:order-last max-sm:col-span-full max-sm:text-ink-3 max-sm:text-label sm:w-18/100 sm:py-1.75',
    cell: ({ by }) => (by === null ? <span className="mute">System</span> : formatStaffName(null, by)),
  },
  {
    header: 'Subject',
    className: 'wrap-anywhere align-top max-sm:col-span-full sm:w-22/100 sm:py-1.75',
    cell: ({ subject, subjectId, label }) => (
      <>
        <a className="inline-block min-h-6" href={SUBJECT_LINKS[subject](subjectId)}>
          {label ?? AUDIT_SUBJECT_LABELS[subject]}
        </a>
        {label && (
          <small className="font-text text-ink-3 text-label max-sm:ml-2 sm:block">
            {AUDIT_SUBJECT_LABELS[subject]}
          </small>
        )}
      </>
    ),
  },
  {
    header: 'What changed',
    className: 'wrap-anywhere align-top max-sm:col-span-full sm:py-1.75',
    cell: (row) => <ChangeList row={row} />,
  },
]

const toDate = ({ at }: AuditEntry) => kathmanduDate(Date.parse(at))

/** `Status: Active → Suspended`, and the reason. */
function ChangeList({ row }: { row: AuditEntry }) {
  const changes = describeChanges(row)
  if (changes.length === 0 && !row.reason) return null
  return (
    <>
      {changes.length > 0 && (
        // What a new record has is one line; each change of a record has its own.
        <ul
          className={
            changes.some(({ from }) => from !== undefined) ? 'max-w-34em' : 'flex max-w-34em flex-wrap gap-x-3'
          }
        >
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {field}:{' '}
              {from !== undefined && (
                <>
                  <span className="text-ink-3">{from}</span>
                  <span aria-hidden="true"> → </span>
                  <span className="visually-hidden"> became </span>
                </>
              )}
              <b>{to ?? 'none'}</b>
            </li>
          ))}
        </ul>
      )}
      {row.reason && <q className="block max-w-34em text-ink-2">{row.reason}</q>}
    </>
  )
}
